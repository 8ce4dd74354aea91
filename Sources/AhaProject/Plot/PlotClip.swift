import AhaBase

/// How a sound lies on a track: once through, with repeats of a part of it.
///
/// Units: frames of the file.
struct PlotClip {
  let rate: Double
  /// Of the sound.
  let length: Int64
  /// Empty without a loop.
  private(set) var loop: Range<Int64> = 0..<0
  /// Jumps back to the loop's begin.
  private(set) var jumps: Int64 = 0
  private(set) var isEndless = false

  init(_ track: Project.Track, length: Int64, rate: Int) {
    self.rate = Double(rate)
    self.length = length
    let (begin, end) = (frames(track.loopBegin), min(frames(track.loopEnd), length))
    guard track.loopCount != 0, begin < end else { return }
    loop = begin..<end
    isEndless = track.loopCount < 0
    // No more than fit into the longest project.
    let most = frames(Project.longest) / Int64(loop.count) + 1
    jumps = isEndless ? most : min(track.loopCount, most)
  }

  func frames(_ microseconds: Int64) -> Int64 { Int64(Double(microseconds) * rate / 1e6) }

  func microseconds(_ frames: Int64) -> Int64 { Int64(Double(frames) * 1e6 / rate) }

  /// Frames that the repeats add.
  private var repeated: Int64 { Int64(loop.count) * jumps }

  /// From the track's start on, in microseconds.
  var duration: Int64 { min(Project.longest, microseconds(length + repeated)) }

  /// The places of the first jumps back from a time on, both from the track's start on, in
  /// microseconds; one before it may be among them.
  func jumpTimes(from begin: Int64, most: Int64) -> [Int64] {
    if jumps == 0 { return [] }
    let period = Int64(loop.count)
    let first = min(jumps, max(0, (frames(begin) - loop.upperBound) / period))
    return (first..<min(jumps, first + most)).map { microseconds(loop.upperBound + $0 * period) }
  }

  /// Where in the file that is which is heard in a time: up to four ranges.
  /// - Parameter time: Frames from the track's start on.
  func ranges(_ time: Range<Int64>) -> [Range<Int64>] {
    let firstEnd = jumps > 0 ? loop.upperBound : length
    var ranges = [time.clamped(to: 0..<firstEnd)]
    if jumps > 0 {
      let period = Int64(loop.count)
      let turns = time.clamped(to: firstEnd..<firstEnd + repeated)
      if Int64(turns.count) >= period {
        ranges.append(loop)
      } else if !turns.isEmpty {
        let begin = loop.lowerBound + (turns.lowerBound - firstEnd) % period
        let end = begin + Int64(turns.count)
        ranges.append(begin..<min(end, loop.upperBound))
        ranges.append(loop.lowerBound..<max(loop.lowerBound, end - period))
      }
      let rest = time.clamped(to: firstEnd + repeated..<length + repeated)
      ranges.append(rest.lowerBound - repeated..<rest.upperBound - repeated)
    }
    return ranges.filter { !$0.isEmpty }
  }

  /// The part of the file that has all of them.
  func hull(_ time: Range<Int64>) -> Range<Int64> {
    let ranges = ranges(time)
    guard let first = ranges.first else { return 0..<0 }
    return ranges.reduce(first) {
      min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
    }
  }
}
