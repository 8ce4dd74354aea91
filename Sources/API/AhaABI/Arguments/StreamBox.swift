import AhaBase
import CAha

/// Handle object of a byte stream.
final class StreamBox: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_STREAM, "stream") }

  let stream: any ByteStream
  /// The stream again, if it is in memory.
  let memory: MemoryStream?
  private let lock = Lock()
  private var rules = DecodeRules()

  init(_ stream: any ByteStream) {
    self.stream = stream
    memory = nil
  }

  init(memory stream: MemoryStream) {
    self.stream = stream
    memory = stream
  }

  /// Sets decode limits for later sounds and analyses.
  func limit(_ rules: DecodeRules) { lock.locked { self.rules = rules } }

  /// The stream with decode limits.
  var limited: any ByteStream { lock.locked { rules }.applied(to: stream) }
}

/// A stream argument to read, with its limits.
func readable(
  _ stream: OpaquePointer?, or code: ResultCode = .invalidArgument
) throws(AhaError) -> any ByteStream {
  let stream = try Handle.object(stream, as: StreamBox.self).limited
  guard stream.canRead else { throw AhaError(code, "\(stream.name) cannot be read") }
  return stream
}

/// A stream argument to write.
func writable(
  _ stream: OpaquePointer?, or code: ResultCode = .invalidArgument
) throws(AhaError) -> any ByteStream {
  let stream = try Handle.object(stream, as: StreamBox.self).stream
  guard stream.canWrite else { throw AhaError(code, "\(stream.name) cannot be written") }
  return stream
}
