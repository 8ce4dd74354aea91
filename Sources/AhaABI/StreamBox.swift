import AhaBase

/// Gives a byte stream of any kind a handle.
final class StreamBox {
  let stream: any ByteStream
  /// The same stream, if it is in memory.
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

  /// For sounds and analyses from now on.
  func limit(_ rules: DecodeRules) { lock.locked { self.rules = rules } }

  /// The stream for what decodes it.
  var limited: any ByteStream { lock.locked { rules }.applied(to: stream) }
}
