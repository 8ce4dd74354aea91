import AhaBase
import AhaDSP

/// Output stage: writes the master bus to the host's buffer and feeds the recorders of the output.
struct MasterOutput {
  /// 1: mono.
  let channels: Int
  /// The bus of each pair of channels; -1: none. The first pair is the master's.
  let pairs: Buffer<Int>
  /// Limiter after the master bus; empty if the engine has none.
  var limiter = ChainLinks()

  /// Errors: `outOfMemory`.
  init(channels: Int, in memory: MemoryBlocks) throws(AhaError) {
    self.channels = channels
    pairs = try memory.claim(repeating: -1, count: max(1, channels / 2), of: "outputs")
  }

  /// Interleaves the master's block, or mixes it down to mono.
  @_noLocks
  func write(_ audio: StereoSource, to output: Floats, frames: Int) {
    switch channels {
    case 1: Interleave.mono(audio, to: output, frames: frames)
    case 2: Interleave.stereo(audio, to: output, frames: frames)
    default: Interleave.pair(audio, to: output, every: channels, frames: frames)
    }
  }

  /// Feeds recorders with exactly the frames that the host receives.
  /// - Parameter first: Head of the recorder list.
  @_noLocks
  func feed(_ first: Reference<RecorderTap>?, to output: Floats, frames: Int, label: Int64) {
    var next = first
    while let tap = next {
      tap.value.feed(
        left: output, right: output + min(1, channels - 1), stride: channels, frames: frames,
        label: label)
      next = tap.value.next
    }
  }
}
