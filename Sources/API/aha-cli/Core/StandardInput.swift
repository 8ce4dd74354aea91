extension Handle {
  /// A sound file's bytes; "-" is standard input, which is read to its end on the first use.
  static func sound(_ path: Bytes) throws(Failure) -> Handle {
    same("-", path) ? try standardInput() : try stream(path)
  }

  private static func standardInput() throws(Failure) -> Handle {
    if isatty(0) != 0 {
      throw .usage(
        "standard input is a terminal", hint: "send a sound to it from a file or from a program")
    }
    var size = 0
    var error: Int32 = 0
    let bytes = cli_standard_input(&size, &error)
    if error != 0 {
      throw Failure(.input, code: AHA_ERROR_IO, "standard input: " + shown(strerror(error)))
    }
    guard let bytes else {
      throw Failure(.format, code: AHA_ERROR_EMPTY, "standard input is empty")
    }
    return try Handle(.input, about: "standard input".array) {
      // The bytes stay until the program ends.
      aha_stream_create_memory(bytes, size, nil, { _ in }, $0)
    }
  }
}
