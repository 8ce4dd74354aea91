import AhaBase

extension Piece {
  /// Reads a manifest from a file. Errors: those of `init(manifest:)` and of reading.
  public init(manifestAt path: FilePath) throws(AhaError) {
    let stream = try FileStream(reading: path)
    let length = try stream.length()
    guard length <= Int64(Manifest.largest) else {
      throw AhaError(.limit, "\(path.text) has \(length) bytes, over \(Manifest.largest)")
    }
    self = try withMemory(bytes: Int(length)) { (bytes) throws(AhaError) in
      let count = try stream.read(into: bytes, at: 0)
      return try Piece(
        manifest: UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), named: path.text)
    }
  }

  /// Writes the manifest to a file, which is replaced atomically.
  /// Errors: the first of `problems`, those of writing.
  public func writeManifest(to path: FilePath) throws(AhaError) {
    let text = try manifest()
    let file = try ReplacementFile(for: path)
    // Without the final newline if the text would become too long to be read again.
    try file.stream.write(text: text.utf8.count < Manifest.largest ? text + "\n" : text)
    try file.commit()
  }
}

extension Piece {
  /// Errors: those of `init(manifest:)`.
  public init(manifestText text: String, named name: String) throws(AhaError) {
    var (made, failure) = (Piece?.none, AhaError?.none)
    text.array.withUnsafeBytes { bytes in
      do throws(AhaError) {
        made = try Piece(manifest: bytes, named: name)
      } catch { failure = error }
    }
    if let failure { throw failure }
    self = made ?? Piece()
  }
}

extension FileStream {
  fileprivate func write(text: String) throws(AhaError) {
    let bytes = text.array
    let failure = bytes.withUnsafeBytes { bytes -> AhaError? in
      do throws(AhaError) { try write(bytes, at: 0) } catch { return error }
      return nil
    }
    if let failure { throw failure }
  }
}
