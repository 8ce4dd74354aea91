import AhaDSP

/// The way from the master bus to the host's buffer, and to the recorders of the output.
struct MasterOutput {
  /// 1: mono.
  let channels: Int
  /// The limiter behind the master bus, if the engine has one.
  var limiter = ChainLinks()

  /// Interleaves the master's block, or folds it to mono.
  @_noLocks
  func write(_ audio: StereoSource, to output: UnsafeMutablePointer<Float>, frames: Int) {
    if channels == 1 {
      Interleave.mono(audio, to: output, frames: frames)
    } else {
      Interleave.stereo(audio, to: output, frames: frames)
    }
  }

  /// Feeds recorders with the very frames that the host gets.
  /// - Parameter first: The head of their list.
  @_noLocks
  func feed(
    _ first: UnsafeMutablePointer<RecorderTap>?, _ output: UnsafePointer<Float>, _ frames: Int,
    label: Int64
  ) {
    var next = first
    while let tap = next {
      tap.pointee.feed(
        output, output + (channels - 1), stride: channels, frames: frames, label: label)
      next = tap.pointee.next
    }
  }
}
