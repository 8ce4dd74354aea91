import AhaBase
import CShims

/// Reads what another clock writes into a ring of stereo frames, at the pace of this one.
///
/// Shape: two planes of a power of two, whose first `guardFrames` frames are there again behind the
/// end. Frames are counted from 0 on; of those that are read, `reach` more on either side are used.
public struct DriftReader {
  /// Frames that are there twice.
  public static let guardFrames = 32
  /// Frames behind the one that is read that must have been written.
  public static let reach = SincReader.reach

  private let sinc: SincReader
  private let ring: StereoSource
  private let capacity: Int
  private let sampleRate: Double
  /// Frames of the writer's clock in one of the reader's, while they do not drift.
  private let pace: Double
  private var control: DriftControl
  /// The next frame to read, and how far beyond it.
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

  /// By how much the writer's clock is fast, as far as that is known, in parts of one.
  public var drift: Double {
    @_noLocks get { control.correction }
  }

  /// Frames of the writer's clock that `frames` frames take, at most.
  @_noLocks
  public func need(_ frames: Int) -> Int {
    Int(Double(frames) * pace * (1 + control.correction) + part) + 1 + DriftReader.reach
  }

  /// Goes on at another frame.
  @_noLocks
  public mutating func jump(to frame: Int) {
    self.frame = frame
    part = 0
    control.forget()
  }

  /// Says how far behind the writer the reader is.
  /// - Parameters:
  ///   - excess: Frames more than it should be.
  ///   - frames: Of the reader's clock, since the last time.
  @_noLocks
  public mutating func follow(excess: Double, frames: Int) {
    control.update(excess: excess, seconds: Double(frames) / sampleRate)
  }

  /// Precondition: `need(frames)` frames from `frame` on have been written.
  @_noLocks
  public mutating func read(to target: StereoTarget, frames: Int) {
    let step = pace * (1 + control.correction)
    if step == 1, part == 0 {
      copy(to: target, frames)
      frame += frames
      return
    }
    for index in 0..<frames {
      let source = ring.advanced(by: (frame &- DriftReader.reach &+ 1) & (capacity &- 1))
      (target.left[index], target.right[index]) = sinc.read(source, Float(part), rate: Float(step))
      part += step
      let whole = Int(part)
      frame += whole
      part -= Double(whole)
    }
  }

  @_noLocks
  private func copy(to target: StereoTarget, _ frames: Int) {
    var done = 0
    while done < frames {
      let place = (frame &+ done) & (capacity &- 1)
      let count = min(frames - done, capacity - place)
      let bytes = count * MemoryLayout<Float>.stride
      shim_copy(target.left + done, ring.left + place, bytes)
      shim_copy(target.right + done, ring.right + place, bytes)
      done += count
    }
  }
}
