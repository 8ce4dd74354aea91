/// Arguments and file names: bytes, as the system has them, in any encoding or none.
typealias Bytes = [UInt8]

func bytes(of text: UnsafePointer<CChar>) -> Bytes {
  (0..<strlen(text)).map { UInt8(bitPattern: text[Int($0)]) }
}

/// The bytes of a C string in an array of a C structure, which Swift sees as a tuple of characters.
func bytes<Characters>(ofArray characters: Characters) -> Bytes {
  withUnsafeBytes(of: characters) { Array($0.prefix { $0 != 0 }) }
}

/// The text of a copying function of the library. Calls it twice: for the length, and the text.
func copiedText(_ copy: (UnsafeMutablePointer<CChar>?, Int, UnsafeMutablePointer<Int>?) -> Int32)
  -> Bytes
{
  var length = 0
  _ = copy(nil, 0, &length)
  var text = [CChar](repeating: 0, count: length + 1)
  _ = copy(&text, text.count, nil)
  return bytes(of: text)
}

/// Compares a text with an argument or a file name, which need not be UTF-8, byte by byte.
func same(_ left: String, _ right: Bytes) -> Bool { left.utf8.elementsEqual(right) }

extension Sequence<UInt8> {
  /// Invalid UTF-8 becomes U+FFFD.
  var string: String { String(decoding: Array(self), as: UTF8.self) }
}

extension Bytes {
  /// A C string, for the call that it is an argument of.
  var c: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}

func fileName(_ path: Bytes) -> Bytes { Bytes(path.split(separator: 0x2f).last ?? []) }

func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

func isAlphanumeric(_ byte: UInt8) -> Bool {
  isDigit(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
}

/// A name for a terminal: invalid UTF-8 becomes U+FFFD, control and bidirectional characters become
/// escapes.
func shown(_ bytes: some Collection<UInt8>) -> String { bytes.text.escapingControls }

func shown(_ text: UnsafePointer<CChar>) -> String { shown(bytes(of: text)) }

extension DefaultStringInterpolation {
  mutating func appendInterpolation(_ name: Bytes) { appendLiteral(shown(name)) }

  mutating func appendInterpolation(_ text: UnsafePointer<CChar>?) {
    if let text { appendLiteral(shown(text)) }
  }
}

func joined(_ parts: [String], by separator: String = ", ") -> String {
  var text = ""
  for (index, part) in parts.enumerated() { text += index == 0 ? part : separator + part }
  return text
}

func row(_ cells: (text: String, width: Int)...) -> String {
  var line = joined(cells.map { padded($0.text, to: $0.width) }, by: "").array
  while line.last == 0x20 { line.removeLast() }
  return line.text
}

/// The word of a number; "other" for an unknown one.
func word(_ words: [String], at number: some BinaryInteger, otherwise: String = "other") -> String {
  words.indices.contains(Int(number)) ? words[Int(number)] : otherwise
}

/// At least `width` ASCII columns, filled up on the right or on the left.
func padded(_ text: String, to width: Int, onTheLeft: Bool = false) -> String {
  let fill = String(repeating: " ", count: max(0, width - text.utf8.count))
  return onTheLeft ? fill + text : text + fill
}

func fixed(_ value: Double, decimals: Int32) -> String {
  var text = [CChar](repeating: 0, count: 400)
  _ = cli_format_fixed(&text, text.count, value, decimals)
  return bytes(of: text).text
}

/// Seconds as h:mm:ss.mmm.
func clockTime(_ seconds: Double) -> String {
  guard seconds >= 0, seconds < 1e12 else { return "?" }
  let milliseconds = Int64((seconds * 1000).rounded())
  let whole = milliseconds / 1000
  return "\(whole / 3600):" + (whole / 60 % 60).digits(2) + ":" + (whole % 60).digits(2) + "."
    + (milliseconds % 1000).digits(3)
}

/// A C string for a structure; it is never freed. nil stays nil.
func permanent(_ text: Bytes?) -> UnsafePointer<CChar>? {
  guard let text = text?.c else { return nil }
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
  copy.initialize(from: text, count: text.count)
  return UnsafePointer(copy)
}

func permanent(_ texts: [Bytes]) -> UnsafePointer<UnsafePointer<CChar>?> {
  let copy = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: texts.count)
  for (index, text) in texts.enumerated() { (copy + index).initialize(to: permanent(text)) }
  return UnsafePointer(copy)
}
