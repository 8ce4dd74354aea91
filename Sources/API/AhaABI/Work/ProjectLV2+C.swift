import AhaBase
import AhaProject
import CAha

@c @implementation
public func aha_project_effect_add_lv2(
  _ project: OpaquePointer?, _ ownerKind: aha_owner_kind, _ owner: aha_id,
  _ uri: UnsafePointer<CChar>?, _ index: UInt32, _ outID: UnsafeMutablePointer<aha_id>?
) -> aha_result {
  adding(project, outID) { (project) throws(AhaError) in
    try project.addPlugin(
      Text.given(uri, "uri"), to: Project.Owner(ownerKind, owner),
      at: index == .max ? nil : Int(index))
  }
}

@c @implementation
public func aha_project_effect_set_lv2_state(
  _ project: OpaquePointer?, _ effect: aha_id, _ state: UnsafePointer<CChar>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try project.setPluginState(Project.id(effect), to: Text.given(state, "state"))
  }
}
