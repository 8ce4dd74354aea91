import AhaBase
import AhaDSP

/// Output stage: writes the master bus to the host's buffer and feeds the recorders of the output.
struct MasterOutput {
  /// 1: mono.
  let channels: Int
  /// Limiter after the master bus; empty if the engine has none.
  var limiter = ChainLinks()

  /// Interleaves the master's block, or mixes it down to mono.
  @_noLocks
  func write(_ audio: StereoSource, to output: Floats, frames: Int) {
    if channels == 1 {
      Interleave.mono(audio, to: output, frames: frames)
    } else {
      Interleave.stereo(audio, to: output, frames: frames)
    }
  }

  /// Feeds recorders with exactly the frames that the host receives.
  /// - Parameter first: Head of the recorder list.
  @_noLocks
  func feed(_ first: Reference<RecorderTap>?, to output: Floats, frames: Int, label: Int64) {
    var next = first
    while let tap = next {
      tap.value.feed(
        left: output, right: output + (channels - 1), stride: channels, frames: frames, label: label
      )
      next = tap.value.next
    }
  }
}
