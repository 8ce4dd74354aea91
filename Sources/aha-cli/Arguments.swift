/// One option of a verb.
struct Option: Sendable {
  /// With its dashes, as in "--rate".
  let name: String
  /// As in "-o"; "" when there is none.
  var short = ""
  /// What stands for the value in the help; nil for an option that takes none.
  var value: String?
  let help: String
}

extension Option {
  static let json = Option(name: "--json", help: "print JSON, one object per line")
  static let help = Option(name: "--help", short: "-h", help: "print this help")
}

/// What was given to a verb: options anywhere, "--" ends them, the last one of a name wins.
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
        return
      }
      if word.count > 1, word[0] == dash {
        try addOption(word, &rest)
      } else {
        operands.append(word)
      }
    }
  }

  func has(_ name: String) -> Bool { value(name) != nil }

  /// The option's value, or nothing but its presence as an empty one; nil when it was not given.
  func value(_ name: String) -> Bytes? {
    given.last { same($0.name, Array(name.utf8)) }?.value
  }

  /// The values of an option that may be given more than once, in their order.
  func values(_ name: String) -> [Bytes] {
    var values: [Bytes] = []
    for one in given where same(one.name, Array(name.utf8)) { values.append(one.value) }
    return values
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
