import AhaDSP

// Live inputs, which are mixed into their buses as players are.
extension Renderer {
  @_noLocks
  func apply(_ command: InputCommand, toInputOf bus: Int) {
    let strip = strips + bus
    switch command {
    case .add(let input):
      strip.pointee.input = input
    case .remove:
      strip.pointee.input?.pointee.leave()
      dropInputIfGone(bus)
    case .setMonitor(let level):
      strip.pointee.monitor.go(to: level, over: strip.pointee.isHeard ? ramp : 0)
    }
  }

  @_noLocks
  func mixInput(of bus: Int, _ frames: Int) {
    let strip = strips + bus
    guard let input = strip.pointee.input else { return }
    let isSound = input.pointee.read(
      to: chainScratch, frames: frames, of: max(frames, restOfBlock), isFirst: beginsBlock,
      label: strip.pointee.time)
    if isSound {
      strip.pointee.hasInput = true
      Mix.add(chainScratch.source, .unity, to: strip.pointee.buffer, frames: frames)
    }
    dropInputIfGone(bus)
  }

  @_noLocks
  private func dropInputIfGone(_ bus: Int) {
    guard let input = strips[bus].input, input.pointee.isGone else { return }
    strips[bus].input = nil
    strips[bus].monitor.jump(to: 1)
    _ = retired.push(.input(input))
  }
}
