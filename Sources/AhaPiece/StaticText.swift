extension StaticString {
  var array: [UInt8] { withUTF8Buffer { Array($0) } }

  @inline(never)
  var text: String { String(decoding: array, as: UTF8.self) }
}
