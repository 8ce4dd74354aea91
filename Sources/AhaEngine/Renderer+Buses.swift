import AhaDSP
import Synchronization

extension Renderer {
  /// Time over which the meters' root mean square is taken, in seconds.
  private static let meterSeconds: Float = 0.3

  /// Takes a bus from what was mixed in it to its parent: chain, gains, meter.
  @_noLocks
  func pass(_ index: Int, _ frames: Int) {
    let strip = strips + index
    watchInput(index)
    let isPaying = index == payingStrip
    if strip.pointee.isHeard ? true : isPaying {
      passAudio(index, frames)
    } else {
      skip(strip, frames)
      feedTaps(of: index, strip.pointee.buffer, frames, of: frames)
    }
    if endsCell { endCell(index) }
    switchParentWhenClosed(strip)
    if strip.pointee.isLeaving { leaveWhenQuiet(index, frames) }
  }

  @_noLocks
  private func passAudio(_ index: Int, _ frames: Int) {
    let strip = strips + index
    let came = passChain(index, frames)
    let output = strip.pointee.buffer.advanced(by: frames - came)
    var reading = scale(strip, index, output, came)
    if index == 0, limiter >= 0 {
      limit(output, came)
      reading = BusPass.apply(.unity, to: output, frames: came)
    }
    feedTaps(of: index, output, came, of: frames)
    if came == 0 { return }
    if !strip.pointee.hasInput { watchEnd(index, came, reading) }
    measure(strip, reading, came)
    if index != 0 { send(strip, output, came) }
  }

  /// Gives a bus back once no player, no fading rest of one, and no other bus goes to it.
  @_noLocks
  func leaveWhenQuiet(_ index: Int, _ frames: Int) {
    let strip = strips + index
    strip.pointee.quietFrames += frames
    if strip.pointee.firstVoice >= 0 { strip.pointee.quietFrames = 0 }
    if isParent(index) { strip.pointee.quietFrames = 0 }
    if !strip.pointee.chain.ringing.isOver { strip.pointee.quietFrames = 0 }
    guard strip.pointee.quietFrames > ramp + Renderer.block else { return }
    used[index] = false
    strip.pointee.isLeaving = false
    orderIsOld = true
    dropChanges(of: strip.pointee.chain)
    _ = retired.push(.bus(index))
  }

  @_noLocks
  private func isParent(_ index: Int) -> Bool {
    for other in 0..<maxStrips where used[other] {
      if other != index, strips[other].parent == index { return true }
    }
    return false
  }

  /// Applies the bus's gains and returns the level of the result.
  @_noLocks
  private func scale(
    _ strip: UnsafeMutablePointer<Strip>, _ index: Int, _ buffer: StereoTarget, _ frames: Int
  ) -> LevelReading {
    var reading: LevelReading
    if let gain = strip.pointee.steadyGain {
      reading = BusPass.apply(gain, to: buffer, frames: frames)
    } else {
      scaleMoving(strip, buffer, frames)
      reading = BusPass.apply(.unity, to: buffer, frames: frames)
    }
    if !reading.isFinite {
      silenceNonfinite(buffer, index, frames)
      reading = BusPass.apply(.unity, to: buffer, frames: frames)
    }
    return reading
  }

  @_noLocks
  private func scaleMoving(
    _ strip: UnsafeMutablePointer<Strip>, _ buffer: StereoTarget, _ frames: Int
  ) {
    var done = 0
    while done < frames {
      let count = strip.pointee.segment(frames - done)
      let piece = buffer.advanced(by: done)
      BusPass.applyRamp(&strip.pointee.gain, to: piece, frames: count)
      BusPass.applyRamp(&strip.pointee.gate, to: piece, frames: count)
      BusPass.applyRamp(&strip.pointee.parentGate, to: piece, frames: count)
      done += count
    }
  }

  @_noLocks
  func silenceNonfinite(_ buffer: StereoTarget, _ bus: Int, _ frames: Int) {
    let found =
      BusPass.silenceNonfinite(buffer.left, frames) + BusPass.silenceNonfinite(buffer.right, frames)
    guard found > 0 else { return }
    counters.pointee.nonfinite.wrappingAdd(Int64(found), ordering: .relaxed)
    announce(
      .nonfinite, bus, serial: strips[bus].serial, at: clock, value: Int64(found))
  }

  @_noLocks
  private func send(
    _ strip: UnsafeMutablePointer<Strip>, _ output: StereoTarget, _ frames: Int
  ) {
    let parent = strips + strip.pointee.parent
    guard monitors(strip, output, frames) else { return }
    Mix.add(output.source, .unity, to: parent.pointee.buffer, frames: frames)
    parent.pointee.hasInput = true
  }

  /// False when nothing of it goes on.
  @_noLocks
  private func monitors(
    _ strip: UnsafeMutablePointer<Strip>, _ output: StereoTarget, _ frames: Int
  ) -> Bool {
    if strip.pointee.monitor.isSteady { return strip.pointee.monitor.value != 0 }
    BusPass.applyRamp(&strip.pointee.monitor, to: output, frames: frames)
    return true
  }

  /// A bus without input: its ramps and meters go on all the same.
  @_noLocks
  private func skip(_ strip: UnsafeMutablePointer<Strip>, _ frames: Int) {
    var done = 0
    while done < frames {
      let count = strip.pointee.segment(frames - done)
      strip.pointee.gain.left.skip(count)
      strip.pointee.gain.right.skip(count)
      strip.pointee.gate.skip(count)
      strip.pointee.parentGate.skip(count)
      done += count
    }
    measure(strip, LevelReading(), frames)
  }

  @_noLocks
  private func measure(
    _ strip: UnsafeMutablePointer<Strip>, _ reading: LevelReading, _ frames: Int
  ) {
    let window = Renderer.meterSeconds * Float(sampleRate)
    let share = Float(frames) / (Float(frames) + window)
    let left = reading.sumOfSquares.left / Float(frames)
    let right = reading.sumOfSquares.right / Float(frames)
    strip.pointee.meanSquareLeft += (left - strip.pointee.meanSquareLeft) * share
    strip.pointee.meanSquareRight += (right - strip.pointee.meanSquareRight) * share
    strip.pointee.status.pointee.store(
      peak: reading.peakSquared,
      mean: StereoGain(left: strip.pointee.meanSquareLeft, right: strip.pointee.meanSquareRight))
  }

  // MARK: The tree

  @_noLocks
  private func switchParentWhenClosed(_ strip: UnsafeMutablePointer<Strip>) {
    let wanted = strip.pointee.pendingParent
    guard wanted >= 0, strip.pointee.parentGate.isSteady, strip.pointee.parentGate.value == 0
    else { return }
    // Several buses may be on their way at once: never pass through a circle.
    guard !isAncestor(strip - strips, of: wanted) else { return }
    strip.pointee.parent = wanted
    strip.pointee.pendingParent = -1
    alignTimes(strip - strips)
    strip.pointee.parentGate.go(to: 1, over: ramp)
    orderIsOld = true
  }

  @_noLocks
  private func isAncestor(_ index: Int, of other: Int) -> Bool {
    var next = other
    while next != 0 {
      if next == index { return true }
      next = strips[next].parent
    }
    return index == 0
  }

  /// Puts the used strips in order, by counting: deeper ones first, the master last.
  @_noLocks
  func sortStrips() {
    orderIsOld = false
    orderCount = 0
    for level in 0..<maxStrips { levels[level] = 0 }
    for index in 0..<maxStrips where used[index] {
      levels[depth(index)] += 1
      orderCount += 1
    }
    var place = orderCount
    for level in 0..<maxStrips {
      place -= levels[level]
      levels[level] = place
    }
    for index in 0..<maxStrips where used[index] {
      let level = depth(index)
      order[levels[level]] = index
      levels[level] += 1
    }
  }

  @_noLocks
  private func depth(_ index: Int) -> Int {
    var steps = 0
    var next = index
    while next != 0 {
      next = strips[next].parent
      steps += 1
    }
    return steps
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
