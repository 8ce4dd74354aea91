/// A path as raw bytes: Linux file names need not be UTF-8.
public struct FilePath: Equatable, Sendable {
  let bytes: [UInt8]

  public init(_ path: UnsafePointer<CChar>) {
    bytes = FilePath.bytes(of: path)
  }

  public init(_ path: String) { bytes = path.array }

  init(bytes: [UInt8]) { self.bytes = bytes }

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
  public var text: String { bytes.text }

  public var isEmpty: Bool { bytes.isEmpty }

  /// The parent folder; "." for a path without a slash.
  public var folder: FilePath {
    guard let slash = bytes.lastIndex(of: FilePath.slash) else { return FilePath(".") }
    return FilePath(bytes: slash == 0 ? [FilePath.slash] : Array(bytes[..<slash]))
  }

  public var name: FilePath {
    guard let slash = bytes.lastIndex(of: FilePath.slash) else { return self }
    return FilePath(bytes: Array(bytes[(slash + 1)...]))
  }

  /// The text after the name's last dot, in lower case; "" without a dot.
  public var fileExtension: String {
    let name = name.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    let lowered = name[(dot + 1)...].map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }
    return lowered.text
  }

  /// The path of another name in the same folder.
  public func sibling(named name: String) -> FilePath {
    let head = bytes.lastIndex(of: FilePath.slash).map { Array(bytes[...$0]) } ?? []
    return FilePath(bytes: head + name.array)
  }

  /// The path with `text` before its extension: "take.wav" and "-2" make "take-2.wav".
  public func inserting(_ text: String) -> FilePath {
    let start = bytes.lastIndex(of: FilePath.slash).map { $0 + 1 } ?? 0
    let dot = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > start ? $0 : nil }
    let end = dot ?? bytes.count
    return FilePath(bytes: Array(bytes[..<end]) + text.array + Array(bytes[end...]))
  }

  /// The path with text added before and after its last name.
  public func wrapping(_ before: String, after: String) -> FilePath {
    let start = bytes.lastIndex(of: FilePath.slash).map { $0 + 1 } ?? 0
    return FilePath(
      bytes: Array(bytes[..<start]) + before.array + Array(bytes[start...])
        + after.array)
  }

  /// The path with `before` and `after` bytes removed from its last name; nil if it is too short.
  public func unwrapping(_ before: Int, after: Int) -> FilePath? {
    let start = bytes.lastIndex(of: FilePath.slash).map { $0 + 1 } ?? 0
    guard bytes.count - start > before + after else { return nil }
    let name = bytes[(start + before)...].dropLast(after)
    return FilePath(bytes: Array(bytes[..<start]) + Array(name))
  }

  public static func / (folder: FilePath, name: FilePath) -> FilePath {
    FilePath(bytes: folder.bytes + [slash] + name.bytes)
  }

  public func hasPrefix(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes.starts(with: $0) }
  }

  public func hasPrefix(_ other: FilePath) -> Bool { bytes.starts(with: other.bytes) }

  public func hasSuffix(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes.count >= $0.count && bytes.suffix($0.count).elementsEqual($0) }
  }

  /// Compares by bytes.
  public func isBefore(_ other: FilePath) -> Bool {
    bytes.lexicographicallyPrecedes(other.bytes)
  }

  /// The path that a symbolic link at this path leads to.
  /// - Parameter link: The content of the link.
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

  static let slash = UInt8(ascii: "/")
}
