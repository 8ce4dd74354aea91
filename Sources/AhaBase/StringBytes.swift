// Out of line: inlined, each of these is some 500 bytes wherever it is used.
extension String {
  @inline(never)
  public var array: [UInt8] { Array(utf8) }

  public func isSame(as other: String) -> Bool { array == other.array }

  /// Unicode code points.
  @inline(never)
  public var letters: Int { array.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }
}

extension StaticString {
  @inline(never)
  public var array: [UInt8] { withUTF8Buffer { Array($0) } }

  public func isSame(as other: String) -> Bool { array == other.array }
}
