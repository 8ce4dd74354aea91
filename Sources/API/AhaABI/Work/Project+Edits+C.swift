import AhaBase
import AhaProject
import CAha

/// Runs the body of a function that returns AHA_END if there is nothing to undo or redo.
private func walking(
  _ project: OpaquePointer?, _ body: (Project) throws(AhaError) -> String?
) -> aha_result {
  var isEnd = false
  let result = using(project) { (project) throws(AhaError) in isEnd = try body(project) == nil }
  return result == aha_result(AHA_OK) && isEnd ? aha_result(AHA_END) : result
}

@c @implementation
public func aha_project_copy_undo_title(
  _ project: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  walking(project) { (project) throws(AhaError) in
    let title = try project.nextTitle(undone: false)
    try Text.copyOut(title ?? "", text, capacity, outLength)
    return title
  }
}

@c @implementation
public func aha_project_copy_redo_title(
  _ project: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  walking(project) { (project) throws(AhaError) in
    let title = try project.nextTitle(undone: true)
    try Text.copyOut(title ?? "", text, capacity, outLength)
    return title
  }
}

// MARK: Markers

@c @implementation
public func aha_marker_at(
  _ project: OpaquePointer?, _ index: UInt32, _ outID: UnsafeMutablePointer<aha_id>?,
  _ outTimeUs: UnsafeMutablePointer<Int64>?
) -> aha_result {
  outTimeUs?.pointee = 0
  return adding(project, outID) { (project) throws(AhaError) in
    let marker = try project.marker(at: Int64(index))
    outTimeUs?.pointee = marker.time
    return marker.id
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
