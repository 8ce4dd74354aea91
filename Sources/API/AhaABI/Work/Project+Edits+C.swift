import AhaBase
import AhaProject
import CAha

@c @implementation
public func aha_project_start_edit(
  _ project: OpaquePointer?, _ title: UnsafePointer<CChar>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try project.beginEdit(Text.given(title, "title"))
  }
}

@c @implementation
public func aha_project_save_edit(_ project: OpaquePointer?) -> aha_result {
  using(project) { (project) throws(AhaError) in try project.endEdit() }
}

@c @implementation
public func aha_project_cancel_edit(_ project: OpaquePointer?) -> aha_result {
  using(project) { (project) throws(AhaError) in try project.cancelEdit() }
}

@c @implementation
public func aha_project_undo(_ project: OpaquePointer?) -> aha_result {
  walking(project) { (project) throws(AhaError) in try project.undo() }
}

@c @implementation
public func aha_project_redo(_ project: OpaquePointer?) -> aha_result {
  walking(project) { (project) throws(AhaError) in try project.redo() }
}

/// Runs the body of a function that returns AHA_END if there is nothing to undo or redo.
private func walking(
  _ project: OpaquePointer?, _ body: (Project) throws(AhaError) -> String?
) -> aha_result {
  var isEnd = false
  let result = using(project) { (project) throws(AhaError) in isEnd = try body(project) == nil }
  return result == aha_result(AHA_OK) && isEnd ? aha_result(AHA_END) : result
}

// MARK: Markers

@c @implementation
public func aha_marker_add(
  _ project: OpaquePointer?, _ timeUs: Int64, _ name: UnsafePointer<CChar>?,
  _ outID: UnsafeMutablePointer<aha_id>?
) -> aha_result {
  adding(project, outID) { (project) throws(AhaError) in
    try project.addMarker(at: timeUs, named: Text.given(name, "name"))
  }
}

@c @implementation
public func aha_marker_set(
  _ project: OpaquePointer?, _ marker: aha_id, _ timeUs: Int64, _ name: UnsafePointer<CChar>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try project.setMarker(Project.id(marker), at: timeUs, named: Text.given(name, "name"))
  }
}

@c @implementation
public func aha_marker_remove(_ project: OpaquePointer?, _ marker: aha_id) -> aha_result {
  using(project) { (project) throws(AhaError) in try project.removeMarker(Project.id(marker)) }
}

@c @implementation
public func aha_marker_count(_ project: OpaquePointer?) -> UInt32 {
  counting(project) { (project) throws(AhaError) in try project.markerCount() }
}

@c @implementation
public func aha_marker_at(
  _ project: OpaquePointer?, _ index: UInt32, _ outID: UnsafeMutablePointer<aha_id>?
) -> aha_result {
  finding(project, outID) { (project) throws(AhaError) in try project.marker(at: Int64(index)).id }
}

@c @implementation
public func aha_marker_get(
  _ project: OpaquePointer?, _ marker: aha_id, _ info: UnsafeMutablePointer<aha_marker>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try Sized.check(info, "info")
    var value = aha_marker_init()
    value.time_us = try project.marker(Project.id(marker)).time
    try Sized.write(value, to: info, "info")
  }
}

@c @implementation
public func aha_marker_copy_name(
  _ project: OpaquePointer?, _ marker: aha_id, _ text: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try Text.copyOut(project.marker(Project.id(marker)).name, text, capacity, outLength)
  }
}
