import AhaBase
import AhaEngine
import AhaProject
import CAha

@c @implementation
public func aha_project_bus_add_send(
  _ project: OpaquePointer?, _ ownerKind: aha_owner_kind, _ owner: aha_id, _ destination: aha_id,
  _ options: UnsafePointer<aha_send_options>?, _ outID: UnsafeMutablePointer<aha_id>?
) -> aha_result {
  adding(project, outID) { (project) throws(AhaError) in
    let asked = try Sized.read(options, "options", default: aha_send_options_init())
    let point: SendPoint = try known(asked.point, "point")
    // Not max(): NaN must stay NaN, which the project refuses.
    let gain = asked.gain_db < -120 ? -120 : asked.gain_db
    return try project.addSend(
      from: Project.Owner(ownerKind, owner), to: Project.busID(destination),
      beforeFader: point == .beforeFader, gainDb: gain)
  }
}

@c @implementation
public func aha_project_bus_get_send(
  _ project: OpaquePointer?, _ send: aha_id, _ info: UnsafeMutablePointer<aha_project_send>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try Sized.check(info, "info")
    let found = try project.send(Project.id(send))
    var value = aha_project_send_init()
    value.owner = found.owner.id
    value.owner_kind = found.owner.kind
    let point: SendPoint = found.isBeforeFader ? .beforeFader : .afterFader
    value.point = point.rawValue
    try Sized.write(value, to: info, "info")
  }
}

@c @implementation
public func aha_project_effect_set_sidechain(
  _ project: OpaquePointer?, _ effect: aha_id, _ keyKind: aha_owner_kind, _ key: aha_id
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    let owner = key == 0 ? nil : try Project.Owner(keyKind, key)
    try project.setSidechain(Project.id(effect), to: owner)
  }
}

@c @implementation
public func aha_project_bus_duck(
  _ project: OpaquePointer?, _ ownerKind: aha_owner_kind, _ owner: aha_id,
  _ keyKind: aha_owner_kind, _ key: aha_id, _ options: UnsafePointer<aha_duck_options>?,
  _ outID: UnsafeMutablePointer<aha_id>?
) -> aha_result {
  adding(project, outID) { (project) throws(AhaError) in
    try project.addDucking(
      of: Project.Owner(ownerKind, owner), by: Project.Owner(keyKind, key), Ducking(options))
  }
}
