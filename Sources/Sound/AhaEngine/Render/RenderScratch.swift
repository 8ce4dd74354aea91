import AhaBase
import AhaDSP

/// Buffers of one block that the renderer's steps share, and silence.
///
/// Thread: the renderer; `touchSpeed` is of control threads.
final class RenderScratch {
  let chain, dry, key, fresh: StereoTarget
  /// A plane of zeros.
  let silence: Floats
  let speed: PlaySpeed.Scratch
  private let buffer, speedBuffer: SampleBuffer

  /// Errors: `outOfMemory`.
  init() throws(AhaError) {
    let planes = try SampleBuffer(channels: 9, frames: Renderer.block)
    let speedPlanes = try SampleBuffer(
      channels: 6, frames: PlaySpeed.Scratch.windowFrames, isTouched: false)
    chain = StereoTarget(left: planes.plane(0), right: planes.plane(1))
    dry = StereoTarget(left: planes.plane(2), right: planes.plane(3))
    key = StereoTarget(left: planes.plane(4), right: planes.plane(5))
    fresh = StereoTarget(left: planes.plane(6), right: planes.plane(7))
    silence = planes.plane(8)
    speed = PlaySpeed.Scratch(speedPlanes)
    (buffer, speedBuffer) = (planes, speedPlanes)
  }

  /// Maps the pages of `speed`, before the first voice at another speed.
  func touchSpeed() {
    speedBuffer.plane(0).prefix(speedBuffer.byteCount / 4).clear()
  }
}
