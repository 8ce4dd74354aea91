import AhaBase

/// Boxes of an MP4 file as bytes. Source: ISO/IEC 14496-12.
public enum MovieBox {
  static func header(_ name: StaticString, bodySize: Int64) -> [UInt8] {
    big(bodySize + 8, count: 4) + name.array
  }

  public static func make(_ name: StaticString, _ parts: [UInt8]...) -> [UInt8] {
    let body = parts.flatMap { $0 }
    return header(name, bodySize: Int64(body.count)) + body
  }

  public static func big(_ value: Int64, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> Int64(8 * (count - 1 - $0))) }
  }

  public static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  /// Names the kind of a box `meta` with a list of tags.
  public static var tagHandler: [UInt8] { make("hdlr", zeros(8), "mdirappl".array, zeros(9)) }

  /// A tag whose name its program chose.
  public static func freeTag(_ name: StaticString, text: String) -> [UInt8] {
    freeTag(name.array, text: text)
  }

  public static func freeTag(_ name: [UInt8], text: String) -> [UInt8] {
    make(
      "----", make("mean", zeros(4), "com.apple.iTunes".array), make("name", zeros(4), name),
      make("data", big(1, count: 4), zeros(4), text.array))
  }

  /// The body of the first box at a path of names; nil without it.
  static func find(_ names: StaticString..., in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var box = bytes
    for name in names {
      guard let found = child(name, in: box) else { return nil }
      box = found
    }
    return box
  }

  private static func child(
    _ name: StaticString, in bytes: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    var rest = bytes
    while rest.count >= 8 {
      let size = number(rest, at: 0, count: 4)
      guard size >= 8, size <= rest.count else { return nil }
      let start = rest.startIndex
      if rest[(start + 4)..<(start + 8)].elementsEqual(name.array) {
        return rest[(start + 8)..<(start + size)]
      }
      rest = rest[(start + size)...]
    }
    return nil
  }

  /// A big-endian number of up to seven bytes; 0 if the bytes end before.
  static func number(_ bytes: ArraySlice<UInt8>, at offset: Int, count: Int) -> Int {
    guard offset >= 0, offset + count <= bytes.count else { return 0 }
    let start = bytes.startIndex + offset
    return bytes[start..<(start + count)].reduce(0) { $0 << 8 | Int($1) }
  }
}
