import AhaDSP
import Synchronization

// Streamed voices: how the renderer takes samples from a StreamLink.
extension Renderer {
  /// Asks for the samples from `position` on, and waits for them from now on.
  @_noLocks
  func askStream(_ voice: UnsafeMutablePointer<Voice>, for position: Int64) {
    guard let stream = voice.pointee.stream else { return }
    if voice.pointee.hasJoined {
      voice.pointee.nextLoop = voice.pointee.loop
      voice.pointee.nextLoopsLeft = voice.pointee.loopsLeft
    }
    voice.pointee.wantedEpoch = stream.pointee.ask(
      for: position, loop: voice.pointee.nextLoop, loopsLeft: voice.pointee.nextLoopsLeft)
    voice.pointee.hasJoined = false
    voice.pointee.wantedPosition = position
  }

  /// The loop changes: what was read ahead with the old loop is replaced from here on, without a
  /// gap.
  @_noLocks
  func setStreamLoop(_ voice: UnsafeMutablePointer<Voice>, _ loop: Loop) {
    guard let stream = voice.pointee.stream else { return }
    voice.pointee.wantedPosition = -1
    voice.pointee.nextLoop = loop
    voice.pointee.nextLoopsLeft = loop.count
    voice.pointee.wantedEpoch = stream.pointee.ask(
      for: voice.pointee.main.position, loop: loop, loopsLeft: loop.count)
    voice.pointee.hasJoined = false
  }

  /// Whether a waiting voice can begin.
  @_noLocks
  func hasData(_ voice: UnsafeMutablePointer<Voice>) -> Bool {
    guard let stream = voice.pointee.stream else { return true }
    if !voice.pointee.hasJoined, !join(voice, at: 0) { return false }
    let left = stream.pointee.written.load(ordering: .acquiring) - voice.pointee.readIndex
    let needed = Renderer.block + ramp + debt(of: voice.pointee.chain)
    return left >= Int64(min(needed, stream.pointee.reach))
      || stream.pointee.end.load(ordering: .acquiring) != .max
  }

  /// Goes over to the wanted epoch, `offset` frames into it, if it is there.
  @_noLocks
  private func join(_ voice: UnsafeMutablePointer<Voice>, at offset: Int64) -> Bool {
    guard let stream = voice.pointee.stream,
      stream.pointee.epoch.load(ordering: .acquiring) == voice.pointee.wantedEpoch
    else { return false }
    voice.pointee.hasJoined = true
    voice.pointee.readIndex = stream.pointee.epochStart.load(ordering: .relaxed) + offset
    voice.pointee.main.position = stream.pointee.epochPosition.load(ordering: .relaxed) + offset
    voice.pointee.placedAt = voice.pointee.main.position
    voice.pointee.loop = voice.pointee.nextLoop
    voice.pointee.loopsLeft = voice.pointee.nextLoopsLeft
    stream.pointee.consumed.store(voice.pointee.readIndex, ordering: .releasing)
    return true
  }

  /// While it plays: goes over to a new epoch that continues what is heard.
  @_noLocks
  private func joinSeamlessly(_ voice: UnsafeMutablePointer<Voice>) {
    guard let stream = voice.pointee.stream, !voice.pointee.hasJoined,
      voice.pointee.phase == .playing,
      stream.pointee.epoch.load(ordering: .acquiring) == voice.pointee.wantedEpoch
    else { return }
    let offset =
      voice.pointee.main.position - stream.pointee.epochPosition.load(ordering: .relaxed)
    let start = stream.pointee.epochStart.load(ordering: .relaxed)
    let fresh = stream.pointee.written.load(ordering: .acquiring) - start
    let isWhole = stream.pointee.end.load(ordering: .acquiring) != .max
    let wanted = offset + Int64(2 * Renderer.block + ramp)
    if offset >= 0, fresh >= wanted || isWhole && fresh > offset {
      _ = join(voice, at: offset)
    }
  }

  /// The samples that are there, up to the next jump or end; begins to fade when they run short.
  @_noLocks
  func nextStreamed(
    _ index: Int, at now: Int64, _ limit: Int
  ) -> (samples: StereoSource, frames: Int) {
    let voice = voices + index
    guard let stream = voice.pointee.stream else { return (voice.pointee.planes, 0) }
    joinSeamlessly(voice)
    let left = framesLeft(voice)
    if left < Int64(limit + ramp), !endIsKnown(voice), voice.pointee.phase == .playing {
      starve(index, at: now)
    }
    let place = Int(voice.pointee.readIndex % Int64(stream.pointee.capacity))
    var frames = min(left, Int64(min(limit, stream.pointee.capacity - place)))
    frames = min(frames, max(0, voice.pointee.boundary - voice.pointee.main.position))
    let samples = StereoSource(left: stream.pointee.left, right: stream.pointee.right)
    return (samples.advanced(by: place), Int(frames))
  }

  /// So many frames are there, without a jump or lack of any; true for resident sounds.
  @_noLocks
  func hasSupply(_ voice: UnsafeMutablePointer<Voice>, _ frames: Int) -> Bool {
    if voice.pointee.stream == nil { return true }
    guard voice.pointee.hasJoined else { return false }
    return framesLeft(voice) >= Int64(frames + (endIsKnown(voice) ? 1 : ramp))
  }

  /// As `putSteady`, from the ring. Precondition: they are there.
  @_noLocks
  func putStreamed(_ voice: UnsafeMutablePointer<Voice>, _ audio: StereoTarget, _ frames: Int) {
    guard let stream = voice.pointee.stream else { return }
    let samples = StereoSource(left: stream.pointee.left, right: stream.pointee.right)
    let place = Int(voice.pointee.readIndex % Int64(stream.pointee.capacity))
    let first = min(frames, stream.pointee.capacity - place)
    let gain = voice.pointee.main.mix.gain.value
    Mix.put(samples.advanced(by: place), gain, to: audio, frames: first)
    Mix.put(samples, gain, to: audio.advanced(by: first), frames: frames - first)
    voice.pointee.main.position += Int64(frames)
    consume(voice, frames)
  }

  @_noLocks
  private func framesLeft(_ voice: UnsafeMutablePointer<Voice>) -> Int64 {
    guard let stream = voice.pointee.stream else { return 0 }
    var limit = stream.pointee.written.load(ordering: .acquiring)
    if !voice.pointee.hasJoined,
      stream.pointee.epoch.load(ordering: .acquiring) == voice.pointee.wantedEpoch
    {
      limit = stream.pointee.epochStart.load(ordering: .relaxed)
    }
    return max(0, limit - voice.pointee.readIndex)
  }

  @_noLocks
  private func endIsKnown(_ voice: UnsafeMutablePointer<Voice>) -> Bool {
    guard let stream = voice.pointee.stream, voice.pointee.hasJoined else { return false }
    return stream.pointee.end.load(ordering: .acquiring) != .max
  }

  /// A streamed sound has come to its end.
  @_noLocks
  func isOver(_ voice: UnsafeMutablePointer<Voice>) -> Bool {
    guard let stream = voice.pointee.stream, voice.pointee.hasJoined else { return false }
    if voice.pointee.main.position >= voice.pointee.length { return true }
    return voice.pointee.readIndex >= stream.pointee.end.load(ordering: .acquiring)
  }

  @_noLocks
  func consume(_ voice: UnsafeMutablePointer<Voice>, _ frames: Int) {
    voice.pointee.readIndex += Int64(frames)
    voice.pointee.stream?.pointee.consumed.store(voice.pointee.readIndex, ordering: .releasing)
  }

  /// No data in time: fades out with what is left, and waits.
  @_noLocks
  func starve(_ index: Int, at now: Int64) {
    let voice = voices + index
    guard voice.pointee.phase == .playing else { return }
    fade(index, then: .rejoin)
    let count = counters.pointee.underruns.wrappingAdd(1, ordering: .relaxed).newValue
    announce(.underrun, index, serial: voice.pointee.serial, at: now, value: count)
  }
}
