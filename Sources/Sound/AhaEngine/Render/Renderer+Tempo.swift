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
}
