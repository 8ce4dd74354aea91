import AhaBase

/// Handle object of a byte stream.
final class StreamBox {
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
