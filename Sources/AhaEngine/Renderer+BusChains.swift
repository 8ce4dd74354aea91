import AhaDSP

// The chains of buses. A bus is mixed ahead of its parent by the latency of its chain.
extension Renderer {
  /// Mixes, once, what effects with latency have to take in before they give anything: their buses
  /// are that much ahead from then on.
  @_noLocks
  func payDebts() {
    guard hasDebts else { return }
    hasDebts = false
    for place in 0..<orderCount {
      let index = order[place]
      payingStrip = index
      while busDebt(index) > 0 {
        mix(under: index, cut(under: index, min(Renderer.block, busDebt(index))))
      }
    }
    payingStrip = -1
  }

  @_noLocks
  private func busDebt(_ index: Int) -> Int {
    let own = debt(of: strips[index].chain)
    return index == 0 ? own + debt(of: outputChain) : own
  }

  @_noLocks
  func isUnder(_ root: Int, _ index: Int) -> Bool {
    // One that has been given back since they were sorted is not ours any more.
    guard used[index] else { return false }
    if root == 0 { return true }
    var next = index
    while next != 0 {
      if next == root { return true }
      next = strips[next].parent
    }
    return false
  }

  /// Sends a bus's block through its chain; returns how many frames came out.
  @_noLocks
  func passChain(_ index: Int, _ frames: Int) -> Int {
    let strip = strips + index
    if strip.pointee.chain.isEmpty { return frames }
    if !BusPass.isFinite(strip.pointee.buffer.source, frames: frames) {
      silenceNonfinite(strip.pointee.buffer, index, frames)
    }
    let before = lead(of: strip.pointee.chain)
    let came = pass(
      &strip.pointee.chain, strip.pointee.buffer, frames, label: strip.pointee.time,
      scratch: dryScratch)
    let output = strip.pointee.buffer.advanced(by: frames - came)
    if guardFinite(strip.pointee.chain, output, came, index) {
      shiftTimes(under: index, by: -before)
      hasDebts = true
    }
    return came
  }

  @_noLocks
  func limit(_ audio: StereoTarget, _ frames: Int) {
    let ahead = lead(of: strips[0].chain)
    let label = strips[0].time - Int64(ahead)
    _ = run(outputChain, audio, frames, label: label, scratch: dryScratch)
  }

  // MARK: Tails

  @_noLocks
  func watchInput(_ index: Int) {
    if strips[index].hasInput { strips[index].chain.ringing.feed() }
  }

  @_noLocks
  func endCell(_ index: Int) {
    let strip = strips + index
    if strip.pointee.chain.ringing.isOver { return }
    var frames = tail(of: strip.pointee.chain)
    if index == 0 { frames += tail(of: outputChain) }
    strip.pointee.chain.ringing.endCell(Renderer.block, tail: frames, sampleRate: sampleRate)
    if strip.pointee.chain.ringing.isOver { dropDelays(index) }
  }

  @_noLocks
  func watchEnd(_ index: Int, _ frames: Int, _ reading: LevelReading) {
    let strip = strips + index
    let peak = max(reading.peakSquared.left, reading.peakSquared.right)
    if strip.pointee.chain.ringing.hear(peakSquared: peak) {
      let ahead = Int64(lead(of: strip.pointee.chain))
      lastEnd = max(lastEnd, strip.pointee.time - ahead + Int64(frames))
    }
  }

  /// The bus is silent: what removed effects left of their latency goes.
  @_noLocks
  func dropDelays(_ index: Int) {
    let strip = strips + index
    let before = lead(of: strip.pointee.chain)
    var effect = strip.pointee.chain.first
    while effect >= 0 {
      let next = effects[effect].next
      if effects[effect].stage == .leaving { drop(effect, from: &strip.pointee.chain) }
      effect = next
    }
    shiftTimes(under: index, by: lead(of: strip.pointee.chain) - before)
  }

  /// A player plays, or something of it is still to be heard.
  var isSounding: Bool { active > 0 || clock < lastEnd || hasRingingBus }

  private var hasRingingBus: Bool {
    for index in 0..<maxStrips where used[index] {
      if !strips[index].chain.isEmpty, !strips[index].chain.ringing.isOver { return true }
    }
    return false
  }

  // MARK: Times

  /// A bus has come to another parent: its time is its parent's and its own lead.
  @_noLocks
  func alignTimes(_ index: Int) {
    let strip = strips + index
    let wanted = strips[strip.pointee.parent].time + Int64(lead(of: strip.pointee.chain))
    shiftTimes(under: index, by: Int(wanted - strip.pointee.time))
  }

  @_noLocks
  private func shiftTimes(under root: Int, by frames: Int) {
    guard frames != 0 else { return }
    for index in 0..<maxStrips where used[index] {
      if isUnder(root, index) { strips[index].time += Int64(frames) }
    }
  }
}

extension LevelReading {
  var isFinite: Bool {
    @_noLocks get { (sumOfSquares.left + sumOfSquares.right).isFinite }
  }
}
