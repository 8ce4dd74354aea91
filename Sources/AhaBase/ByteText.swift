/// A short text that is compared byte by byte: file endings, chunk names.
///
/// Comparing `String` means Unicode, and Unicode means tables that are larger than all of libaha.
public struct ByteText: Equatable, ExpressibleByStringLiteral {
  private let bytes: [UInt8]

  public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  public init(stringLiteral literal: StaticString) {
    bytes = literal.withUTF8Buffer { Array($0) }
  }

  /// For error lines.
  public var text: String { bytes.withUnsafeBufferPointer(String.decoded) }
}

extension String {
  public func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
