import AhaBase

/// Options and operands of a verb. Options may stand anywhere; "--" ends them; of options with one
/// name the last wins.
struct Arguments {
  private(set) var operands: [Bytes] = []
  private var given: [(option: Option, value: Value)] = []
  private let verb: Verb

  init(_ words: ArraySlice<Bytes>, for verb: Verb) throws(Failure) {
    self.verb = verb
    var rest = words
    while let word = rest.popFirst() {
      if same("--", word) {
        operands += Array(rest)
        break
      }
      // "-" and "-," begin a track from standard input.
      if word.count > 1, word[0] == 0x2d, word[1] != 0x2c {
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

  /// The option's text, empty for an option without a value; nil if it was not given.
  func value(_ name: String) -> Bytes? { given.last { $0.option.name == name }?.value.text }

  /// The number of an option, in the unit of its kind; nil if it was not given.
  func number(_ name: String) -> Double? { given.last { $0.option.name == name }?.value.number }

  /// A number that is 0 if the option was not given.
  func whole<Number: FixedWidthInteger>(_ name: String) -> Number { Number(number(name) ?? 0) }

  func values(_ name: String) -> [Bytes] {
    given.filter { $0.option.name == name }.map { $0.value.text }
  }

  func read<Target>(_ settings: [Setting<Target>], into empty: Target) throws(Failure) -> Target {
    var target = empty
    for (option, value) in given {
      let setting = settings.first { $0.option.name == option.name }
      do throws(Failure) { try setting?.put(&target, value) } catch { throw hinted(error) }
    }
    return target
  }

  func usage(_ message: String) -> Failure { verb.usage(message) }

  /// Errors: an option for a destination without a name was given.
  func refuseOneOff(for name: Bytes) throws(Failure) {
    for (option, _) in given where verb.oneOff.contains(where: { $0.name == option.name }) {
      throw usage(
        option.name + " is for a destination without a name; \(name) has its own options")
    }
  }

  func output(called name: String) throws(Failure) -> Bytes {
    guard let output = value("--output"), !output.isEmpty else {
      throw usage(verb.name + " needs -o " + name + ", the file to write")
    }
    if same("/dev/stdout", output) || same("/dev/fd/1", output) { return "-".array }
    try refuseExisting(output)
    return output
  }

  /// Errors: the file exists, and --replace was not given. A device or a pipe is no such file.
  func refuseExisting(_ path: Bytes) throws(Failure) {
    let takesReplace = verb.options.contains { $0.name == Option.replace.name }
    if !takesReplace || has(Option.replace.name) || same("-", path) { return }
    guard FileStatus(FilePath(path.c))?.kind == .file else { return }
    throw Failure(.output, code: AHA_ERROR_EXISTS, "\(path) exists already")
      .with(hint: Option.replace.name + " overwrites it")
  }

  /// The project, which is the first operand.
  func project(isAlone: Bool = false) throws(Failure) -> Bytes {
    guard let path = operands.first, !path.isEmpty else {
      throw usage(verb.name + " needs a project, as in song.aha")
    }
    if isAlone, operands.count > 1 { throw usage("\"\(operands[1])\" is one word too many") }
    return path
  }

  private mutating func addOption(_ word: Bytes, _ rest: inout ArraySlice<Bytes>) throws(Failure) {
    let isLong = word[1] == 0x2d
    let nameEnd = isLong ? word.firstIndex(of: 0x3d) ?? word.count : 2
    let option = try option(named: Bytes(word[..<nameEnd]))
    var text: Bytes?
    // As in -vv.
    if option.value == nil, !isLong, word.dropFirst(2).allSatisfy({ $0 == word[1] }) {
      for _ in 1..<word.count { given.append((option, Value())) }
      return
    }
    if nameEnd < word.count { text = Bytes(word[(isLong ? nameEnd + 1 : nameEnd)...]) }
    guard let form = option.value else {
      if text != nil { throw verb.usage(option.name + " takes no value") }
      return given.append((option, Value()))
    }
    guard let text = text ?? rest.popFirst() else {
      throw verb.usage(option.name + " needs a value: " + form)
    }
    do throws(Failure) {
      given.append((option, try option.kind.read(text, label: option.name)))
    } catch {
      throw hinted(error)
    }
  }

  /// A bad value, with the help as advice.
  private func hinted(_ failure: Failure) -> Failure {
    failure.exit == .usage ? failure.with(hint: "try: \(program) help " + verb.name) : failure
  }

  private func option(named name: Bytes) throws(Failure) -> Option {
    let options = verb.options + verb.oneOff
    if let known = options.first(where: { same($0.name, name) || same($0.short, name) }) {
      return known
    }
    throw verb.usage(
      "unknown option \"\(name)\"" + didYouMean(name, among: options.map { $0.name }))
  }
}

/// Reads KEY=VALUE words by a table of keys, whose names have no dashes.
func read<Target>(
  _ words: [Bytes], by keys: [Setting<Target>], into target: inout Target, of verb: Verb
) throws(Failure) {
  for word in words {
    let (name, text) = splitAtEqualsSign(word[...])
    guard let key = keys.first(where: { same($0.option.name, name) }) else {
      let known = options(of: keys)
      throw verb.usage(
        "unknown key \"\(name)\"" + didYouMean(name, among: known.map { $0.name })
          + "; the keys are " + joined(known.map { $0.form }))
    }
    if text == nil, let form = key.option.value, !key.option.isOptional {
      throw verb.usage(key.option.form + " needs a value" + (form.isEmpty ? "" : ": " + form))
    }
    let value = text == nil ? Value() : try key.option.kind.read(text ?? [], label: "\(name)=")
    try key.put(&target, value)
  }
}

extension Option {
  static let replace = Option("--replace", "overwrite an existing file")

  /// A key whose value may be left out, as [=N].
  var isOptional: Bool { value?.utf8.first == 0x5b }

  var form: String { isOptional ? name : name + "=" }
}

func splitAtEqualsSign(_ word: ArraySlice<UInt8>) -> (name: Bytes, value: Bytes?) {
  guard let sign = word.firstIndex(of: 0x3d) else { return (Bytes(word), nil) }
  return (Bytes(word[..<sign]), Bytes(word[(sign + 1)...]))
}
