/// One option of a verb, or one key of KEY=VALUE words.
struct Option: Sendable {
  /// As typed: "--rate", or "gain" for a key.
  let name: String
  /// Short form, as in "-o"; "" for none.
  let short: String
  /// The value's word in the help; nil for an option without a value.
  let value: String?
  let help: String
  let kind: Kind
  /// Each one counts; of other options the last one.
  let isRepeated: Bool

  /// - Parameter form: As the help shows it: "-o, --output OUT"; of a key "gain=DB" or "loop[=N]".
  init(_ form: String, _ help: String, kind: Kind = .text, isRepeated: Bool = false) {
    let hasShort = form.utf8.dropFirst(2).first == 0x2c
    let rest = form.utf8.dropFirst(hasShort ? 4 : 0)
    let name = rest.prefix { ![0x20, 0x3d, 0x5b].contains($0) }
    let value = rest.dropFirst(name.count)
    let shown = value.first == 0x5b ? value : value.dropFirst()
    (self.name, short) = (name.text, hasShort ? form.utf8.prefix(2).text : "")
    (self.value, self.kind) = (value.isEmpty ? nil : shown.text, kind)
    (self.help, self.isRepeated) = (help + (isRepeated ? "; any number" : ""), isRepeated)
  }

  static let json = Option("--json", "print JSON, one object per line")
  static let verbose = Option("-v, --verbose", "log each request; -vv logs more")
  static let help = Option("-h, --help", "print this help")
}

/// A row of a table of options: an option, and how its value is stored in a structure.
struct Setting<Target>: Sendable {
  typealias Put = @Sendable (inout Target, Value) throws(Failure) -> Void

  let option: Option
  let put: Put

  init(_ option: Option, put: @escaping Put) { (self.option, self.put) = (option, put) }

  init(_ form: String, _ help: String, kind: Kind = .text, put: @escaping Put) {
    self.init(Option(form, help, kind: kind), put: put)
  }
}

func options<Target>(of settings: [Setting<Target>]) -> [Option] { settings.map { $0.option } }

/// The value of an option or key, read.
struct Value {
  /// As in "--rate" or "gain=".
  var label = ""
  var text: Bytes = []
  /// A number; a time in microseconds; the index of a word. 1 for an option without a value.
  var number = 1.0

  var float: Float { Float(number) }
  var isOn: Bool { number != 0 }
  var c: UnsafePointer<CChar>? { permanent(text) }

  func whole<Number: FixedWidthInteger>() -> Number { Number(number) }

  /// - Parameter why: As in "not a number".
  func refused(_ why: String) -> Failure { .usage(label + " \"\(text)\" is " + why) }

  /// Reads two numbers with a separator between them, as in 3/4.
  func pair(by separator: UInt8, of kind: Kind, orIs why: String) throws(Failure) -> (
    Double, Double
  ) {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = try? kind.read(Bytes(parts[0]), label: label),
      let second = try? kind.read(Bytes(parts[1]), label: label)
    else { throw refused(why) }
    return (first.number, second.number)
  }
}

enum Kind: Sendable {
  case text
  /// - Parameter unit: The number is multiplied by it, and rounded if it is not 1.
  case range(
    Double, Double, isAboveMin: Bool = false, isWhole: Bool = false, isTime: Bool = false,
    unit: Double = 1)
  /// Read as the word's index.
  case word([String])

  static func whole(_ min: Double, _ max: Double) -> Kind { .range(min, max, isWhole: true) }

  static let gain = range(-.infinity, 24)
  static let pan = range(-1, 1)
  static let rate = whole(8000, 192_000)
  static let quality = range(0, 1, isAboveMin: true)
  static let bitrate = whole(6, 2048)
  static let seconds = range(0, maxSeconds, isAboveMin: true, isTime: true)
  /// A time of a project or sound, at most a year. Units: seconds, read as microseconds.
  static let time = range(0, 31_536_000, isTime: true, unit: 1e6)
  static let onOff = word(["off", "on"])

  func read(_ text: Bytes, label: String) throws(Failure) -> Value {
    var value = Value(label: label, text: text)
    switch self {
    case .text: break
    case .range(let min, let max, let isAboveMin, let isWhole, let isTime, let unit):
      guard let number = isTime ? parsedTime(text)?.number : parsedNumber(text) else {
        throw value.refused(isTime ? "not a time such as 1.5, 1.5s or 200ms" : "not a number")
      }
      let isTooLow = isAboveMin ? number <= min : number < min
      if isTooLow || number > max {
        let range = (isAboveMin ? "above " : "") + plain(min) + " to " + plain(max)
        throw value.refused("out of range (" + range + ")")
      }
      if isWhole, number != number.rounded() { throw value.refused("not a whole number") }
      value.number = unit == 1 ? number : (number * unit).rounded()
    case .word(let words):
      guard let index = words.firstIndex(where: { same($0, text) }) else {
        if words.count == 2 { throw value.refused("neither " + words[1] + " nor " + words[0]) }
        let near = didYouMean(text, among: words)
        throw value.refused("not known" + near + "; it is one of " + joined(words))
      }
      value.number = Double(index)
    }
    return value
  }
}

/// Longest mix and latest start: about 115 days.
let maxSeconds = 10_000_000.0

/// A decimal number without trailing zeros.
func plain(_ value: Double, decimals: Int32 = 4) -> String {
  if value.isInfinite { return "-inf" }
  var digits = Array(fixed(value, decimals: decimals).utf8)
  while digits.last == 0x30 { digits.removeLast() }
  if digits.last == 0x2e { digits.removeLast() }
  return digits.text
}

/// Reads a decimal number or "-inf"; nil for anything else, such as NaN, hexadecimal and spaces.
/// A number too large for a Double is infinite, and so out of every range.
func parsedNumber(_ text: Bytes) -> Double? {
  if same("-inf", text) { return -.infinity }
  var value = 0.0
  let isDecimal = text.allSatisfy { "0123456789.eE+-".utf8.contains($0) }
  return isDecimal && cli_parse_double(text.c, &value) != 0 ? value : nil
}

/// Reads a number with or without a unit of time, as in 1.5, 1.5s or 200ms. Units: seconds.
func parsedTime(_ text: Bytes) -> (number: Double, hasUnit: Bool)? {
  let hasUnit = text.last == 0x73
  let isInMilliseconds = hasUnit && text.dropLast().last == 0x6d
  let digits = Bytes(text.dropLast(isInMilliseconds ? 2 : hasUnit ? 1 : 0))
  return parsedNumber(digits).map { (isInMilliseconds ? $0 / 1000 : $0, hasUnit) }
}
