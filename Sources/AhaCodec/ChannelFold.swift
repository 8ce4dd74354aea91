/// Folds frames of any number of channels down to one or two.
///
/// One and two channels stay as they are. Three and more become stereo by `ChannelPosition.gains`,
/// divided by the larger side's sum, so that what is within full scale stays within it and the
/// sides keep their balance. More than eight channels of unknown places go to the left and the
/// right in turn, all equally loud.
struct ChannelFold {
  let inputs: Int
  let outputs: Int
  /// Gains for left and right of each input, in turn; empty where nothing is folded.
  private let gains: [Float]

  init(channels: Int, positions: [ChannelPosition]?) {
    inputs = channels
    outputs = min(channels, 2)
    gains = channels > 2 ? ChannelFold.gains(channels, positions) : []
  }

  private static func gains(_ channels: Int, _ positions: [ChannelPosition]?) -> [Float] {
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

  /// Folds interleaved frames where they are: the result takes the first `outputs * frames` places.
  func fold(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
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
