import AhaBase
import AhaJSON

/// Settings of a destination. Their properties have the names of the fields of the C structure,
/// from which they are made; `fill` names those that are saved.
public protocol DestinationSettings {
  /// Passes each saved setting to a form, which writes or reads it.
  mutating func fill(with form: any SettingsForm) throws(AhaError)
}

/// An entry of the user's file of destinations, while settings are written to it or read from it.
public protocol SettingsForm: AnyObject {
  func text(_ key: StaticString, in value: inout String) throws(AhaError)
  func flag(_ key: StaticString, in value: inout Bool) throws(AhaError)
  /// - Parameter usual: Not written.
  func count(_ key: StaticString, in value: inout Int64, usual: Int64) throws(AhaError)
}

extension DestinationSettings {
  public func save(to entry: JSONObject) throws(AhaError) {
    var copy = self
    try copy.fill(with: WritingForm(to: entry))
  }

  /// Errors: `damaged`.
  public mutating func read(from entry: JSONSettings) throws(AhaError) {
    try fill(with: ReadingForm(from: entry))
  }
}

private final class WritingForm: SettingsForm {
  private let entry: JSONObject

  init(to entry: JSONObject) { self.entry = entry }

  func text(_ key: StaticString, in value: inout String) throws(AhaError) {
    try entry.setText(key, value)
  }

  func flag(_ key: StaticString, in value: inout Bool) throws(AhaError) {
    if value { try entry.set(key, .flag(true)) }
  }

  func count(_ key: StaticString, in value: inout Int64, usual: Int64) throws(AhaError) {
    if value != usual { try entry.set(key, .integer(value)) }
  }
}

private final class ReadingForm: SettingsForm {
  private let entry: JSONSettings

  init(from entry: JSONSettings) { self.entry = entry }

  func text(_ key: StaticString, in value: inout String) throws(AhaError) {
    value = try entry.text(key)
  }

  func flag(_ key: StaticString, in value: inout Bool) throws(AhaError) {
    value = try entry.flag(key)
  }

  func count(_ key: StaticString, in value: inout Int64, usual: Int64) throws(AhaError) {
    let count = try entry.count(key)
    value = count > 0 ? count : usual
  }
}
