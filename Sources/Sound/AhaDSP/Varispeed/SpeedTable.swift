import AhaBase
import CShims

/// Interpolation with one cutoff; see `SpeedTables`.
public struct SpeedTable: BitwiseCopyable {
  private let sinc: shim_sinc_table
  /// The fastest speed. Units: frames in 32.32 fixed point.
  let limit: Int64

  init(rows: Floats, taps: Int, phaseBits: Int, limit: Int64) {
    sinc = shim_sinc_table(rows: rows.base, taps: Int32(taps), position_bits: UInt32(phaseBits))
    self.limit = limit
  }

  /// Frames that each output frame depends on, a multiple of 8.
  public var taps: Int {
    @_noLocks get { Int(sinc.taps) }
  }

  /// Index of the table for a speed.
  @_noLocks
  public static func index(for speed: Int64, in tables: Buffer<SpeedTable>) -> Int {
    var index = 0
    while index < SpeedTables.count - 1, tables[index].limit < speed { index += 1 }
    return index
  }

  /// Writes frames at the positions of a run.
  /// - Parameter source: The frame `taps / 2 - 1` before position 0 of the run; one plane for mono.
  @_noLocks
  public func read(
    _ source: StereoSource, run: SpeedRun, to target: StereoTarget, frames: Int
  ) { shim_read_sinc(sinc, shim_varispeed_run(source, run: run, to: target, frames: frames)) }
}
