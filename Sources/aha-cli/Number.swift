import CCli

/// A number that a person writes: what it is called, and which values make sense.
struct Quantity: Sendable {
  /// As in "--rate" or "gain=".
  let name: String
  let lowest: Double
  let highest: Double
  /// True when the lowest value itself is too low.
  var isAboveLowest = false
  var isWhole = false

  func read(_ text: Bytes) throws(Failure) -> Double {
    guard let value = parsedNumber(text) else { throw wrong(text, "is not a number") }
    let isTooLow = isAboveLowest ? value <= lowest : value < lowest
    if isTooLow || value > highest { throw wrong(text, "is out of range (\(range))") }
    if isWhole, value != value.rounded() { throw wrong(text, "is not a whole number") }
    return value
  }

  private var range: String {
    (isAboveLowest ? "above " : "") + plain(lowest) + " to " + plain(highest)
  }

  private func wrong(_ text: Bytes, _ what: String) -> Failure {
    .usage(name + " \"" + shown(text) + "\" " + what)
  }
}

/// The value of --seconds, of any verb.
let secondsQuantity = Quantity(
  name: "--seconds", lowest: 0, highest: mostSeconds, isAboveLowest: true)

extension Arguments {
  /// The value of an option that takes a number; nil when it was not given.
  func number(_ name: String, _ quantity: Quantity) throws(Failure) -> Double? {
    guard let text = value(name) else { return nil }
    return try quantity.read(text)
  }
}

/// With as many decimals as it needs, up to four.
func plain(_ value: Double) -> String {
  if value.isInfinite { return "-inf" }
  var digits = Array(fixed(value, 4).utf8)
  while digits.last == 0x30 { digits.removeLast() }
  if digits.last == 0x2e { digits.removeLast() }
  return String(decoding: digits, as: UTF8.self)
}

/// The value of a decimal number or of "-inf"; nil for anything else, such as NaN, hexadecimal
/// and spaces. One that is too large for a Double is infinite, and so out of every range.
private func parsedNumber(_ text: Bytes) -> Double? {
  if same("-inf", text) { return -.infinity }
  guard isDecimal(text) else { return nil }
  return withCString(text) { cli_parse_double($0) }
}

/// [sign] digits [. digits] [e [sign] digits], with a digit on at least one side of the point.
private func isDecimal(_ text: Bytes) -> Bool {
  var rest = text[...]
  func skipSign() { if rest.first == 0x2b || rest.first == 0x2d { rest = rest.dropFirst() } }
  func skipDigits() -> Int {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(digits.count)
    return digits.count
  }
  skipSign()
  var digits = skipDigits()
  if rest.first == 0x2e {
    rest = rest.dropFirst()
    digits += skipDigits()
  }
  if digits == 0 { return false }
  guard rest.first == 0x65 || rest.first == 0x45 else { return rest.isEmpty }
  rest = rest.dropFirst()
  skipSign()
  return skipDigits() > 0 && rest.isEmpty
}
