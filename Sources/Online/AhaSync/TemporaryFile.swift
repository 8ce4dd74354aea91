import AhaBase
import AhaNet
import CShims

/// Temporary file for a server's reply, which may be too large for memory.
public final class TemporaryFile: ByteStream {
  public static let maxBytes: Int64 = 1 << 30

  private let file: FileStream
  private var offset: Int64 = 0

  /// Creates an unlinked file. Errors: those of files.
  public init(in folder: FilePath) throws(AhaError) {
    let path = folder / FilePath(PartFile.newName())
    file = try FileStream(creating: path, named: "a list in \(folder.text)", mode: 0o600)
    Disk.remove(path)
  }

  public var name: String { file.name }
  public var canRead: Bool { true }
  public var canWrite: Bool { true }

  public func length() throws(AhaError) -> Int64 { try file.length() }

  public func read(
    into bytes: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(AhaError) -> Int {
    try file.read(into: bytes, at: offset)
  }

  /// A write at offset 0 starts a new attempt and discards the earlier one.
  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    if offset == 0 { try file.truncate(to: 0) }
    try file.write(bytes, at: offset)
  }

  /// Returns the next bytes; empty at the end.
  public func next() throws(AhaError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let offset = offset
    let got = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(AhaError) in
      try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
    self.offset += Int64(got)
    bytes.removeLast(bytes.count - got)
    return bytes
  }
}
