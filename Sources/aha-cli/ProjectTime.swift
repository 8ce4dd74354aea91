import CAha

/// A time of a project, or of a sound in it: a year at most.
func timeQuantity(_ name: String) -> Quantity {
  Quantity(name: name, lowest: 0, highest: 31_536_000)
}

/// Microseconds of a time that is written in seconds.
func readTime(_ text: Bytes, _ name: String) throws(Failure) -> Int64 {
  Int64((try timeQuantity(name).read(text) * 1e6).rounded())
}

/// A time as `readTime` takes it.
func secondsText(_ microseconds: Int64) -> String {
  var text = "\(microseconds / 1_000_000)"
  var rest = microseconds % 1_000_000
  if rest == 0 { return text }
  text += "."
  var unit: Int64 = 100_000
  while rest > 0 {
    text += "\(rest / unit)"
    rest %= unit
    unit /= 10
  }
  return text
}

extension JSONObject {
  mutating func add(_ key: String, microseconds: Int64) {
    add(key, number: Double(microseconds) / 1e6, decimals: 6)
  }
}

extension Arguments {
  func time(_ name: String) throws(Failure) -> Int64? {
    guard let text = value(name) else { return nil }
    return try readTime(text, name)
  }
}

/// What --from and --to ask for, in microseconds; 0 for an end that is not given.
func timeRange(_ arguments: Arguments) throws(Failure) -> (begin: Int64, end: Int64) {
  let begin = try arguments.time("--from") ?? 0
  let end = try arguments.time("--to") ?? 0
  if let text = arguments.value("--to"), end <= begin {
    throw .usage("--to \"" + shown(text) + "\" is not behind where it begins")
  }
  return (begin, end)
}

/// Reads on or off.
func readSwitch(_ text: Bytes, _ name: String) throws(Failure) -> Bool {
  if same("on", text) { return true }
  if same("off", text) { return false }
  throw .usage(name + " \"" + shown(text) + "\" is neither on nor off")
}
