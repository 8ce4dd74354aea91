import CAha

/// What is said about a whole project; nil or 0: nothing.
struct ProjectSettings {
  var title: Bytes?
  private var values = aha_project_settings_init()

  static let keys = ["title", "tempo", "time", "rate"]

  /// - Parameter label: as in "tempo=" or "--tempo".
  mutating func set(_ key: Bytes, _ text: Bytes, _ label: String) throws(Failure) {
    if same("title", key) { title = text }
    if same("tempo", key) {
      values.tempo_bpm = try Quantity(name: label, lowest: 1, highest: 1000).read(text)
    }
    if same("rate", key) {
      let rate = Quantity(name: label, lowest: 8000, highest: 192_000, isWhole: true)
      values.sample_rate = UInt32(try rate.read(text))
    }
    if same("time", key) { try setTime(text, label) }
  }

  private mutating func setTime(_ text: Bytes, _ label: String) throws(Failure) {
    let parts = text.split(separator: 0x2f, omittingEmptySubsequences: false)
    let beats = Quantity(name: label, lowest: 1, highest: 64, isWhole: true)
    guard parts.count == 2, let count = try? beats.read(Bytes(parts[0])),
      let unit = try? beats.read(Bytes(parts[1])), [1, 2, 4, 8, 16, 32].contains(unit)
    else { throw .usage(label + " \"" + shown(text) + "\" is no time signature, as 3/4 or 6/8 is") }
    values.beats_per_bar = UInt32(count)
    values.beat_unit = UInt32(unit)
  }

  func apply(to project: ProjectFile) throws(Failure) {
    if let title {
      try project.require(withCString(title) { aha_project_set_title(project.pointer, $0) })
    }
    var values = values
    try project.require(aha_project_set_settings(project.pointer, &values))
  }
}
