import AhaBase
import AhaDSP

// Tempo of voices: the speed changes where the voice reads, the pitch where the grains that start
// there have their middle.
extension Renderer {
  /// - Parameter pitch: The effect that cancels the change of the pitch.
  @_noLocks
  func setTempo(
    _ index: Int, octaves: Double, over fade: Fade, pitch: Int, drive: Reference<SpeedDrive>
  ) {
    let latency = chains.effects[pitch].unit.value.latency
    // A shorter ramp of the speed would be over before the grains have followed it.
    let edge = Fade.edge(fade, ramp: max(ramp, PitchKernel.window(latency: latency)))
    let cents = Float(-1200 * octaves)
    chains.effects[pitch].followed = nil
    if voices[index].isSounding {
      let start = label(of: index) - Int64(PitchKernel.lead(latency: latency))
      chains.add(
        Change(frame: start, parameter: 0, value: cents, fade: edge, next: -1), to: pitch)
    } else {
      chains.dropChanges(of: chains.effects.reference(pitch))
      chains.set(pitch, parameter: 0, value: cents, over: Fade(), isHeard: isHeard(pitch))
      reports.countChangeDone()
    }
    _ = voices[index].apply(.setTempo(octaves: octaves, over: edge), new: drive, over: ramp)
  }

  /// - Parameters:
  ///   - tempo: Of the sound; 0: the voice stops following and keeps its tempo.
  ///   - pitch: As of `setTempo`.
  @_noLocks
  func follow(_ index: Int, tempo: Double, pitch: Int, drive: Reference<SpeedDrive>) {
    let now = label(of: index)
    if tempo == 0 {
      if !drive.value.follower.isOn { return }
      let octaves = drive.value.octaves(at: now)
      return setTempo(index, octaves: octaves, over: Fade(), pitch: pitch, drive: drive)
    }
    let latency = chains.effects[pitch].unit.value.latency
    let window = PitchKernel.window(latency: latency)
    chains.dropChanges(of: chains.effects.reference(pitch))
    _ = voices[index].apply(
      .follow(tempo: tempo, at: now, over: window), new: drive, over: ramp)
    chains.effects[pitch].followed = drive
    chains.effects[pitch].followDue = .min
  }

  /// Changes the tempo of the clock, and moves the starts that wait for a beat.
  @_noLocks
  func apply(_ order: TempoOrder) {
    let now = horizon
    if !beats.value.add(order, horizon: now) { reports.countTemposDone(1) }
    beats.value.publish(at: clock, to: reports)
    for bus in 0..<buses.capacity where buses.used[bus] {
      var index = voices.first(on: bus)
      while index >= 0 {
        voices.moveStarts(index, from: now)
        index = voices[index].next
      }
    }
    voices.moveDeferred(from: now)
  }
}
