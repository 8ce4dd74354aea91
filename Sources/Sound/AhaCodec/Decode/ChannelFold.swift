import AhaBase

/// Downmixes frames of any number of channels to one or two.
///
/// One and two channels are unchanged. Three and more become stereo by `ChannelPosition.gains`,
/// divided by the sum of the louder side, so that full scale is never exceeded and the balance is
/// kept. More than eight channels without known positions go to left and right alternately, with
/// equal gains.
struct ChannelFold {
  let inputs: Int
  let outputs: Int
  /// Gains for left and right of each input, alternating; empty without a downmix.
  private let gains: [Float]

  init(channels: Int, positions: [ChannelPosition]?) {
    inputs = channels
    outputs = min(channels, 2)
    gains = channels > 2 ? ChannelFold.gains(channels, positions: positions) : []
  }

  private static func gains(_ channels: Int, positions: [ChannelPosition]?) -> [Float] {
    guard let known = positions ?? ChannelPosition.usualOrder(channels) else {
      return normalized((0..<channels).flatMap { $0 % 2 == 0 ? [1, 0] : [0, 1] })
    }
    return normalized(known.flatMap { [$0.gains.left, $0.gains.right] })
  }

  private static func normalized(_ gains: [Float]) -> [Float] {
    var sums = (left: Float(0), right: Float(0))
    for index in gains.indices {
      if index % 2 == 0 { sums.left += gains[index] } else { sums.right += gains[index] }
    }
    let largest = max(sums.left, sums.right)
    return largest > 0 ? gains.map { $0 / largest } : gains
  }

  /// Downmixes interleaved frames in place: the result is in the first `outputs * frames` samples.
  func fold(_ samples: Floats, frames: Int) {
    guard inputs > 2 else { return }
    gains.withUnsafeBufferPointer { gains in
      for frame in 0..<frames {
        let source = samples + frame * inputs
        var (left, right) = (Float(0), Float(0))
        for channel in 0..<inputs {
          left += source[channel] * gains[2 * channel]
          right += source[channel] * gains[2 * channel + 1]
        }
        samples[2 * frame] = left
        samples[2 * frame + 1] = right
      }
    }
  }
}
