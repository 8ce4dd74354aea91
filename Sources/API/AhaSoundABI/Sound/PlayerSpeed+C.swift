import AhaArguments
import AhaBase
import AhaDSP
import AhaEngine
import CAha

extension Player {
  func setSpeedPoints(
    _ points: UnsafePointer<aha_speed_point>?, count: Int, clock: LaneClock
  ) throws(AhaError) {
    var lane: [AutomationPoint] = []
    if count != 0 {
      try require(UInt64(bitPattern: Int64(count)), in: 1...(1 << 24), "count")
      let points = try required(points, "points")
      lane.reserveCapacity(count)
      for index in 0..<count { lane.append(try AutomationPoint(points[index])) }
    }
    try setSpeedLane(lane, on: clock)
  }
}

extension AutomationPoint {
  init(_ point: aha_speed_point) throws(AhaError) {
    self.init(
      time: Int64(clamping: point.frame), value: point.speed,
      curve: try known(point.curve, "curve"))
  }
}
