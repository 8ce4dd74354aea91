import AhaDSP

extension Renderer {
  /// Things that can happen to a voice at one frame.
  private static let mostAtOneFrame = 16

  /// Mixes all players of a bus into it.
  @_noLocks
  func mixVoices(of bus: Int, _ frames: Int) {
    let strip = strips + bus
    var index = strip.pointee.firstVoice
    if index >= 0 { strip.pointee.hasInput = true }
    while index >= 0 {
      let next = voices[index].next
      if voices[index].renderedIn != part { mixVoice(index, strip.pointee.buffer, frames) }
      index = next
    }
    flushBatch(into: strip.pointee.buffer, frames)
    mixInput(of: bus, frames)
  }

  /// The solo gate for a bus's own players: after all of them, before other buses come in.
  @_noLocks
  func gatePlayers(of bus: Int, _ frames: Int) {
    let strip = strips + bus
    BusPass.applyRamp(&strip.pointee.playerGate, to: strip.pointee.buffer, frames: frames)
  }

  @_noLocks
  private func mixVoice(_ index: Int, _ bus: StereoTarget, _ frames: Int) {
    let voice = voices + index
    voice.pointee.renderedIn = part
    if !voice.pointee.chain.isEmpty {
      flushBatch(into: bus, frames)
      mixChained(index, frames)
      return
    }
    if isSteady(voice, from: strips[voice.pointee.bus].time, for: Int64(frames)) {
      addToBatch(voice, bus, frames)
      publish(voice)
      return
    }
    flushBatch(into: bus, frames)
    mixTaps(index, from: 0, frames, label: strips[voice.pointee.bus].time)
    finishBlock(index)
  }

  /// Mixes what a voice reads of its sound: into its bus, or to where its chain begins.
  /// - Parameters:
  ///   - offset: Where in the block.
  ///   - label: Of the first frame.
  @_noLocks
  func mixTaps(_ index: Int, from offset: Int, _ frames: Int, label: Int64) {
    var done = 0
    var stalls = 0
    while done < frames, voices[index].isListed {
      let count = mixPiece(index, at: offset + done, frames - done, label + Int64(done))
      done += count
      stalls = count > 0 ? 0 : stalls + 1
      // No more than a few things can happen at one frame; whatever comes, we never spin.
      if stalls > Renderer.mostAtOneFrame { end(index, at: label + Int64(done)) }
    }
  }

  /// Renders a voice up to the next thing that happens to it. Returns how many frames that were; 0
  /// when something happened.
  @_noLocks
  private func mixPiece(_ index: Int, at done: Int, _ room: Int, _ now: Int64) -> Int {
    let voice = voices + index
    if min(voice.pointee.startAt, voice.pointee.stopAt) <= now {
      takeSchedule(index, at: now)
      return 0
    }
    var limit = min(Int64(room), voice.pointee.startAt - now)
    limit = min(limit, voice.pointee.stopAt - now)
    if voice.pointee.phase == .idle { return Int(limit) }
    if voice.pointee.phase == .waiting {
      return wait(index, at: now) ? Int(limit) : 0
    }
    strips[voice.pointee.bus].hasInput = true
    return play(index, at: done, now, Int(limit))
  }

  /// Where a voice that is on `bus` mixes what comes at an offset.
  @_noLocks
  private func target(
    _ voice: UnsafeMutablePointer<Voice>, _ bus: Int, at offset: Int
  ) -> StereoTarget {
    voice.pointee.chain.isEmpty
      ? strips[bus].buffer.advanced(by: offset) : chainScratch.advanced(by: offset)
  }

  /// True while the voice has to wait on.
  @_noLocks
  private func wait(_ index: Int, at now: Int64) -> Bool {
    let voice = voices + index
    guard voice.pointee.isDue, hasData(voice) else { return true }
    begin(index, at: now)
    return false
  }

  @_noLocks
  private func play(_ index: Int, at offset: Int, _ now: Int64, _ limit: Int) -> Int {
    let voice = voices + index
    let bus = target(voice, voice.pointee.bus, at: offset)
    let source = nextSource(index, at: now, limit)
    guard source.frames > 0 else {
      cross(index, at: now)
      return 0
    }
    var frames = voice.pointee.main.mix.segment(source.frames)
    if voice.pointee.hasGhost { frames = mixGhost(voice, at: offset, frames) }
    mixMain(voice, source.samples, bus, frames)
    finishRamps(index, at: now + Int64(frames))
    return frames
  }

  @_noLocks
  private func mixMain(
    _ voice: UnsafeMutablePointer<Voice>, _ samples: StereoSource, _ bus: StereoTarget,
    _ frames: Int
  ) {
    if voice.pointee.main.mix.isSteady {
      Mix.add(samples, voice.pointee.main.mix.gain.value, to: bus, frames: frames)
    } else {
      voice.pointee.main.mix.add(samples, to: bus, frames: frames)
    }
    if voice.pointee.main.isPastEnd { return }
    voice.pointee.main.position += Int64(frames)
    if voice.pointee.stream != nil { consume(voice, frames) }
  }

  /// Mixes what fades out after a jump; returns how many frames that could be.
  @_noLocks
  private func mixGhost(
    _ voice: UnsafeMutablePointer<Voice>, at offset: Int, _ limit: Int
  ) -> Int {
    var frames = voice.pointee.ghost.mix.segment(limit)
    if !voice.pointee.ghost.isPastEnd {
      let left = voice.pointee.length - voice.pointee.ghost.position
      if left <= 0 { endTap(&voice.pointee.ghost, voice) } else { frames = min(frames, Int(left)) }
    }
    let samples = samples(voice, at: voice.pointee.ghost.position, voice.pointee.ghost.isPastEnd)
    let target = target(voice, voice.pointee.ghostBus, at: offset)
    strips[voice.pointee.ghostBus].hasInput = true
    voice.pointee.ghost.mix.add(samples, to: target, frames: frames)
    if !voice.pointee.ghost.isPastEnd { voice.pointee.ghost.position += Int64(frames) }
    return frames
  }

  /// The samples that a resident sound has at a position; silence past its end.
  @_noLocks
  private func samples(
    _ voice: UnsafeMutablePointer<Voice>, at position: Int64, _ isPastEnd: Bool
  ) -> StereoSource {
    isPastEnd
      ? StereoSource(left: silence, right: silence)
      : voice.pointee.planes.advanced(by: Int(position))
  }

  /// What comes next, up to the next jump, end, or lack of data; no frames when one of them is
  /// here.
  @_noLocks
  private func nextSource(
    _ index: Int, at now: Int64, _ limit: Int
  ) -> (samples: StereoSource, frames: Int) {
    let voice = voices + index
    if voice.pointee.main.isPastEnd || voice.pointee.stream == nil {
      let samples = samples(voice, at: voice.pointee.main.position, voice.pointee.main.isPastEnd)
      if voice.pointee.main.isPastEnd { return (samples, limit) }
      return (samples, min(limit, Int(voice.pointee.boundary - voice.pointee.main.position)))
    }
    return nextStreamed(index, at: now, limit)
  }

  /// At a jump, or at the end.
  @_noLocks
  private func cross(_ index: Int, at now: Int64) {
    let voice = voices + index
    if voice.pointee.jumpBack(at: now, ramp: ramp) { return }
    if voice.pointee.stream != nil, !isOver(voice) { starve(index, at: now) }
    voice.pointee.endedAt = now
    endTap(&voice.pointee.main, voice)
    finishRamps(index, at: now)
  }
}
