import AhaDSP
import Synchronization

// How voices begin and end without a step.
extension Renderer {
  /// The length of a step at a sound's first or last sample that nobody hears: -60 dB.
  private static let quiet: Float = 1e-3

  /// The first frame after a start, a seek, or a lack of data.
  @_noLocks
  func begin(_ index: Int, at now: Int64) {
    let voice = voices + index
    voice.pointee.phase = .playing
    arm(voice)
    open(voice)
    if !voice.pointee.isAnnounced {
      voice.pointee.isAnnounced = true
      announce(.started, index, serial: voice.pointee.serial, at: now, value: 0)
    }
  }

  /// Opens the envelope: at once where a sound begins quietly, so that its attack stays whole; over
  /// the ramp elsewhere.
  @_noLocks
  func open(_ voice: UnsafeMutablePointer<Voice>) {
    voice.pointee.main.mix.smoothing.jump(to: 0)
    voice.pointee.main.isPastEnd = false
    let first = firstSample(voice)
    let isExact = voice.pointee.main.position == 0
      && max(first.left.magnitude, first.right.magnitude) <= Renderer.quiet
    voice.pointee.main.mix.envelope.jump(to: isExact ? 1 : 0)
    voice.pointee.main.mix.envelope.go(to: 1, over: ramp)
  }

  @_noLocks
  private func firstSample(_ voice: UnsafeMutablePointer<Voice>) -> StereoGain {
    var source = voice.pointee.planes
    var place = Int(voice.pointee.main.position)
    if let stream = voice.pointee.stream {
      source = StereoSource(left: stream.pointee.left, right: stream.pointee.right)
      place = Int(voice.pointee.readIndex % Int64(stream.pointee.capacity))
    } else if voice.pointee.main.position >= voice.pointee.length {
      return StereoGain(left: 0, right: 0)
    }
    return StereoGain(left: source.left[place], right: source.right[place])
  }

  /// What follows when a ramp has come to its end.
  @_noLocks
  func finishRamps(_ index: Int, at now: Int64) {
    let voice = voices + index
    if voice.pointee.hasGhost, voice.pointee.ghost.mix.envelope.isSteady {
      voice.pointee.hasGhost = false
      takePending(index)
    }
    if voice.pointee.phase == .fading, voice.pointee.main.mix.envelope.isSteady {
      finishFade(index, at: now)
    } else if voice.pointee.main.isPastEnd, voice.pointee.main.mix.smoothing.isSteady {
      if voice.pointee.phase == .fading { finishFade(index, at: now) } else { end(index, at: now) }
    }
  }

  @_noLocks
  func finishBlock(_ index: Int) {
    let voice = voices + index
    if voice.pointee.jumpedAt >= 0 {
      announce(
        .looped, index, serial: voice.pointee.serial, at: voice.pointee.jumpedAt,
        value: voice.pointee.loopsDone)
      voice.pointee.jumpedAt = -1
    }
    if !giveBack(index) { publish(voice) }
  }

  /// Shows position and state to the control threads.
  @_noLocks
  func publish(_ voice: UnsafeMutablePointer<Voice>) {
    let state: PlayerState = switch voice.pointee.phase {
    case .idle: voice.pointee.rest
    case .waiting: .waiting
    case .playing, .fading: .playing
    }
    var position = heardPosition(voice)
    if voice.pointee.pendingSeek >= 0 { position = voice.pointee.pendingSeek }
    if !voice.pointee.hasJoined, voice.pointee.wantedPosition >= 0 {
      position = voice.pointee.wantedPosition
    }
    voice.pointee.status.pointee.position.store(position, ordering: .relaxed)
    voice.pointee.status.pointee.state.store(state.rawValue, ordering: .releasing)
  }

  /// What is heard lags what is read by the latency of all effects up to the output.
  @_noLocks
  private func heardPosition(_ voice: UnsafeMutablePointer<Voice>) -> Int64 {
    let read = voice.pointee.main.position - Int64(voice.pointee.prepared.count)
    guard voice.pointee.isSounding else { return read }
    var behind = strips[voice.pointee.bus].time - clock
    if voice.pointee.isHot { behind += Int64(lead(of: voice.pointee.chain)) }
    if behind <= 0 { return read }
    let loop = voice.pointee.loop
    var position = read - behind
    if position < loop.begin, voice.pointee.loopsDone > 0 { position += loop.end - loop.begin }
    return max(voice.pointee.placedAt, position)
  }

  /// Goes on with silence, after the step from the last sample to it was smoothed.
  @_noLocks
  func endTap(_ tap: inout Tap, _ voice: UnsafeMutablePointer<Voice>) {
    tap.isPastEnd = true
    let last = lastSample(voice)
    if max(last.left.magnitude, last.right.magnitude) > Renderer.quiet {
      tap.mix.smooth(left: last.left, right: last.right, over: ramp)
    }
  }

  @_noLocks
  private func lastSample(_ voice: UnsafeMutablePointer<Voice>) -> StereoGain {
    if let stream = voice.pointee.stream {
      guard voice.pointee.readIndex > 0 else { return StereoGain(left: 0, right: 0) }
      let place = Int((voice.pointee.readIndex - 1) % Int64(stream.pointee.capacity))
      return StereoGain(left: stream.pointee.left[place], right: stream.pointee.right[place])
    }
    guard voice.pointee.length > 0 else { return StereoGain(left: 0, right: 0) }
    let place = Int(voice.pointee.length - 1)
    return StereoGain(
      left: voice.pointee.planes.left[place], right: voice.pointee.planes.right[place])
  }
}
