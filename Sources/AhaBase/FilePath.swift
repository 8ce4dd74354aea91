/// A path as the bytes it is: Linux file names need not be UTF-8.
public struct FilePath {
  private let bytes: [UInt8]

  public init(_ path: UnsafePointer<CChar>) {
    bytes = FilePath.bytes(of: path)
  }

  public init(_ path: String) { bytes = Array(path.utf8) }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private static func bytes(of path: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    var next = path
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    return bytes
  }

  /// For error lines; bytes that are not UTF-8 are shown as U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  public var isEmpty: Bool { bytes.isEmpty }

  /// The folder that the last name is in; "." when there is none.
  public var folder: FilePath {
    guard let slash = bytes.lastIndex(of: FilePath.slash) else { return FilePath(".") }
    return FilePath(bytes: slash == 0 ? [FilePath.slash] : Array(bytes[..<slash]))
  }

  public var name: FilePath {
    guard let slash = bytes.lastIndex(of: FilePath.slash) else { return self }
    return FilePath(bytes: Array(bytes[(slash + 1)...]))
  }

  /// What comes after the name's last dot, in lower case; "" when there is none.
  public var fileExtension: ByteText {
    let name = name.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    let lowered = name[(dot + 1)...].map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }
    return ByteText(lowered)
  }

  /// Another name in the same folder.
  public func sibling(named name: String) -> FilePath {
    let head = bytes.lastIndex(of: FilePath.slash).map { Array(bytes[...$0]) } ?? []
    return FilePath(bytes: head + Array(name.utf8))
  }

  /// Where a symbolic link of this name leads to.
  public func following(link: FilePath) -> FilePath {
    if link.bytes.first == FilePath.slash { return link }
    return FilePath(bytes: folder.bytes + [FilePath.slash] + link.bytes)
  }

  public func withCString<T>(_ body: (UnsafePointer<CChar>) -> T) -> T {
    let ended = bytes + [0]
    return ended.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) }
    }
  }

  private static let slash = UInt8(ascii: "/")
}
