import AhaBase
import CShims

/// Reads a ring of stereo frames, which a device with another clock writes, at the rate of this
/// clock.
///
/// Shape: two planes of a power of two frames; the first `guardFrames` frames are repeated after
/// the end. Frame numbers count from 0. The interpolation uses `lookAhead` frames on both sides.
public struct DriftReader {
  /// Frames that are stored twice.
  public static let guardFrames = 32
  /// Frames after the read position that must have been written.
  public static let lookAhead = SincReader.halfWidth

  private let sinc: SincReader
  private let ring: StereoSource
  private let capacity: Int
  private let sampleRate: Double
  /// Frames of the writer's clock per frame of the reader's, without drift.
  private let pace: Double
  private var control: DriftControl
  /// Read position: the frame, and the fraction of a frame in `part`.
  public private(set) var frame = 0
  private var part = 0.0

  /// Errors: `outOfMemory`.
  public init(
    _ ring: StereoSource, capacity: Int, writerRate: Int, sampleRate: Int
  ) throws(AhaError) {
    sinc = try SincReader()
    self.ring = ring
    self.capacity = capacity
    self.sampleRate = Double(sampleRate)
    pace = Double(writerRate) / Double(sampleRate)
    control = DriftControl(sampleRate: writerRate)
  }

  public func free() { sinc.free() }

  /// Relative offset of the writer's clock, as estimated; 0.001: 0.1 % fast.
  public var drift: Double {
    @_noLocks get { control.correction }
  }

  /// Max frames of the writer's clock that reading `frames` frames needs.
  @_noLocks
  public func need(_ frames: Int) -> Int {
    Int(Double(frames) * pace * (1 + control.correction) + part) + 1 + DriftReader.lookAhead
  }

  /// Continues at another frame.
  @_noLocks
  public mutating func jump(to frame: Int) {
    self.frame = frame
    part = 0
    control.forget()
  }
  /// Updates the rate from the distance to the writer.
  /// - Parameters:
  ///   - excess: Frames by which the reader is too far behind.
  ///   - frames: Frames of the reader's clock since the last call.
  @_noLocks
  public mutating func follow(excess: Double, frames: Int) {
    control.update(excess: excess, seconds: Double(frames) / sampleRate)
  }

  /// Precondition: `need(frames)` frames from `frame` on have been written.
  @_noLocks
  public mutating func read(to target: StereoTarget, frames: Int) {
    let step = pace * (1 + control.correction)
    if step == 1, part == 0 {
      copy(to: target, frames: frames)
      frame += frames
      return
    }
    for index in 0..<frames {
      let source = ring.advanced(by: (frame &- DriftReader.lookAhead &+ 1) & (capacity &- 1))
      (target.left[index], target.right[index]) = sinc.read(
        source, part: Float(part), rate: Float(step))
      part += step
      let whole = Int(part)
      frame += whole
      part -= Double(whole)
    }
  }

  @_noLocks
  private func copy(to target: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let index = (frame &+ done) & (capacity &- 1)
      let count = min(frames - done, capacity - index)
      (target.left + done).copy((ring.left + index).prefix(count))
      (target.right + done).copy((ring.right + index).prefix(count))
      done += count
    }
  }
}
