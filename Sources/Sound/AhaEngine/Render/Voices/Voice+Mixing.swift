import AhaBase
import AhaDSP

// Mixes the samples of one voice: steady pieces, and ramps after its chain.
extension Voice {
  /// True if plain mixing of a resident sound is all that happens in `frames` frames from `time`
  /// on.
  @_noLocks
  mutating func isSteady(from time: Int64, for frames: Int64) -> Bool {
    stream == nil ? isUnmoved(from: time, for: frames) : false
  }

  /// Like `isSteady`, for resident and streamed sounds.
  @_noLocks
  mutating func isUnmoved(from time: Int64, for frames: Int64) -> Bool {
    guard phase == .playing, !isVaried, !hasTail, !main.isPastEnd, former == nil, pendingSeek < 0,
      startAt >= time + frames, stopAt >= time + frames, main.mix.envelope.isSteady,
      main.mix.contour.isSteady, main.mix.gain.left.isSteady, main.mix.gain.right.isSteady,
      main.mix.smoothing.isSteady
    else { return false }
    let position = main.position
    let loops = loopsLeft > 0 && position <= loop.end
    if following != nil { return position + frames < boundary }
    return position + frames < (loops ? loop.end : range.end)
  }

  /// Mixes from the main read position and advances it.
  @_noLocks
  mutating func mixMain(_ samples: StereoSource, to target: StereoTarget, frames: Int) {
    if main.mix.isSteady {
      Mix.add(samples, gain: main.mix.factors, to: target, frames: frames)
    } else {
      main.mix.add(samples, to: target, frames: frames)
    }
    if main.isPastEnd { return }
    main.position += Int64(frames)
    if stream != nil { consume(frames) }
  }

  /// Length of the longest piece of `limit` frames in which the crossfade tail does not change
  /// state.
  @_noLocks
  mutating func tailSegment(_ limit: Int, ramp: Int) -> Int {
    let left = tail.isPastEnd ? 0 : tailFramesLeft
    if left > 0 { return min(tail.mix.segment(limit), Int(left)) }
    if !tail.isPastEnd { endTail(over: ramp) }
    return tail.mix.segment(limit)
  }

  /// Mixes the crossfade tail.
  @_noLocks
  mutating func mixTail(to target: StereoTarget, frames: Int, silence: Floats) {
    if tail.isPastEnd {
      let silence = StereoSource(left: silence, right: silence)
      return tail.mix.add(silence, to: target, frames: frames)
    }
    tail.mix.add(tailSamples, to: target, frames: frames)
    tail.position += Int64(frames)
    consumeTail(frames)
  }

  /// Writes the next frames of an unchanged sound; silence if only the effects' tail is left.
  /// Precondition: `isUnmoved`, `hasSupply`.
  @_noLocks
  mutating func put(to audio: StereoTarget, frames: Int) {
    if phase == .idle {
      audio.clear(frames: frames)
    } else if stream == nil {
      putSteady(to: audio, frames: frames)
    } else {
      putStreamed(to: audio, frames: frames)
    }
  }

  /// Precondition: `isSteady`.
  @_noLocks
  mutating func putSteady(to audio: StereoTarget, frames: Int) {
    Mix.put(
      planes.advanced(by: Int(main.position)), gain: main.mix.factors, to: audio, frames: frames)
    main.position += Int64(frames)
  }

  @_noLocks
  private mutating func putStreamed(to audio: StereoTarget, frames: Int) {
    guard let stream else { return }
    let samples = StereoSource(left: stream.value.left, right: stream.value.right)
    let index = Int(source.readIndex % Int64(stream.value.capacity))
    let first = min(frames, stream.value.capacity - index)
    let gain = main.mix.factors
    Mix.put(samples.advanced(by: index), gain: gain, to: audio, frames: first)
    Mix.put(samples, gain: gain, to: audio.advanced(by: first), frames: frames - first)
    main.position += Int64(frames)
    consume(frames)
  }

  /// Mixes the chain's output with the voice's gain and pan.
  @_noLocks
  mutating func mixFader(_ output: StereoTarget, to target: StereoTarget, frames: Int) {
    if fader.isSteady {
      Mix.add(output.source, gain: fader.value, to: target, frames: frames)
      return
    }
    var done = 0
    while done < frames {
      let count = fader.segment(frames - done)
      let piece = output.advanced(by: done)
      BusPass.applyRamp(&fader, to: piece, frames: count)
      Mix.add(piece.source, gain: .unity, to: target.advanced(by: done), frames: count)
      if gains.isMoving, fader.isSteady { gains.advance(&fader) }
      done += count
    }
  }
}

extension Tap {
  /// Samples of a resident sound from the present position; silence past its end.
  @_noLocks
  func source(in planes: StereoSource, silence: Floats) -> StereoSource {
    isPastEnd
      ? StereoSource(left: silence, right: silence) : planes.advanced(by: Int(position))
  }
}
