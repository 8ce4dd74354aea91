import AhaBase
import AhaDSP
import AhaProject
import CAha

@c @implementation
public func aha_project_effect_copy_text(
  _ project: OpaquePointer?, _ effect: aha_id, _ text: aha_project_effect_text,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    let id = Project.id(effect)
    switch text {
    case aha_project_effect_text(AHA_PROJECT_EFFECT_TEXT_IMPULSE_PATH):
      let file = try project.effect(id).impulse?.file
      let path = file.map { project.folder.appending($0.path) } ?? FilePath("")
      try Text.copyOut(path, buffer, capacity, outLength)
    case aha_project_effect_text(AHA_PROJECT_EFFECT_TEXT_LV2_URI):
      try Text.copyOut(project.plugin(id).uri, buffer, capacity, outLength)
    case aha_project_effect_text(AHA_PROJECT_EFFECT_TEXT_LV2_STATE):
      try Text.copyOut(project.plugin(id).state, buffer, capacity, outLength)
    default: throw Text.unknown(text)
    }
  }
}

extension Project {
  /// The project refuses an effect of the host. `AHA_LAST` is the end.
  func addEffect(_ owner: Owner, _ kind: EffectKind, at index: UInt32) throws(AhaError) -> ID {
    try addEffect(kind, to: owner, at: index == .max ? nil : Int(index))
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

  func getEffectValue(_ id: ID, _ parameter: UInt32) throws(AhaError) -> Float {
    try value(self.parameter(numbered: parameter, of: .effect(id)), of: id)
  }

  func setEffectValue(_ id: ID, _ parameter: UInt32, _ value: Float) throws(AhaError) {
    let name = try self.parameter(numbered: parameter, of: .effect(id)).name
    try setEffectValue(id, name, to: value)
  }

  func effectCount(of owner: Owner) throws(AhaError) -> Int { try effects(of: owner).count }

  func effect(of owner: Owner, at index: UInt32) throws(AhaError) -> ID {
    try element(effects(of: owner), index, "effects").id
  }
}
