import AhaArguments
import AhaBase
import AhaDSP
import AhaProject
import CAha

extension AutomationPoint {
  /// Errors: `invalidArgument`.
  fileprivate init(point: aha_point, at index: Int) throws(AhaError) {
    guard let curve = AutomationCurve(rawValue: Int64(point.curve)) else {
      throw AhaError(.invalidArgument, "point \(index): there is no curve \(point.curve)")
    }
    self.init(time: point.time_us, value: point.value, curve: curve)
  }
}

private func hostPoints(
  _ points: UnsafePointer<aha_point>?, count: Int
) throws(AhaError) -> [AutomationPoint] {
  if count == 0 { return [] }
  let points = try required(points, "points")
  guard (1...(1 << 28)).contains(count) else {
    throw AhaError(.invalidArgument, "count \(UInt(bitPattern: count)) is over 2^28")
  }
  var copy: [AutomationPoint] = []
  copy.reserveCapacity(count)
  for index in 0..<count { copy.append(try AutomationPoint(point: points[index], at: index)) }
  return copy
}

private func range(begin: Int64, end: Int64) throws(AhaError) -> ClosedRange<Int64> {
  guard begin >= 0, begin <= end else {
    throw AhaError(.invalidArgument, "\(begin) to \(end) us is no time")
  }
  return begin...end
}

extension Document {
  func addPoints(
    _ lane: ID, pointer given: UnsafePointer<aha_point>?, count: Int
  ) throws(AhaError) { try addPoints(hostPoints(given, count: count), to: lane) }

  func removePoints(_ lane: ID, beginUs: Int64, endUs: Int64) throws(AhaError) -> Int64 {
    try removePoints(of: lane, in: range(begin: beginUs, end: endUs))
  }

  func replacePoints(
    _ lane: ID, beginUs: Int64, endUs: Int64, pointer given: UnsafePointer<aha_point>?, count: Int
  ) throws(AhaError) {
    try replacePoints(
      of: lane, in: range(begin: beginUs, end: endUs), with: hostPoints(given, count: count))
  }

  func lanePoints(_ lane: ID, beginUs: Int64, endUs: Int64) throws(AhaError) -> [AutomationPoint] {
    try points(of: lane, in: range(begin: beginUs, end: endUs))
  }
}
