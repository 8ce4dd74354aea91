import AhaBase
import AhaDSP
import AhaEngine

extension Session {
  /// The end of the last sound in frames, at most that of `Document.longest`; tails may follow.
  /// Errors: `state` (one loops for ever).
  public func end() throws(AhaError) -> Int64 {
    lock.lock()
    defer { lock.unlock() }
    var last: Int64 = 0
    let speeds = speedLanes()
    for id in tracks.keys.sorted() {
      guard let track = tracks[id], let row = track.row, links?.isHeard(.track(id)) ?? true
      else { continue }
      if row.loopCount < 0 {
        throw AhaError(.state, "track \(id) loops forever: set an end")
      }
      last = max(
        last, end(of: row, length: track.player.length, path: speedPath(of: row, lane: speeds[id])))
    }
    return min(last, frames(Document.longest))
  }

  func end(of row: Document.Track, length: Int64, path: SpeedPath?) -> Int64 {
    let range = range(of: row, length: length)
    let begin = max(frames(row.loopBegin), range.lowerBound)
    let period = max(0, min(frames(row.loopEnd), range.upperBound) - begin)
    let played = Int64(range.count).plusClamped(period.timesClamped(row.loopCount))
    guard let path else { return frames(row.start).plusClamped(played) }
    let rate = Double(engine.settings.sampleRate) / 1e6
    let end = path.time(from: row.start, distance: Double(played) / rate) * rate
    return frames(row.start).plusClamped(Int64(min(end.rounded(.up), Double(Int64.max / 4))))
  }

  /// By track. Invariant: the caller holds `lock`.
  func speedLanes() -> [Document.ID: SessionLane] {
    var speeds: [Document.ID: SessionLane] = [:]
    for lane in lanes.values where lane.row.isSpeed {
      if case .track(let id) = lane.row.target { speeds[id] = lane }
    }
    return speeds
  }

  /// Nil: speed 1.
  func speedPath(of row: Document.Track, lane: SessionLane?) -> SpeedPath? {
    if row.tempo != 0 { return SpeedPath(tracks[row.id]?.ratios ?? [], speed: 1) }
    let points = lane.map { $0.row.mode.plays ? $0.points : [] } ?? []
    return row.speed == 1 && points.isEmpty ? nil : SpeedPath(points, speed: row.speed)
  }
}
