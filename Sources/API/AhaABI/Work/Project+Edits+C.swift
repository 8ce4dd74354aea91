import AhaBase
import AhaProject
import CAha

// MARK: Markers

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
