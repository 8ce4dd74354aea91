import CAha

/// Owns one handle of the library and releases it.
final class Handle {
  let pointer: OpaquePointer
  private let release: @convention(c) (OpaquePointer?) -> aha_result

  /// Takes what a call made, or throws what it came to.
  init(
    _ pointer: OpaquePointer?, _ release: @escaping @convention(c) (OpaquePointer?) -> aha_result,
    _ result: aha_result, _ side: Side, about path: Bytes
  ) throws(Failure) {
    guard result >= 0, let pointer else { throw .library(result, side, about: path) }
    self.pointer = pointer
    self.release = release
  }

  deinit { _ = release(pointer) }

  static func engine(_ options: aha_engine_options) throws(Failure) -> Handle {
    var options = options
    var pointer: OpaquePointer?
    let result = aha_engine_create(&options, &pointer)
    return try Handle(pointer, aha_engine_release, result, .input, about: Bytes("engine".utf8))
  }

  /// A file, opened for reading.
  static func stream(_ path: Bytes) throws(Failure) -> Handle {
    var pointer: OpaquePointer?
    let result = withCString(path) { aha_stream_open($0, &pointer) }
    return try Handle(pointer, aha_stream_release, result, .input, about: path)
  }
}
