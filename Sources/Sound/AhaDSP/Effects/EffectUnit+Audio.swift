import AhaBase

extension EffectUnit {
  /// Reads the first frames, which have no output. Precondition: absorbed + frames <= latency.
  /// - Parameter apart: See `process`.
  @_noLocks
  public mutating func absorb(_ audio: StereoSource, apart: StereoSource? = nil, frames: Int) {
    kernel.absorb(audio, frames: frames)
    dry.pass(apart == nil ? audio : apart!, to: nil, frames: frames)
    absorbed += frames
  }

  /// Processes the next frames in place. Precondition: absorbed == latency.
  /// - Parameters:
  ///   - scratch: Space for the same count of frames; the content is ignored.
  ///   - key: The signal that a kernel with a side-chain measures; nil: its input.
  ///   - apart: A signal to delay by the latency instead of the input. The kernel's output is then
  ///     not blended with it.
  @_noLocks
  public mutating func process(
    _ audio: StereoTarget, frames: Int, scratch: StereoTarget, key: StereoSource? = nil,
    apart: StereoTarget? = nil
  ) {
    var done = 0
    while done < frames {
      if cellLeft == 0, isMoving { cellLeft = beginCell(isHeard: apart == nil ? runs : true) }
      if latency == 0 { watchForSleep() }
      var count = frames - done
      if sleepIn > 0 { count = min(count, sleepIn) }
      if cellLeft > 0 { count = min(count, cellLeft) }
      if presence.frames > 0 { count = min(count, presence.frames) }
      let piece = key == nil ? nil : key!.advanced(by: done)
      if let apart {
        processApart(
          audio.advanced(by: done), apart: apart.advanced(by: done), frames: count,
          scratch: scratch, key: piece)
      } else {
        processPiece(audio.advanced(by: done), frames: count, scratch: scratch, key: piece)
      }
      if cellLeft > 0 { cellLeft -= count }
      done += count
    }
  }

  @_noLocks
  private mutating func processPiece(
    _ audio: StereoTarget, frames: Int, scratch: StereoTarget, key: StereoSource?
  ) {
    if latency == 0 {
      processPrompt(audio, frames: frames, scratch: scratch, key: key)
    } else {
      let isWhole = presence.isSteady && presence.value == 1
      dry.pass(audio.source, to: isWhole ? nil : scratch, frames: frames)
      kernel.process(audio, frames: frames)
      if !isWhole { blend(scratch.source, audio: audio, frames: frames) }
    }
  }

  @_noLocks
  private mutating func processApart(
    _ audio: StereoTarget, apart: StereoTarget, frames: Int, scratch: StereoTarget,
    key: StereoSource?
  ) {
    if latency == 0 { return runAwake(audio, frames: frames, key: key) }
    kernel.process(audio, frames: frames)
    dry.pass(apart.source, to: scratch, frames: frames)
    apart.copy(scratch.source, frames: frames)
  }

  /// A kernel without latency does not run while it is inaudible, outside a transition of a chain.
  private var runs: Bool {
    @_noLocks get {
      guard latency == 0, presence.isSteady else { return true }
      return presence.value != 0
    }
  }

  /// A kernel without latency does not run while it is inaudible; it restarts from a reset state.
  @_noLocks
  private mutating func processPrompt(
    _ audio: StereoTarget, frames: Int, scratch: StereoTarget, key: StereoSource?
  ) {
    if presence.isSteady {
      if presence.value == 1 {
        runAwake(audio, frames: frames, key: key)
      } else {
        missesInput = true
      }
      return
    }
    scratch.copy(audio.source, frames: frames)
    runKernel(audio, frames: frames, key: key)
    blend(scratch.source, audio: audio, frames: frames)
    if presence.isSteady, presence.value == 0 { restKernel() }
  }

  /// Runs a kernel without latency. Its delay lines would repeat an edge of the input, so the input
  /// fades in after a gap.
  @_noLocks
  private mutating func runKernel(_ audio: StereoTarget, frames: Int, key: StereoSource?) {
    if missesInput {
      missesInput = false
      kernel.gateInput(to: 0, over: 0)
      if !isShut { kernel.gateInput(to: 1, over: ramp) }
    }
    if let key {
      kernel.process(audio, key: key, frames: frames)
    } else {
      kernel.process(audio, frames: frames)
    }
  }

  /// Starts the countdown to sleep when the kernel becomes neutral.
  @_noLocks
  private mutating func watchForSleep() {
    guard !isMoving, kernel.isNeutral else {
      sleepIn = -1
      return
    }
    if sleepIn < 0 { sleepIn = kernel.tail + 1 }
  }

  @_noLocks
  private mutating func runAwake(_ audio: StereoTarget, frames: Int, key: StereoSource?) {
    if sleepIn == 0 {
      missesInput = true
      return
    }
    runKernel(audio, frames: frames, key: key)
    guard sleepIn > 0 else { return }
    sleepIn -= frames
    if sleepIn == 0 { restKernel() }
  }

  /// Puts the kernel to sleep. It may run again with the next frame, so its input then fades in.
  @_noLocks
  mutating func restKernel() {
    kernel.reset()
    missesInput = true
  }

  /// audio = dry + (audio - dry) * presence
  @_noLocks
  private mutating func blend(_ dry: StereoSource, audio: StereoTarget, frames: Int) {
    if presence.isSteady {
      return audio.copy(dry, frames: frames)
    }
    var share = presence.value
    for frame in 0..<frames {
      share += presence.step
      audio.left[frame] = dry.left[frame] + (audio.left[frame] - dry.left[frame]) * share
      audio.right[frame] = dry.right[frame] + (audio.right[frame] - dry.right[frame]) * share
    }
    presence.advance(frames, reached: share)
  }
}
