import AhaBase
import AhaDSP

// Live inputs; mixed into their buses as players are.
extension Renderer {
  @_noLocks
  func apply(_ command: InputCommand, toInputOf bus: Int) {
    switch command {
    case .add(let input):
      buses[bus].input = input
    case .remove:
      buses[bus].input?.value.leave()
      dropInputIfGone(bus)
    case .setMonitor(let level):
      buses[bus].monitor.go(to: level, over: buses[bus].isHeard ? ramp : 0)
    }
  }

  @_noLocks
  func mixInput(of bus: Int, frames: Int) {
    guard let input = buses[bus].input else { return }
    let isSound = input.value.read(
      to: chainScratch, frames: frames, of: max(frames, restOfBlock), isFirst: beginsBlock,
      label: buses[bus].time)
    if isSound { buses[bus].add(chainScratch.source, frames: frames) }
    dropInputIfGone(bus)
  }

  @_noLocks
  private func dropInputIfGone(_ bus: Int) {
    guard let input = buses[bus].input, input.value.isGone else { return }
    buses[bus].input = nil
    buses[bus].monitor.jump(to: 1)
    reports.retire(.input(input))
  }
}
