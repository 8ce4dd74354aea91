import AhaBase
import AhaDSP
import CShims

/// The last output frames of a bus, by label. Sends, side-chains and the bus's parent read them,
/// each at its own label: a reader may lag by the latency of another way to the output.
///
/// Thread: the renderer, except `make` and `free`.
struct BusHistory {
  /// Frames that are stored; a power of two.
  static let capacity = 1 << 16

  private let planes: StereoTarget
  /// Label of the first frame that is stored.
  private(set) var begin: Int64 = 0
  /// Label after the last frame.
  private(set) var end: Int64 = 0
  /// Frames from this label on are silent.
  private var heardUntil: Int64 = .min

  /// Errors: `outOfMemory`.
  static func make() throws(AhaError) -> Reference<BusHistory> {
    let samples: Floats = try claimMemory(2 * capacity, of: "frames of a send")
    samples.clear()
    let planes = StereoTarget(left: samples, right: samples + capacity)
    do throws(AhaError) {
      return try claimMemory(holding: BusHistory(planes: planes), of: "frames of a send")
    } catch {
      CShims.free(samples.base)
      throw error
    }
  }

  private init(planes: StereoTarget) { self.planes = planes }

  static func free(_ history: Reference<BusHistory>) {
    CShims.free(history.value.planes.left.base)
    CShims.free(history.base)
  }

  /// Appends frames; nil: silence. After a step back, the frames replace those with their labels.
  /// - Parameter cell: Frames up to the end of the renderer's cell, so that the end of the audible
  ///   frames does not depend on the host's block sizes.
  @_noLocks
  mutating func push(_ audio: StereoSource?, frames: Int, label: Int64, cell: Int) {
    if label > end { begin = label }
    var done = 0
    while done < frames {
      let index = Int(label + Int64(done)) & (BusHistory.capacity - 1)
      let count = min(frames - done, BusHistory.capacity - index)
      let target = planes.advanced(by: index)
      if let audio {
        target.copy(audio.advanced(by: done), frames: count)
      } else {
        target.clear(frames: count)
      }
      done += count
    }
    end = label + Int64(frames)
    begin = max(min(begin, label), end - Int64(BusHistory.capacity))
    if audio != nil { heardUntil = label + Int64(max(frames, cell)) }
  }

  /// True if some of the frames may not be silent.
  @_noLocks
  func isHeard(from label: Int64) -> Bool { label < heardUntil }

  /// Copies frames; those that are not stored are silence.
  @_noLocks
  func read(_ frames: Int, at label: Int64, into target: StereoTarget) {
    let first = Int(max(0, min(Int64(frames), begin - label)))
    let last = Int(max(Int64(first), min(Int64(frames), end - label)))
    target.clear(frames: first)
    var done = first
    while done < last {
      let index = Int(label + Int64(done)) & (BusHistory.capacity - 1)
      let count = min(last - done, BusHistory.capacity - index)
      target.advanced(by: done).copy(planes.advanced(by: index).source, frames: count)
      done += count
    }
    target.advanced(by: last).clear(frames: frames - last)
  }
}
