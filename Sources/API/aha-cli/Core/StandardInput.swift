extension Handle {
  /// A sound file's bytes; "-" is standard input. It and a pipe are read to their end.
  static func sound(_ path: Bytes) throws(Failure) -> Handle {
    if same("-", path) { return try standardInput() }
    return isPipe(path) ? try pipe(path) : try stream(path)
  }

  private static func pipe(_ path: Bytes) throws(Failure) -> Handle {
    var (size, error) = (0, Int32(0))
    let bytes = cli_read_pipe(path.c, &size, &error)
    if error != 0 { throw .system(error, about: path, exit: .input) }
    guard let bytes else { throw Failure(.format, code: AHA_ERROR_EMPTY, "\(path) is empty") }
    return try Handle(.input, about: path) {
      aha_stream_create_memory(bytes, size, bytes, { free($0) }, $0)
    }
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
