import AhaDSP

// Live inputs, which are mixed into their buses as players are.
extension Renderer {
  @_noLocks
  func applyToInput(_ command: Command) {
    let strip = strips + command.index
    switch command.kind {
    case .addInput:
      strip.pointee.input = UnsafeMutablePointer(bitPattern: Int(command.first))
    case .removeInput:
      strip.pointee.input?.pointee.leave()
      dropInputIfGone(command.index)
    case .setMonitor:
      strip.pointee.monitor.go(to: command.left, over: strip.pointee.isHeard ? ramp : 0)
    default: break
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
    _ = retired.push(Retired(kind: .input, index: Int(bitPattern: input)))
  }
}
