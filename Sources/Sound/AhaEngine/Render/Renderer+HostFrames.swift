import AhaBase
import AhaDSP
import CShims

/// Result of a render of the host's frames.
public struct HostFrames: BitwiseCopyable {
  /// Frames written.
  public var count = 0
  /// There was no input, and the sound of the effects has ended.
  public var isOver = false
}

// Sends frames of the host through the chain of a bus, apart from the renders of the engine. Each
// forgets the sound of the other, because their frames have different labels.
extension Renderer {
  /// - Parameters:
  ///   - input: Interleaved; nil: silence, until the sound of the effects has ended.
  ///   - output: May be the input.
  /// Invariant: caller holds the engine's render flag.
  @_noLocks
  func render(
    _ input: Floats?, frames: Int, channels: Int, throughChainOf bus: Int, to output: Floats
  ) -> HostFrames {
    applyCommands()
    let state = shim_flush_denormals()
    beginHostFrames(bus)
    var made = HostFrames()
    var done = 0
    while done < frames {
      var count = min(Renderer.block, frames - done)
      if let input {
        buses[bus].chain.ringing.feed()
        read(input + done * channels, channels: channels, frames: count)
      } else {
        let tail = chains.tail(of: buses[bus].chain)
        count = min(count, Int(buses[bus].chain.ringing.endInput(tail: tail)))
        if count == 0 { break }
        chainScratch.clear(frames: count)
      }
      let came = passHostFrames(count, of: bus, isTail: input == nil)
      write(
        chainScratch.advanced(by: count - came), channels: channels, frames: came,
        to: output + made.count * channels)
      made.count += came
      done += count
    }
    made.isOver = input == nil ? buses[bus].chain.ringing.isOver : false
    shim_restore_denormals(state)
    return made
  }

  @_noLocks
  private func beginHostFrames(_ bus: Int) {
    guard buses[bus].hostFrames < 0 else { return }
    let lead = chains.lead(of: buses[bus].chain)
    chains.cool(&buses[bus].chain)
    buses.shiftTimes(under: bus, by: -lead)
    buses[bus].hostFrames = 0
    hasHostFrames = true
  }

  /// Makes the chains that the host has fed those of the engine's renders again.
  @_noLocks
  func endHostFrames() {
    hasHostFrames = false
    needsPriming = true
    for rank in 0..<buses.count where buses[buses[at: rank]].hostFrames >= 0 {
      let bus = buses[at: rank]
      chains.cool(&buses[bus].chain)
      buses[bus].hostFrames = -1
    }
  }

  /// The next frames of the host are the first.
  @_noLocks
  func resetHostFrames(of bus: Int) {
    guard buses[bus].hostFrames >= 0 else { return }
    chains.finishMoves(buses[bus].chain)
    chains.cool(&buses[bus].chain)
    buses[bus].hostFrames = 0
  }

  /// Sends the frames of the scratch through the chain; returns the count of frames produced, which
  /// are the last ones.
  @_noLocks
  private func passHostFrames(_ frames: Int, of bus: Int, isTail: Bool) -> Int {
    if buses[bus].chain.isEmpty { return frames }
    _ = silenceNonfinite(of: bus, in: chainScratch, frames: frames)
    let came = chains.pass(
      &buses[bus].chain, audio: chainScratch, frames: frames, label: buses[bus].hostFrames,
      scratch: dryScratch)
    buses[bus].hostFrames += Int64(frames)
    let audio = chainScratch.advanced(by: frames - came)
    if silenceNonfinite(of: bus, in: audio, frames: came) { chains.recover(buses[bus].chain) }
    if isTail {
      let peak = BusPass.apply(.unity, to: audio, frames: came).peakSquared
      _ = buses[bus].chain.ringing.hear(peakSquared: max(peak.left, peak.right))
      buses[bus].chain.ringing.endCell(frames, tail: 0, sampleRate: sampleRate)
    }
    return came
  }

  @_noLocks
  private func silenceNonfinite(of bus: Int, in audio: StereoTarget, frames: Int) -> Bool {
    if BusPass.isFinite(audio.source, frames: frames) { return false }
    silenceNonfinite(audio, bus: bus, frames: frames)
    return true
  }

  /// Both sides of the scratch are the one channel of a mono input.
  @_noLocks
  private func read(_ input: Floats, channels: Int, frames: Int) {
    if channels == 2 {
      return Interleave.separate(input, to: chainScratch, frames: frames)
    }
    chainScratch.left.copy(input.prefix(frames))
    chainScratch.right.copy(input.prefix(frames))
  }

  @_noLocks
  private func write(_ audio: StereoTarget, channels: Int, frames: Int, to output: Floats) {
    if channels == 2 { return Interleave.stereo(audio.source, to: output, frames: frames) }
    Interleave.mono(audio.source, to: output, frames: frames)
  }
}
