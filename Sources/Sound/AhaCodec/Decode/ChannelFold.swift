import AhaBase

/// Mixes frames of any number of channels to one or two, or keeps their channels.
///
/// Three and more channels become stereo by `ChannelPosition.gains`, divided by the sum of the
/// louder side, so that full scale is never exceeded and the balance is kept. More than eight
/// channels without known positions go to left and right alternately, with equal gains. Mono is the
/// mean of left and right, and a mono sound is equal on both sides of stereo.
public struct ChannelFold {
  public let inputs: Int
  public let outputs: Int
  /// Gains for left and right of each input, alternating; empty if the channels are kept.
  private let gains: [Float]

  /// - Parameter outputs: 1, 2 or `channels`; nil: at most 2.
  init(channels: Int, positions: [ChannelPosition]?, to outputs: Int? = nil) {
    inputs = channels
    self.outputs = outputs ?? min(channels, 2)
    if self.outputs == channels {
      gains = []
    } else if channels > 2 {
      gains = ChannelFold.gains(channels, positions: positions)
    } else {
      gains = channels == 1 ? [1, 1] : [1, 0, 0, 1]
    }
  }

  /// Keeps the channels.
  public init(keeping channels: Int) {
    self.init(channels: channels, positions: nil, to: channels)
  }

  /// The downmix of channels whose positions are the usual ones.
  public init(downmixing channels: Int) { self.init(channels: channels, positions: nil) }

  /// Gains for left and right of each input, alternating.
  public init(gains: [Float]) {
    (inputs, outputs) = (gains.count / 2, 2)
    self.gains = gains
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

  /// Whether the frames change.
  var isActive: Bool { !gains.isEmpty }

  /// The planes mixed to one or two. Unchanged planes are shared. Errors: `outOfMemory`.
  public func fold(_ planes: SampleBuffer) throws(AhaError) -> SampleBuffer {
    guard isActive else { return planes }
    if let left = unchanged(0), let right = unchanged(1) {
      return SampleBuffer(borrowing: planes.plane(left), right: planes.plane(right)) {
        _ = planes
      }
    }
    let mix = try SampleBuffer(channels: 2, frames: planes.frames)
    for channel in 0..<inputs {
      let source = planes.plane(channel)
      for side in 0..<2 where gains[2 * channel + side] != 0 {
        let (target, gain) = (mix.plane(side), gains[2 * channel + side])
        for frame in 0..<planes.frames { target[frame] += source[frame] * gain }
      }
    }
    return mix
  }

  /// The only channel of a side, at gain 1; nil: the side is a mix.
  private func unchanged(_ side: Int) -> Int? {
    let heard = (0..<inputs).filter { gains[2 * $0 + side] != 0 }
    return heard.count == 1 && gains[2 * heard[0] + side] == 1 ? heard[0] : nil
  }

  /// Mixes interleaved frames in place: the result is in the first `outputs * frames` samples.
  func fold(_ samples: Floats, frames: Int) {
    guard isActive else { return }
    gains.withUnsafeBufferPointer { gains in
      for index in 0..<frames {
        // Backwards where the frames grow.
        let frame = outputs > inputs ? frames - 1 - index : index
        let source = samples + frame * inputs
        var (left, right) = (Float(0), Float(0))
        for channel in 0..<inputs {
          left += source[channel] * gains[2 * channel]
          right += source[channel] * gains[2 * channel + 1]
        }
        if outputs == 1 {
          samples[frame] = (left + right) / 2
        } else {
          samples[2 * frame] = left
          samples[2 * frame + 1] = right
        }
      }
    }
  }
}
