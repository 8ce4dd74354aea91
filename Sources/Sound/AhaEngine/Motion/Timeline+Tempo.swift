import AhaBase
import AhaDSP
import CShims

// Tempos of players along the timeline.
extension Timeline {
  /// Automates the tempo of a player at its pitch, in place of its speed: a clip is at the position
  /// that the ratios have led to. A jump becomes a ramp as long as a grain of the pitch effect,
  /// after which the position is that of the jump.
  /// - Parameter points: As those of a speed lane: ratios in `Player.tempoRatios`, of which the
  ///   curves are steps or exponential.
  /// Errors: `invalidArgument`, `limit` (effects, latency), `outOfMemory`, `released`.
  public func setTempoLane(
    of player: Player, points: [AutomationPoint]
  ) throws(AhaError) {
    try check(player.engine)
    for point in points where !Player.tempoRatios.contains(Double(point.value)) {
      throw AhaError(.invalidArgument, "tempo ratio of \(point.value) is not in 0.25 to 4")
    }
    let pitch = try player.automatedPitch()
    let ramped = points.ramped(over: Int64(PitchKernel.window(latency: pitch.latency)))
    let cents = ramped.earlier(by: Int64(PitchKernel.lead(latency: pitch.latency))).map {
      AutomationPoint(
        time: $0.time,
        value: -1200 * Float(shim_precise_log(Double($0.value)) / shim_precise_log(2)),
        curve: $0.curve == .exponential ? .linear : $0.curve)
    }
    try setLane(of: pitch, parameter: 0, id: 0, points: cents)
    try setSpeedLane(of: player, id: 0, points: ramped, mode: .read)
  }

  /// Removes the lane; the tempo is that of the sound, the speed is the last one.
  public func removeTempoLane(of player: Player) throws(AhaError) {
    try check(player.engine)
    guard let pitch = player.engine.lock.locked({ player.tempoPitch }) else { return }
    try removeSpeedLane(of: player)
    try removeLane(of: pitch, parameter: 0)
    try pitch.set(0, value: 0, over: nil)
  }
}

extension [AutomationPoint] {
  /// Jumps between constant values as exponential ramps, with the same distance before and after.
  /// Jumps without room for a ramp stay.
  fileprivate func ramped(over length: Int64) -> [AutomationPoint] {
    var result: [AutomationPoint] = []
    for (index, point) in enumerated() {
      guard let last = result.last, last.curve == .step, point.curve == .step,
        last.value != point.value
      else {
        result.append(point)
        continue
      }
      let (from, to) = (Double(last.value), Double(point.value))
      // The mean of the ramp is that of `late` of it at the old value, and the rest at the new one.
      let mean = (to - from) / shim_precise_log(to / from)
      let late = Int64((Double(length) * (to - mean) / (to - from)).rounded())
      let (begin, end) = (point.time - late, point.time - late + length)
      let isLast = index + 1 == count
      guard begin > last.time, isLast || self[index + 1].time > end else {
        result.append(point)
        continue
      }
      result.append(AutomationPoint(time: begin, value: last.value, curve: .exponential))
      result.append(AutomationPoint(time: end, value: point.value, curve: .step))
    }
    return result
  }

  /// The same curve at earlier times; it begins at 0.
  fileprivate func earlier(by frames: Int64) -> [AutomationPoint] {
    withBuffer { points in
      if points.isEmpty { return [] }
      let next = points.count(upTo: frames)
      let value = points.value(at: frames, before: next, isStepped: false)
      let curve = next == 0 ? AutomationCurve.step : points[next - 1].curve
      let rest = points.array.dropFirst(next).map {
        AutomationPoint(time: $0.time - frames, value: $0.value, curve: $0.curve)
      }
      return [AutomationPoint(time: 0, value: value, curve: curve)] + rest
    }
  }
}
