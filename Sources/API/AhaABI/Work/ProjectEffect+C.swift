import AhaBase
import AhaDSP
import AhaProject
import CAha

@c @implementation
public func aha_project_effect_add(
  _ project: OpaquePointer?, _ ownerKind: aha_owner_kind, _ owner: aha_id,
  _ kind: aha_effect_kind, _ index: UInt32, _ outID: UnsafeMutablePointer<aha_id>?
) -> aha_result {
  adding(project, outID) { (project) throws(AhaError) in
    // The project refuses an effect of the host.
    try project.addEffect(
      known(kind, "effect kind"), to: Project.Owner(ownerKind, owner),
      at: index == .max ? nil : Int(index))
  }
}

@c @implementation
public func aha_project_effect_set_impulse(
  _ project: OpaquePointer?, _ effect: aha_id, _ path: UnsafePointer<CChar>?, _ normalize: UInt32
) -> aha_result {
  usingBlocking(project) { (project) throws(AhaError) in
    try project.setImpulse(
      Project.id(effect), to: FilePath(required(path, "path")), isNormalized: normalize != 0)
  }
}

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

@c @implementation
public func aha_project_effect_get(
  _ project: OpaquePointer?, _ effect: aha_id, _ info: UnsafeMutablePointer<aha_project_effect>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try Sized.check(info, "info")
    let found = try project.effect(Project.id(effect))
    var value = aha_project_effect_init()
    value.owner = found.owner.id
    value.owner_kind = found.owner.kind
    value.kind = found.kind.rawValue
    value.is_bypassed = found.isBypassed ? 1 : 0
    if let key = found.key { (value.key_kind, value.key) = (key.kind, key.id) }
    try Sized.write(value, to: info, "info")
  }
}

@c @implementation
public func aha_project_effect_get_value(
  _ project: OpaquePointer?, _ effect: aha_id, _ parameter: UInt32,
  _ value: UnsafeMutablePointer<Float>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    let out = try required(value, "value")
    let id = Project.id(effect)
    out.pointee = try project.value(
      project.parameter(numbered: parameter, of: .effect(id)), of: id)
  }
}

@c @implementation
public func aha_project_effect_set_value(
  _ project: OpaquePointer?, _ effect: aha_id, _ parameter: UInt32, _ value: Float
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    let id = Project.id(effect)
    let name = try project.parameter(numbered: parameter, of: .effect(id)).name
    try project.setEffectValue(id, name, to: value)
  }
}

@c @implementation
public func aha_project_effect_set_bypassed(
  _ project: OpaquePointer?, _ effect: aha_id, _ bypassed: UInt32
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try project.setBypassed(Project.id(effect), bypassed != 0)
  }
}

@c @implementation
public func aha_project_effect_remove(_ project: OpaquePointer?, _ effect: aha_id) -> aha_result {
  using(project) { (project) throws(AhaError) in try project.removeEffect(Project.id(effect)) }
}

@c @implementation
public func aha_project_effect_move(
  _ project: OpaquePointer?, _ effect: aha_id, _ ownerKind: aha_owner_kind, _ owner: aha_id,
  _ index: UInt32
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try project.moveEffect(
      Project.id(effect), to: Project.Owner(ownerKind, owner), at: Int(index))
  }
}

@c @implementation
public func aha_project_effect_count(
  _ project: OpaquePointer?, _ ownerKind: aha_owner_kind, _ owner: aha_id
) -> UInt32 {
  counting(project) { (project) throws(AhaError) in
    Int64(try project.effects(of: Project.Owner(ownerKind, owner)).count)
  }
}

@c @implementation
public func aha_project_effect_at(
  _ project: OpaquePointer?, _ ownerKind: aha_owner_kind, _ owner: aha_id, _ index: UInt32,
  _ outID: UnsafeMutablePointer<aha_id>?
) -> aha_result {
  finding(project, outID) { (project) throws(AhaError) in
    try element(project.effects(of: Project.Owner(ownerKind, owner)), index, "effects").id
  }
}
