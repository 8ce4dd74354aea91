import AhaBase
import AhaCodec
import CAha

/// Handle object of a byte stream.
public final class StreamBox: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_STREAM, noun: "stream") }

  public let stream: any ByteStream
  /// The stream again, if it is in memory.
  public let memory: MemoryStream?
  private let named: ((UInt) -> Void)?
  private let lock = Lock()
  private var rules = DecodeRules()

  /// - Parameter named: Gets the handle.
  public init(stream: any ByteStream, named: ((UInt) -> Void)? = nil) {
    (self.stream, self.named) = (stream, named)
    memory = nil
  }

  public init(memory stream: MemoryStream) {
    self.stream = stream
    (memory, named) = (stream, nil)
  }

  public func began(_ handle: UInt) { named?(handle) }

  /// Sets decode limits for later sounds and analyses.
  public func limit(_ rules: DecodeRules) { lock.locked { self.rules = rules } }

  /// The stream with decode limits.
  public var limited: any ByteStream { lock.locked { rules }.applied(to: stream) }
}

extension StreamBox {
  /// The stream to read, with its limits.
  public func readable(or code: ResultCode = .invalidArgument) throws(AhaError) -> any ByteStream {
    guard stream.canRead else { throw AhaError(code, "\(stream.name) cannot be read") }
    return limited
  }

  /// The stream to write.
  public func writable(or code: ResultCode = .invalidArgument) throws(AhaError) -> any ByteStream {
    guard stream.canWrite else { throw AhaError(code, "\(stream.name) cannot be written") }
    return stream
  }
}

/// A stream argument to read, with its limits.
public func readable(
  _ stream: OpaquePointer?, or code: ResultCode = .invalidArgument
) throws(AhaError) -> any ByteStream {
  try Handle.object(stream, as: StreamBox.self).readable(or: code)
}
