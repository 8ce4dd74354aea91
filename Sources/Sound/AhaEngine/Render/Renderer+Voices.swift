import AhaBase
import AhaDSP

extension Renderer {
  /// Max count of state changes of a voice at one frame.
  private static let maxAtOneFrame = 16

  /// Mixes all players of a bus into it.
  @_noLocks
  func mixVoices(of bus: Int, frames: Int) {
    let buffer = buses[bus].buffer
    if voices.areDeferred(on: bus) { buses[bus].hasInput = true }
    var index = voices.first(on: bus)
    while index >= 0 {
      let next = voices[index].next
      // One that has moved here in this part begins in the next one.
      if voices[index].renderedIn != part {
        buses[bus].hasInput = true
        mixVoice(index, bus: buffer, frames: frames)
      }
      index = next
    }
    batch.flush(to: buffer, frames: frames)
    mixInput(of: bus, frames: frames)
  }

  @_noLocks
  private func mixVoice(_ index: Int, bus: StereoTarget, frames: Int) {
    voices[index].renderedIn = part
    if voices[index].phase == .waiting, voices.deferStart(index) { return }
    if !voices[index].chain.isEmpty {
      batch.flush(to: bus, frames: frames)
      mixChained(index, frames: frames)
      return
    }
    if voices[index].isSteady(from: buses[voices[index].bus].time, for: Int64(frames)) {
      batch.add(&voices[index], to: bus, frames: frames)
      publish(index)
      return
    }
    batch.flush(to: bus, frames: frames)
    mixTaps(index, from: 0, frames: frames, label: buses[voices[index].bus].time)
    finishBlock(index)
  }

  /// Mixes the samples of a voice's sound into its bus, or into the input of its chain.
  /// - Parameters:
  ///   - offset: Frames from the start of the block.
  ///   - label: Label of the first frame.
  @_noLocks
  func mixTaps(_ index: Int, from offset: Int, frames: Int, label: Int64) {
    var done = 0
    var stalls = 0
    while done < frames, voices[index].isListed {
      let count = mixPiece(index, at: offset + done, space: frames - done, now: label + Int64(done))
      done += count
      stalls = count > 0 ? 0 : stalls + 1
      // Bounds the loop: after too many changes at one frame the voice ends.
      if stalls > Renderer.maxAtOneFrame { voices.end(index, at: label + Int64(done)) }
    }
  }

  /// Renders a voice up to its next state change. Returns the count of frames; 0 if the state
  /// changed.
  @_noLocks
  private func mixPiece(_ index: Int, at done: Int, space: Int, now: Int64) -> Int {
    if min(voices[index].startAt, voices[index].stopAt) <= now {
      if voices.isShot(index) {
        voices.applyDue(index, record: shots.table.reference(index - voices.firstShot), at: now)
      } else {
        voices.applySchedule(index, at: now)
      }
      return 0
    }
    var limit = min(Int64(space), voices[index].startAt - now)
    limit = min(limit, voices[index].stopAt - now)
    if voices[index].phase == .idle { return Int(limit) }
    if voices[index].phase == .waiting {
      return wait(index, at: now) ? Int(limit) : 0
    }
    buses[voices[index].bus].hasInput = true
    if voices[index].isVaried { return playAtSpeed(index, at: done, now: now, space: Int(limit)) }
    return play(index, at: done, now: now, limit: Int(limit))
  }

  /// Mix destination of a voice on `bus` at an offset of the block.
  @_noLocks
  func target(_ index: Int, bus: Int, at offset: Int) -> StereoTarget {
    voices[index].chain.isEmpty
      ? buses[bus].buffer.advanced(by: offset) : chainScratch.advanced(by: offset)
  }

  /// True while the voice must keep waiting.
  @_noLocks
  private func wait(_ index: Int, at now: Int64) -> Bool {
    guard voices[index].isDue, hasData(index) else { return true }
    voices.begin(index, at: now)
    return false
  }

  /// True if a waiting voice can begin.
  @_noLocks
  func hasData(_ index: Int) -> Bool {
    if voices[index].stream == nil { return true }
    return voices[index].hasData(Renderer.block + ramp + chains.framesToPrime(voices[index].chain))
  }

  @_noLocks
  private func play(_ index: Int, at offset: Int, now: Int64, limit: Int) -> Int {
    let bus = target(index, bus: voices[index].bus, at: offset)
    let source = nextSource(index, at: now, limit: limit)
    guard source.frames > 0 else {
      cross(index, at: now)
      return 0
    }
    var frames = voices[index].main.mix.segment(source.frames)
    if voices[index].hasTail { frames = mixTail(index, at: offset, limit: frames) }
    voices[index].mixMain(source.samples, to: bus, frames: frames)
    voices.finishRamps(index, at: now + Int64(frames))
    return frames
  }

  /// Mixes the crossfade tail into the bus that the tail stayed on; returns the count of frames.
  @_noLocks
  private func mixTail(_ index: Int, at offset: Int, limit: Int) -> Int {
    let frames = voices[index].tailSegment(limit, ramp: ramp)
    buses[voices[index].tailBus].hasInput = true
    voices[index].mixTail(
      to: target(index, bus: voices[index].tailBus, at: offset), frames: frames, silence: silence)
    return frames
  }

  /// Source of the next frames, up to the next jump, end, or lack of data; 0 frames if one of them
  /// is due now. Starts a fade-out if the data runs short.
  @_noLocks
  private func nextSource(
    _ index: Int, at now: Int64, limit: Int
  ) -> (samples: StereoSource, frames: Int) {
    if either(voices[index].stream == nil, voices[index].main.isPastEnd) {
      let samples = voices[index].main.source(in: voices[index].planes, silence: silence)
      if voices[index].main.isPastEnd { return (samples, limit) }
      return (samples, min(limit, Int(voices[index].boundary - voices[index].main.position)))
    }
    voices[index].joinSeamlessly(over: ramp)
    let left = voices[index].framesLeft
    if voices[index].isShort(of: limit + ramp, left: left) { voices.starve(index, at: now) }
    return voices[index].streamedSource(limit, left: left)
  }

  /// Jumps back at the loop's end, or ends at the sound's end.
  @_noLocks
  func cross(_ index: Int, at now: Int64) {
    if voices[index].jumpBack(at: now, ramp: ramp) { return }
    if voices.continueWithNext(index, at: now) { return }
    if voices[index].stream != nil, !voices[index].isOver { voices.starve(index, at: now) }
    voices[index].endedAt = now
    voices[index].endMain(over: ramp)
    voices.finishRamps(index, at: now)
  }

  @_noLocks
  func finishBlock(_ index: Int) {
    voices.reportJump(index)
    voices.finishFormer(index)
    voices[index].refreshSpeed()
    if voices.isShot(index) {
      let shot = index - voices.firstShot
      giveBack(shot, at: shots.table[shot].end)
      return
    }
    if !retire(index) { publish(index) }
  }

  /// Passes a retired voice to the control threads; returns true if it was retired.
  @_noLocks
  func retire(_ index: Int) -> Bool {
    guard voices[index].isRetired else { return false }
    chains.dropChanges(of: voices[index].chain)
    dropAgenda(ofEffectsIn: voices[index].chain)
    if buses.hasFeeds { chains.dropKeys(of: voices[index].chain) }
    chains.bury(voices[index].drive?.value.removeLane())
    reports.retire(.player(index))
    return true
  }

  /// Publishes position and state to the control threads. The output lags the read position by the
  /// latency of all effects up to the output.
  @_noLocks
  func publish(_ index: Int) {
    let isSounding = voices[index].isSounding
    voices[index].publish(behind: isSounding ? label(of: index) - clock : 0)
  }
}
