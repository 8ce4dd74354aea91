import AhaBase

/// Summing while the gain, an envelope, a contour or a smoothed step ramps.
public struct RampedMix {
  public var gain: StereoRamp
  /// Fades at start, stop and seek.
  public var envelope: Ramp
  /// Level of the host's envelope and velocity.
  public var contour = Ramp(1)
  /// Weight of the smoothed step; ramps from 1 to 0.
  public var smoothing: Ramp
  /// Added to the source times `smoothing`, so that a jump has no discontinuity.
  public var stepLeft: Float = 0
  public var stepRight: Float = 0

  @_noLocks
  public init(gain: StereoGain, envelope: Float) {
    self.gain = StereoRamp(gain)
    self.envelope = Ramp(envelope)
    smoothing = Ramp(0)
  }

  /// No ramp is active: plain `Mix` with `factors` has the same result.
  public var isSteady: Bool {
    @_noLocks get {
      gain.isSteady && envelope.isSteady && smoothing.isSteady && contour.isSteady
    }
  }

  /// The gains of both channels. Precondition: `isSteady`.
  public var factors: StereoGain {
    @_noLocks get {
      let open = envelope.value * contour.value
      return StereoGain(left: gain.left.value * open, right: gain.right.value * open)
    }
  }

  /// The max count of frames, up to `limit`, before a ramp ends.
  @_noLocks
  public func segment(_ limit: Int) -> Int {
    var frames = gain.segment(limit)
    if envelope.frames > 0 { frames = min(frames, envelope.frames) }
    if smoothing.frames > 0 { frames = min(frames, smoothing.frames) }
    if contour.frames > 0 { frames = min(frames, contour.frames) }
    return frames
  }

  /// target += (source + step * smoothing) * (gain * (envelope * contour)); advances all ramps.
  /// Precondition: frames <= segment(frames).
  @_noLocks
  public mutating func add(_ source: StereoSource, to target: StereoTarget, frames: Int) {
    var gainLeft = gain.left.value
    var gainRight = gain.right.value
    var open = envelope.value
    var smooth = smoothing.value
    var level = contour.value
    for frame in 0..<frames {
      gainLeft += gain.left.step
      gainRight += gain.right.step
      open += envelope.step
      smooth += smoothing.step
      level += contour.step
      let height = open * level
      target.left[frame] += (source.left[frame] + stepLeft * smooth) * (gainLeft * height)
      target.right[frame] += (source.right[frame] + stepRight * smooth) * (gainRight * height)
    }
    gain.left.advance(frames, reached: gainLeft)
    gain.right.advance(frames, reached: gainRight)
    envelope.advance(frames, reached: open)
    smoothing.advance(frames, reached: smooth)
    contour.advance(frames, reached: level)
  }

  /// Smooths a step over `length` frames, in addition to the rest of the previous one.
  @_noLocks
  public mutating func smooth(left: Float, right: Float, over length: Int) {
    stepLeft = stepLeft * smoothing.value + left
    stepRight = stepRight * smoothing.value + right
    smoothing.jump(to: 1)
    smoothing.go(to: 0, over: length)
  }
}
