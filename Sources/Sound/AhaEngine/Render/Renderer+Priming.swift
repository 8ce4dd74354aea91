import AhaBase
import AhaDSP

// Buses run ahead of their parents by the latency of their chains.
extension Renderer {
  /// Primes the chains of buses, once per change: mixes as many frames as effects with latency
  /// absorb before their first output. From then on their buses run ahead by that many frames, and
  /// so do all buses that send to them. Buses that lag most are mixed first.
  @_noLocks
  func primeBuses() {
    guard needsPriming else { return }
    needsPriming = false
    var level = planPriming()
    isPriming = level > 0
    while level > 0 {
      let next = levelToPrime(below: level)
      var left = level - next
      while left > 0 {
        let count = cut(min(Renderer.block, left), priming: level)
        mixVoices(count, priming: level)
        mixBuses(count, priming: level)
        left -= count
      }
      for rank in 0..<buses.count where buses[buses[at: rank]].toPrime == level {
        buses[buses[at: rank]].toPrime = next
      }
      level = next
    }
    isPriming = false
  }

  /// Counts the frames that each bus must mix, from the master to the leaves; returns the greatest
  /// count.
  @_noLocks
  private func planPriming() -> Int {
    var greatest = 0
    for rank in stride(from: buses.count - 1, through: 0, by: -1) {
      let index = buses[at: rank]
      var frames = framesToPrime(index)
      if index != 0, buses[index].history != nil {
        let output = buses[index].time - Int64(chains.lead(of: buses[index].chain))
        frames += max(0, Int(wantedTime(ofOutput: index) - output))
      } else if index != 0 {
        frames += buses[buses[index].parent].toPrime
      }
      buses[index].toPrime = frames
      greatest = max(greatest, frames)
    }
    return greatest
  }

  @_noLocks
  private func levelToPrime(below level: Int) -> Int {
    var next = 0
    for rank in 0..<buses.count {
      let frames = buses[buses[at: rank]].toPrime
      if frames < level { next = max(next, frames) }
    }
    return next
  }

  @_noLocks
  func framesToPrime(_ index: Int) -> Int {
    let own = chains.framesToPrime(buses[index].chain)
    return index == 0 ? own + chains.framesToPrime(output.limiter) : own
  }
}
