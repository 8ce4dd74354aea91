import AhaBase

/// Gives a byte stream of any kind a handle.
final class StreamBox {
  let stream: any ByteStream
  /// The same stream, if it is in memory.
  let memory: MemoryStream?

  init(_ stream: any ByteStream) {
    self.stream = stream
    memory = nil
  }

  init(memory stream: MemoryStream) {
    self.stream = stream
    memory = stream
  }
}
