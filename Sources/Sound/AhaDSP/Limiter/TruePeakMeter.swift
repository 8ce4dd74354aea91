import AhaBase
import CShims

/// The highest true peak of a mono or stereo signal of any length.
///
/// Interpolates only where samples and their second differences allow a peak higher than the known
/// one, which is rare.
/// Source: ITU-R BS.1770-4, Annex 2, by `Interpolator`.
public final class TruePeakMeter {
  typealias Lanes = SIMD4<Float>

  /// Max frames of one `add`.
  public static let maxFrames = 1024
  /// Frames per decision.
  private static let cell = 16
  /// Cells kept from one call to the next: one before and one after the cells to decide on.
  private static let overlap = 3
  /// Frames before the end that are not interpolated because samples after them are missing: as
  /// many as libebur128 leaves out.
  private static let blind = 6

  private let interpolator = Interpolator()
  private let planes: SampleBuffer
  /// Frames in the buffer; more than `kept` cells only during `add`.
  private var filled = overlap * cell
  /// Highest sample and largest second difference per cell.
  private var highest = [Float](repeating: 0, count: maxFrames / cell + overlap + 2)
  private var bends = [Float](repeating: 0, count: maxFrames / cell + overlap + 2)
  /// The limit of interpolation near the end of the signal.
  private var end = Int.max
  /// Linear; 0 for silence.
  public private(set) var value: Float = 0

  /// Errors: `outOfMemory`.
  public init() throws(AhaError) {
    planes = try SampleBuffer(
      channels: 2,
      frames: TruePeakMeter.maxFrames + (TruePeakMeter.overlap + 2) * TruePeakMeter.cell)
  }

  deinit { interpolator.free() }

  /// Precondition: frames <= maxFrames.
  public func add(_ source: StereoSource, frames: Int) {
    (planes.plane(0) + filled).copy(source.left.prefix(frames))
    (planes.plane(1) + filled).copy(source.right.prefix(frames))
    filled += frames
    run()
  }

  /// Ends the signal. The cut is no peak: the last sample is repeated.
  public func finish() {
    end = filled - TruePeakMeter.blind
    for channel in 0..<2 {
      let rest = planes.plane(channel) + filled
      for index in 0..<3 * TruePeakMeter.cell { rest[index] = rest[-1] }
    }
    filled += 3 * TruePeakMeter.cell
    run()
    for sample in highest { value = max(value, sample) }
  }

  private func run() {
    let cells = filled / TruePeakMeter.cell
    guard cells > TruePeakMeter.overlap else { return }
    for cell in 1..<cells { measure(cell) }
    for cell in 2..<cells - 1 {
      let bend = max(bends[cell - 1], max(bends[cell], bends[cell + 1]))
      guard max(highest[cell], highest[cell + 1]) + interpolator.excess * bend > value else {
        continue
      }
      look(at: cell)
    }
    let done = (cells - TruePeakMeter.overlap) * TruePeakMeter.cell
    for channel in 0..<2 {
      let plane = planes.plane(channel)
      plane.move(from: plane[done..<filled])
    }
    filled -= done
  }

  private func measure(_ cell: Int) {
    var (peak, bend) = (Lanes(), Lanes())
    for channel in 0..<2 {
      var at = planes.plane(channel) + cell * TruePeakMeter.cell
      for _ in 0..<TruePeakMeter.cell / 4 {
        let here = load4(at)
        peak = peak.larger(here.absolute)
        let before = load4(at - 1)
        bend = bend.larger(((here - before) - (before - load4(at - 2))).absolute)
        at += 4
      }
    }
    (highest[cell], bends[cell]) = (peak.highest, bend.highest)
  }

  private func look(at cell: Int) {
    for group in 0..<TruePeakMeter.cell / 4 {
      let at = cell * TruePeakMeter.cell + 4 * group
      if at + 4 > end { return }
      value = max(
        value, interpolator.highest(left: planes.plane(0) + at, right: planes.plane(1) + at))
    }
  }
}
