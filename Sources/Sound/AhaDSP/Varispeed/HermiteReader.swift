import AhaBase
import CShims

/// Cubic Hermite interpolation between four frames: cheap, without a filter against aliasing.
/// Source: E. Catmull, R. Rom, A class of local interpolating splines, 1974.
public enum HermiteReader {
  /// Frames that each output frame depends on.
  public static var taps: Int {
    @_noLocks get { 4 }
  }

  /// Writes frames at the positions of a run.
  /// - Parameter source: The frame before position 0 of the run; one plane for mono.
  @_noLocks
  public static func read(
    _ source: StereoSource, run: SpeedRun, to target: StereoTarget, frames: Int
  ) { shim_read_cubic(shim_varispeed_run(source, run: run, to: target, frames: frames)) }
}

extension shim_varispeed_run {
  @_noLocks
  init(_ source: StereoSource, run: SpeedRun, to target: StereoTarget, frames: Int) {
    self.init(
      left: source.left.base, right: source.right.base, position: run.position, step: run.step,
      slope: run.slope,
      to_left: target.left.base, to_right: target.right.base, frames: frames)
  }
}
