import AhaArguments
import AhaBase
import AhaDSP
import AhaProject
import CAha

extension Document {
  /// The project refuses an effect of the host. `AHA_LAST` is the end.
  func addEffect(_ owner: Owner, kind: EffectKind, at index: UInt32) throws(AhaError) -> ID {
    try addEffect(kind, to: owner, at: index == .max ? nil : Int(index))
  }

  func addEffectLV2(_ owner: Owner, uri: String, at index: UInt32) throws(AhaError) -> ID {
    try addPlugin(uri, to: owner, at: index == .max ? nil : Int(index))
  }

  func effectImpulsePath(_ id: ID) throws(AhaError) -> FilePath {
    try effect(id).impulse.map { folder.appending($0.file.path) } ?? FilePath("")
  }

  func effectLV2URI(_ id: ID) throws(AhaError) -> String { try plugin(id).uri }
  func effectLV2State(_ id: ID) throws(AhaError) -> String { try plugin(id).state }

  func setEffectLV2State(_ id: ID, state: String) throws(AhaError) {
    try setPluginState(id, to: state)
  }

  func getEffect(_ id: ID) throws(AhaError) -> aha_project_effect {
    let found = try effect(id)
    var value = aha_project_effect_init()
    value.owner = found.owner.id
    value.owner_kind = found.owner.kind
    value.kind = found.kind.rawValue
    value.is_bypassed = found.isBypassed ? 1 : 0
    if let key = found.key { (value.key_kind, value.key) = (key.kind, key.id) }
    return value
  }

  func getEffectValue(_ id: ID, parameter: UInt32) throws(AhaError) -> Float {
    try value(self.parameter(numbered: parameter, of: .effect(id)), of: id)
  }

  func setEffectValue(_ id: ID, parameter: UInt32, value: Float) throws(AhaError) {
    let name = try self.parameter(numbered: parameter, of: .effect(id)).name
    try setEffectValue(id, parameter: name, to: value)
  }

  func effectCount(of owner: Owner) throws(AhaError) -> Int { try effects(of: owner).count }

  func effect(of owner: Owner, at index: UInt32) throws(AhaError) -> ID {
    try element(effects(of: owner), index, "effects").id
  }
}
