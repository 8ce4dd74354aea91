import AhaBase
import AhaDSP

/// The position of a sound on a track: played once, with repeats of a loop, at a speed that may
/// move.
///
/// Units: frames of the file; of a reversed track from its end on, except results that are ranges
/// of the file.
struct PlotClip {
  let rate: Double
  /// Of the played part of the sound.
  let length: Int64
  /// Frames of the sound before that part.
  private let offset: Int64
  let start: Int64
  let speed: SpeedPath
  let isReversed: Bool
  /// Empty without a loop.
  private(set) var loop: Range<Int64> = 0..<0
  /// Count of jumps back to the loop's begin.
  private(set) var jumps: Int64 = 0
  private(set) var isEndless = false

  init(_ track: Document.Track, length: Int64, rate: Int, speed: SpeedPath) {
    self.rate = Double(rate)
    func frame(_ microseconds: Int64) -> Int64 {
      Int64(Double(microseconds) * Double(rate) / 1e6)
    }
    let last = track.end == 0 ? length : min(frame(track.end), length)
    let first = min(frame(track.begin), max(0, last - 1))
    (self.length, self.speed, offset) = (last - first, speed, first)
    (start, isReversed) = (track.start, track.isReversed)
    let (begin, end) = (max(frame(track.loopBegin), first), min(frame(track.loopEnd), last))
    guard track.loopCount != 0, begin < end else { return }
    loop = isReversed ? last - end..<last - begin : begin - first..<end - first
    isEndless = track.loopCount < 0
    // Limited to the longest project.
    let limit = frames(Document.longest) / Int64(loop.count) + 1
    jumps = isEndless ? limit : min(track.loopCount, limit)
  }

  /// Frames that play in a time after the start.
  func frames(_ microseconds: Int64) -> Int64 {
    Int64(speed.distance(from: start, to: start + microseconds) * rate / 1e6)
  }

  /// Time after the start in which frames play, limited to the longest project.
  func microseconds(_ frames: Int64) -> Int64 {
    let time = speed.time(from: start, distance: Double(frames) * 1e6 / rate)
    return Int64(min(time, Double(Document.longest)))
  }

  /// Total frames of the repeats.
  private var repeated: Int64 { Int64(loop.count) * jumps }

  /// Length on the timeline. Units: microseconds.
  var duration: Int64 { microseconds(length.plusClamped(repeated)) }

  /// Times of the first jumps back after `begin`, relative to the track's start, in microseconds;
  /// at most `max`. The first one may be before `begin`.
  func jumpTimes(from begin: Int64, max limit: Int64) -> [Int64] {
    if jumps == 0 { return [] }
    let period = Int64(loop.count)
    let first = min(jumps, max(0, (frames(begin) - loop.upperBound) / period))
    return (first..<min(jumps, first + limit)).map { microseconds(loop.upperBound + $0 * period) }
  }

  /// The ranges of the file that are played during a time: up to four.
  /// - Parameter time: Frames relative to the track's start.
  func ranges(_ time: Range<Int64>) -> [Range<Int64>] {
    let firstEnd = jumps > 0 ? loop.upperBound : length
    var ranges = [time.clamped(to: 0..<firstEnd)]
    if jumps > 0 {
      let period = Int64(loop.count)
      let repeats = time.clamped(to: firstEnd..<firstEnd + repeated)
      if Int64(repeats.count) >= period {
        ranges.append(loop)
      } else if !repeats.isEmpty {
        let begin = loop.lowerBound + (repeats.lowerBound - firstEnd) % period
        let end = begin + Int64(repeats.count)
        ranges.append(begin..<min(end, loop.upperBound))
        ranges.append(loop.lowerBound..<max(loop.lowerBound, end - period))
      }
      let rest = time.clamped(to: firstEnd + repeated..<length + repeated)
      ranges.append(rest.lowerBound - repeated..<rest.upperBound - repeated)
    }
    ranges = ranges.filter { !$0.isEmpty }
    if isReversed { ranges = ranges.map { length - $0.upperBound..<length - $0.lowerBound } }
    return ranges.map { $0.lowerBound + offset..<$0.upperBound + offset }
  }

  /// The smallest range of the file that contains all of them.
  func hull(_ time: Range<Int64>) -> Range<Int64> {
    let ranges = ranges(time)
    guard let first = ranges.first else { return 0..<0 }
    return ranges.reduce(first) {
      min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
    }
  }
}
