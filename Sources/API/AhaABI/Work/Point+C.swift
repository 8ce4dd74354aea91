import AhaBase
import AhaDSP
import AhaProject
import CAha

extension AutomationPoint {
  /// Errors: `invalidArgument`.
  fileprivate init(_ point: aha_point, _ index: Int) throws(AhaError) {
    guard let curve = AutomationCurve(rawValue: Int64(point.curve)) else {
      throw AhaError(.invalidArgument, "point \(index): there is no curve \(point.curve)")
    }
    self.init(time: point.time_us, value: point.value, curve: curve)
  }
}

private func points(
  _ points: UnsafePointer<aha_point>?, _ count: Int
) throws(AhaError) -> [AutomationPoint] {
  if count == 0 { return [] }
  let points = try required(points, "points")
  guard (1...(1 << 28)).contains(count) else {
    throw AhaError(.invalidArgument, "count \(UInt(bitPattern: count)) is over 2^28")
  }
  var copy: [AutomationPoint] = []
  copy.reserveCapacity(count)
  for index in 0..<count { copy.append(try AutomationPoint(points[index], index)) }
  return copy
}

private func range(_ begin: Int64, _ end: Int64) throws(AhaError) -> ClosedRange<Int64> {
  guard begin >= 0, begin <= end else {
    throw AhaError(.invalidArgument, "\(begin) to \(end) us is no time")
  }
  return begin...end
}

@c @implementation
public func aha_lane_add_points(
  _ project: OpaquePointer?, _ lane: aha_id, _ given: UnsafePointer<aha_point>?, _ count: Int
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try project.addPoints(points(given, count), to: Project.id(lane))
  }
}

@c @implementation
public func aha_lane_remove_points(
  _ project: OpaquePointer?, _ lane: aha_id, _ beginUs: Int64, _ endUs: Int64,
  _ outCount: UnsafeMutablePointer<UInt64>?
) -> aha_result {
  outCount?.pointee = 0
  return using(project) { (project) throws(AhaError) in
    let count = try project.removePoints(of: Project.id(lane), in: range(beginUs, endUs))
    outCount?.pointee = UInt64(clamping: count)
  }
}

@c @implementation
public func aha_lane_replace_points(
  _ project: OpaquePointer?, _ lane: aha_id, _ beginUs: Int64, _ endUs: Int64,
  _ given: UnsafePointer<aha_point>?, _ count: Int
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try project.replacePoints(
      of: Project.id(lane), in: range(beginUs, endUs), with: points(given, count))
  }
}

@c @implementation
public func aha_lane_copy_points(
  _ project: OpaquePointer?, _ lane: aha_id, _ beginUs: Int64, _ endUs: Int64,
  _ buffer: UnsafeMutablePointer<aha_point>?, _ capacity: Int,
  _ outCount: UnsafeMutablePointer<Int>?
) -> aha_result {
  outCount?.pointee = 0
  return using(project) { (project) throws(AhaError) in
    let found = try project.points(of: Project.id(lane), in: range(beginUs, endUs))
    outCount?.pointee = found.count
    guard let buffer else { return }
    for (index, point) in found.prefix(max(0, capacity)).enumerated() {
      buffer[index] = aha_point(
        time_us: point.time, value: point.value, curve: aha_point_curve(point.curve.rawValue))
    }
    if found.count > capacity {
      throw AhaError(.bufferTooSmall, "\(found.count) points, room for \(capacity)")
    }
  }
}
