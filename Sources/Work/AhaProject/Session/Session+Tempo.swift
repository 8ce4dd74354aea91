import AhaBase
import AhaDSP
import AhaEngine

// Tracks that follow the tempo of the project: their speed moves along the timeline, and their
// pitch stays. Invariant: the caller holds `lock`.
extension Session {
  /// Ends it for tracks that no longer follow, before their own lanes continue.
  func endTempos() throws(AhaError) {
    for id in tracks.keys.sorted() {
      guard let track = tracks[id], let row = track.clip, row.tempo == 0, !track.ratios.isEmpty
      else { continue }
      try timeline.removeTempoLane(of: track.player)
      try track.player.setSpeed(row.speed)
      (track.ratios, track.placed) = ([], nil)
    }
  }

  func matchTempos() throws(AhaError) {
    for id in tracks.keys.sorted() {
      guard let track = tracks[id], let row = track.clip, row.tempo != 0 else { continue }
      let ratios = try document.tempoRatios(of: row)
      if ratios == track.ratios { continue }
      try timeline.setTempoLane(of: track.player, points: ratios.map { heard($0) })
      (track.ratios, track.placed) = (ratios, nil)
    }
  }
}
