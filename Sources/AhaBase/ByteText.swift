/// A short text that is compared byte by byte: file endings, chunk names.
///
/// Comparing `String` means Unicode, and Unicode means tables that are larger than all of libaha.
/// Of texts over 16 bytes the first 16 and the length are compared: no name looked for is longer.
public struct ByteText: Equatable, ExpressibleByStringLiteral {
  private let low: UInt64
  private let high: UInt64
  private let count: Int

  @inline(never)
  public init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var words = (low: UInt64(0), high: UInt64(0))
    for (place, byte) in bytes.prefix(8).enumerated() { words.low |= UInt64(byte) << (8 * place) }
    for (place, byte) in bytes.dropFirst(8).prefix(8).enumerated() {
      words.high |= UInt64(byte) << (8 * place)
    }
    (low, high, count) = (words.low, words.high, bytes.count)
  }

  @inline(never)
  public init(_ bytes: [UInt8]) { self = bytes.withUnsafeBufferPointer { ByteText($0) } }

  @inline(never)
  public init(_ bytes: ArraySlice<UInt8>) { self = bytes.withUnsafeBufferPointer { ByteText($0) } }

  @inline(never)
  public init(stringLiteral literal: StaticString) {
    self = literal.withUTF8Buffer { ByteText($0) }
  }

  /// For error lines.
  @inline(never)
  public var text: String {
    let bytes = (0..<min(count, 16)).map { place in
      UInt8(truncatingIfNeeded: (place < 8 ? low : high) >> UInt64(8 * (place % 8)))
    }
    return bytes.withUnsafeBufferPointer(String.decoded) + (count > 16 ? "…" : "")
  }
}
