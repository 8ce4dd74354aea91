import CCli

/// One option of a verb.
struct Option: Sendable {
  /// With its dashes, as in "--rate".
  let name: String
  /// Short form, as in "-o", or "".
  var short = ""
  /// What stands for the value in the help; nil for an option that takes none.
  var value: String?
  let help: String
  /// What the value is, where it is a number.
  var range: Quantity?

  /// One without a value.
  init(_ name: String, short: String = "", _ help: String) {
    (self.name, self.short, self.help) = (name, short, help)
  }

  init(
    _ name: String, short: String = "", _ value: String, _ help: String, _ range: Quantity? = nil
  ) {
    (self.name, self.short, self.value, self.help) = (name, short, value, help)
    self.range = range
  }
}

extension Option {
  static let json = Option("--json", "print JSON, one object per line")
  static let help = Option("--help", short: "-h", "print this help")
}

/// Options and operands of a verb. Options may stand anywhere; "--" ends them; of options with one
/// name the last wins.
struct Arguments {
  private(set) var operands: [Bytes] = []
  private var given: [(name: String, value: Bytes)] = []
  private let verb: Verb

  init(_ words: ArraySlice<Bytes>, for verb: Verb) throws(Failure) {
    self.verb = verb
    var rest = words
    while let word = rest.popFirst() {
      if same("--", word) {
        operands += Array(rest)
        break
      }
      if word.count > 1, word[0] == dash {
        try addOption(word, &rest)
      } else {
        operands.append(word)
      }
    }
    for names in verb.exclusive {
      let given = names.filter { has($0) }
      if given.count > 1 { throw usage(given[0] + " and " + given[1] + " don't go together") }
    }
  }

  func has(_ name: String) -> Bool { value(name) != nil }

  /// The option's value, or nothing but its presence as an empty one; nil when it was not given.
  func value(_ name: String) -> Bytes? { given.last { same($0.name, Array(name.utf8)) }?.value }

  /// The value of an option that has a range; nil when it was not given.
  func number(_ name: String) -> Double? { value(name).flatMap { parsedNumber($0) } }

  /// The value of an option that has a range of whole numbers; 0 when it was not given.
  func whole<Number: FixedWidthInteger>(_ name: String) -> Number { Number(number(name) ?? 0) }

  /// Microseconds of an option in seconds; nil when it was not given.
  func time(_ name: String) -> Int64? { number(name).map { Int64(($0 * 1e6).rounded()) } }

  /// As C has it.
  func flag(_ name: String) -> UInt32 { has(name) ? 1 : 0 }

  /// The values of an option that may be given more than once, in their order.
  func values(_ name: String) -> [Bytes] {
    var values: [Bytes] = []
    for one in given where same(one.name, Array(name.utf8)) { values.append(one.value) }
    return values
  }

  /// A mistake in how the verb was called.
  func usage(_ message: String) -> Failure { verb.usage(message) }

  func refuseOperands(_ complaint: String) throws(Failure) {
    if !operands.isEmpty { throw usage(complaint) }
  }

  /// The project, which is the first operand.
  func project(isAlone: Bool = false) throws(Failure) -> Bytes {
    guard let path = operands.first, !path.isEmpty else {
      throw usage(verb.name + " needs a project, as in song.aha")
    }
    if isAlone, operands.count > 1 {
      throw usage("\"" + shown(operands[1]) + "\" is one word too many")
    }
    return path
  }

  /// The operand of a verb that takes one.
  func only(_ complaint: String) throws(Failure) -> Bytes {
    if operands.count == 1 { return operands[0] }
    throw usage(complaint)
  }

  private mutating func addOption(_ word: Bytes, _ rest: inout ArraySlice<Bytes>) throws(Failure) {
    let isLong = word[1] == dash
    let nameEnd = isLong ? word.firstIndex(of: equalsSign) ?? word.count : 2
    let name = Bytes(word[..<nameEnd])
    let option = try option(named: name)
    var attached: Bytes?
    if nameEnd < word.count { attached = Bytes(word[(isLong ? nameEnd + 1 : nameEnd)...]) }
    if option.value == nil, attached != nil { throw verb.usage(option.name + " takes no value") }
    if option.value != nil, attached == nil { attached = rest.popFirst() }
    guard let value = option.value == nil ? [] : attached else {
      throw verb.usage(option.name + " needs a value: " + (option.value ?? ""))
    }
    if let range = option.range { _ = try range.read(value, option.name) }
    given.append((option.name, value))
  }

  private func option(named name: Bytes) throws(Failure) -> Option {
    if let known = verb.options.first(where: { same($0.name, name) || same($0.short, name) }) {
      return known
    }
    var message = "unknown option \"" + shown(name) + "\""
    if let near = suggestion(for: name, among: verb.options.map { $0.name }) {
      message += "; did you mean " + near + "?"
    }
    throw verb.usage(message)
  }
}

private let dash = UInt8(0x2d)
private let equalsSign = UInt8(0x3d)

/// The numbers that an option or a key takes.
struct Quantity: Sendable {
  let lowest: Double
  let highest: Double
  /// True when the lowest value itself is too low.
  var isAboveLowest = false
  var isWhole = false

  static func whole(_ lowest: Double, _ highest: Double) -> Quantity {
    Quantity(lowest: lowest, highest: highest, isWhole: true)
  }

  static func real(_ lowest: Double, _ highest: Double) -> Quantity {
    Quantity(lowest: lowest, highest: highest)
  }

  static let gain = real(-.infinity, 24)
  static let pan = real(-1, 1)
  static let rate = whole(8000, 192_000)
  static let loop = whole(0, Double(foreverLoop - 1))
  /// A length of a mix, or a recording.
  static let seconds = Quantity(lowest: 0, highest: maxSeconds, isAboveLowest: true)
  /// A time of a project, or of a sound in it: a year at most.
  static let time = real(0, 31_536_000)

  /// - Parameter name: As in "--rate" or "gain=".
  func read(_ text: Bytes, _ name: String) throws(Failure) -> Double {
    func wrong(_ what: String) -> Failure { .usage(name + " \"" + shown(text) + "\" " + what) }
    guard let value = parsedNumber(text) else { throw wrong("is not a number") }
    let isTooLow = isAboveLowest ? value <= lowest : value < lowest
    if isTooLow || value > highest {
      let range = (isAboveLowest ? "above " : "") + plain(lowest) + " to " + plain(highest)
      throw wrong("is out of range (" + range + ")")
    }
    if isWhole, value != value.rounded() { throw wrong("is not a whole number") }
    return value
  }
}

/// The longest mix, which is also the latest start: about 115 days.
let maxSeconds = 10_000_000.0

/// With as many decimals as it needs.
func plain(_ value: Double, _ decimals: Int32 = 4) -> String {
  if value.isInfinite { return "-inf" }
  var digits = Array(fixed(value, decimals).utf8)
  while digits.last == 0x30 { digits.removeLast() }
  if digits.last == 0x2e { digits.removeLast() }
  return digits.string
}

/// The value of a decimal number or of "-inf"; nil for anything else, such as NaN, hexadecimal
/// and spaces. One that is too large for a Double is infinite, and so out of every range.
func parsedNumber(_ text: Bytes) -> Double? {
  if same("-inf", text) { return -.infinity }
  var value = 0.0
  let isDecimal = text.allSatisfy { "0123456789.eE+-".utf8.contains($0) }
  return isDecimal && cli_parse_double(text.c, &value) != 0 ? value : nil
}
