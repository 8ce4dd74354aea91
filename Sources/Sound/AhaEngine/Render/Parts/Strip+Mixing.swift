import AhaBase
import AhaDSP
import Synchronization

// Mix stages of a bus's block on its way to the parent: gains, ramps, meter, recorders.
extension Strip {
  /// Averaging time of the meters' root mean square, in seconds.
  private static let meterSeconds: Float = 0.3

  @_noLocks
  mutating func clear(_ frames: Int) {
    buffer.clear(frames: frames)
    hasInput = false
  }

  /// Adds samples at an offset of the block.
  @_noLocks
  mutating func add(_ samples: StereoSource, at offset: Int = 0, frames: Int) {
    hasInput = true
    Mix.add(samples, gain: .unity, to: buffer.advanced(by: offset), frames: frames)
  }

  /// Applies the solo gate to the bus's own players: after all of them, before other buses are
  /// mixed in.
  @_noLocks
  mutating func gatePlayers(_ frames: Int) {
    BusPass.applyRamp(&playerGate, to: buffer, frames: frames)
  }

  /// Applies the bus's gains, in place.
  /// - Returns: The level of the result.
  @_noLocks
  mutating func scale(_ audio: StereoTarget, frames: Int) -> LevelReading {
    if let gain = steadyGain { return BusPass.apply(gain, to: audio, frames: frames) }
    var done = 0
    while done < frames {
      let count = segment(frames - done)
      let piece = audio.advanced(by: done)
      BusPass.applyRamp(&gain, to: piece, frames: count)
      continueGain()
      BusPass.applyRamp(&gate, to: piece, frames: count)
      if history == nil { BusPass.applyRamp(&parentGate, to: piece, frames: count) }
      done += count
    }
    return BusPass.apply(.unity, to: audio, frames: frames)
  }

  @_noLocks
  private mutating func continueGain() {
    if gains.isMoving, gain.isSteady { gains.advance(&gain) }
  }

  /// Advances the ramps and meters of a bus without input.
  @_noLocks
  mutating func skip(_ frames: Int, sampleRate: Int) {
    skipPause(frames)
    var done = 0
    while done < frames {
      let count = segment(frames - done)
      gain.left.skip(count)
      gain.right.skip(count)
      continueGain()
      gate.skip(count)
      if history == nil { parentGate.skip(count) }
      done += count
    }
    measure(LevelReading(), frames: frames, sampleRate: sampleRate)
  }

  @_noLocks
  mutating func measure(_ reading: LevelReading, frames: Int, sampleRate: Int) {
    let window = Strip.meterSeconds * Float(sampleRate)
    let share = Float(frames) / (Float(frames) + window)
    let left = reading.sumOfSquares.left / Float(frames)
    let right = reading.sumOfSquares.right / Float(frames)
    meanSquareLeft += (left - meanSquareLeft) * share
    meanSquareRight += (right - meanSquareRight) * share
    status.value.store(
      peak: reading.peakSquared,
      mean: StereoGain(left: meanSquareLeft, right: meanSquareRight))
  }

  /// Applies the monitor ramp; returns false if the bus sends nothing to its parent.
  @_noLocks
  mutating func monitors(_ output: StereoTarget, frames: Int) -> Bool {
    if monitor.isSteady { return monitor.value != 0 }
    BusPass.applyRamp(&monitor, to: output, frames: frames)
    return true
  }

  // MARK: Recorders

  @_noLocks
  mutating func attach(_ tap: Reference<RecorderTap>) {
    tap.value.next = firstTap
    firstTap = tap
  }

  @_noLocks
  mutating func detach(_ tap: Reference<RecorderTap>) {
    if firstTap == tap { firstTap = tap.value.next }
    var other = firstTap
    while let before = other {
      if before.value.next == tap { before.value.next = tap.value.next }
      other = before.value.next
    }
    tap.value.isDetached.store(true, ordering: .releasing)
  }

  /// Feeds the bus's output to its recorders, after its chain; not used for the master.
  /// - Parameter label: Label of the first frame.
  @_noLocks
  func feedTaps(_ audio: StereoTarget, frames: Int, label: Int64) {
    var next = firstTap
    while let tap = next {
      tap.value.feed(
        left: audio.left, right: audio.right, stride: 1, frames: frames, label: label)
      next = tap.value.next
    }
  }
}

extension BusStatus {
  @_noLocks
  fileprivate func store(peak: StereoGain, mean: StereoGain) {
    peakSquaredLeft.max(peak.left.bitPattern, ordering: .relaxed)
    peakSquaredRight.max(peak.right.bitPattern, ordering: .relaxed)
    meanSquareLeft.store(mean.left.bitPattern, ordering: .relaxed)
    meanSquareRight.store(mean.right.bitPattern, ordering: .relaxed)
  }
}

extension LevelReading {
  var isFinite: Bool {
    @_noLocks get { (sumOfSquares.left + sumOfSquares.right).isFinite }
  }
}
