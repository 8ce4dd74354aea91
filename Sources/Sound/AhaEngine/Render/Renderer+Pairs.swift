import AhaBase
import AhaDSP

// Pairs of output channels after the first one, which is the master's. Each pair in use has a bus
// with a history. The output reads the history at the renderer's clock, so that all pairs have one
// latency, whatever effects the master has.
extension Renderer {
  /// Registers the bus of a pair: it renders from the engine's next frame on.
  @_noLocks
  func addPair(_ index: Int) {
    buses[index].time = clock
    output.pairs[buses[index].pair] = index
  }

  /// Writes the pairs after the first one; a pair without a bus is silent.
  @_noLocks
  func writePairs(to host: Floats, count: Int) {
    for pair in 1..<output.pairs.count {
      let bus = output.pairs[pair]
      if bus >= 0, let history = buses[bus].history, history.value.isHeard(from: clock) {
        history.value.read(count, at: clock, into: chainScratch)
      } else {
        chainScratch.clear(frames: count)
      }
      Interleave.pair(
        chainScratch.source, to: host + 2 * pair, every: output.channels, frames: count)
    }
  }
}
