import AhaBase
import AhaDSP
import CShims

/// Finds sections that begin and end alike, accurate to the sample. `Recurrence` reports matches of
/// the beginning; the signal around the best ones is kept until the end.
final class LoopFinder {
  /// Max matches to keep; the worst are dropped.
  private static let maxCandidates = 16
  /// Min length of a loop in frames of onset strength: half a second.
  private static let least = 86
  private static let maxLoops = 4
  /// Min reference distance for similarity, for sounds whose parts are all alike.
  private static let different: Float = 0.3

  /// In samples: length to compare, max misalignment, and max shift of both loop points.
  private let compared: Int
  private let maxOffset: Int
  private let shift: Int
  private let hop: Int
  private let recent: SampleBuffer
  private var total = 0
  private var opening: [Float] = []
  private var head: [Float] = []
  private var start = 0
  private var candidates: [(position: Int, distance: Float, samples: [Float])] = []

  /// - Parameter hop: Samples per frame of onset strength.
  /// Errors: `outOfMemory`.
  init(hop: Int) throws(AhaError) {
    self.hop = hop
    (compared, maxOffset, shift) = (8 * hop, 3 * hop, 4 * hop)
    let needed = compared + 2 * maxOffset + 2 * shift + 2 * Seam.maxSamples
    recent = try SampleBuffer(
      channels: 1, frames: 2 * needed + (Recurrence.delay + 16) * hop + SlidingWindow.maxAppended)
  }

  /// Samples to keep before and after a position.
  private var before: Int { maxOffset + shift + Seam.maxSamples }
  private var after: Int { compared + maxOffset + shift + Seam.maxSamples }

  func add(_ samples: Floats, count: Int) {
    let (ring, at) = (recent.plane(0), total % recent.frames)
    let whole = min(count, recent.frames - at)
    (ring + at).copy(samples.prefix(whole))
    ring.copy(samples[whole..<count])
    total += count
    if opening.count < Seam.maxSamples {
      opening += (0..<min(count, Seam.maxSamples - opening.count)).map { samples[$0] }
    }
  }

  /// Keeps the signal at the beginning, once it is complete. A later beginning replaces it.
  func look(_ recurrence: Recurrence) {
    guard let first = recurrence.start, head.isEmpty || first * hop != start else { return }
    guard total >= first * hop + after else { return }
    start = first * hop
    head = piece(at: start)
    candidates.removeAll()
  }

  func add(_ match: Recurrence.Match) {
    guard !head.isEmpty, match.position * hop - start >= LoopFinder.least * hop else { return }
    if candidates.count == LoopFinder.maxCandidates {
      guard
        let worst = candidates.indices.max(by: { candidates[$0].distance < candidates[$1].distance }
        ),
        candidates[worst].distance > match.distance
      else { return }
      candidates.remove(at: worst)
    }
    let position = match.position * hop
    guard total >= position + after else { return }
    candidates.append((position, match.distance, piece(at: position)))
  }

  /// The signal around a position; zero outside.
  private func piece(at position: Int) -> [Float] {
    let ring = recent.plane(0)
    return (position - before..<position + after).map {
      $0 >= max(0, total - recent.frames) && $0 < total ? ring[$0 % recent.frames] : 0
    }
  }

  /// The best loops, best first.
  /// - Parameters:
  ///   - beat: Length in samples; nil if unknown.
  ///   - usual: Mean distance of positions that are not alike.
  ///   - edges: Silence, and the highest sample.
  ///   - fits: Whether the whole sound is a whole number of beats.
  func loops(beat: Double?, usual: Float, edges: SilentEdges, fits: Bool) -> [LoopPoints] {
    var found: [LoopPoints] = []
    if let whole = whole(edges.sounding(frames: total), fits: fits) { found.append(whole) }
    let least = edges.silence
    for match in candidates where usual > 0 && level(of: head) > least {
      guard level(of: match.samples) > least else { continue }
      var loop = joined(at: match.position, samples: match.samples)
      var likeness = Double(max(0, 1 - match.distance / max(usual, LoopFinder.different)))
      if let beat { likeness *= LoopFinder.meter(of: Double(loop.end - loop.start) / beat) }
      loop.quality = 0.5 * likeness + 0.5 * max(0, loop.quality)
      if loop.quality > 0.3 { found.append(loop) }
    }
    let order = Ranking.indices(LoopFinder.maxLoops, of: found.map { $0.quality })
    return order.map { found[$0] }
  }

  /// The root mean square of the samples to compare.
  private func level(of samples: [Float]) -> Float {
    samples.withBuffer {
      let energy = Correlation.dot($0 + before, other: $0 + before, count: compared)
      return (energy / Float(compared)).squareRoot()
    }
  }

  /// Prefers whole bars, then whole beats.
  private static func meter(of beats: Double) -> Double {
    let (bars, near) = (beats / 4, 0.06)
    if abs(bars - bars.rounded()) * 4 < near * 2 { return 1 }
    return abs(beats - beats.rounded()) < near * 2 ? 0.9 : 0.7
  }

  /// The whole sound as a loop, unless it begins or ends with silence.
  private func whole(_ sounding: Range<Int>?, fits: Bool) -> LoopPoints? {
    guard let sounding, total >= LoopFinder.least * hop, opening.count == Seam.maxSamples else {
      return nil
    }
    guard sounding.lowerBound <= 4 * hop, total - sounding.upperBound <= 4 * hop else { return nil }
    let tail = (total - Seam.maxSamples..<total).map { recent.plane(0)[$0 % recent.frames] }
    let step = LoopFinder.step(from: tail, end: Seam.maxSamples, head: opening, start: 0)
    let quality = (fits ? 1 : 0.6) - Double(min(0.4, step.magnitude))
    return LoopPoints(start: 0, end: total, quality: quality, step: step)
  }

  /// The position where the signal continues like the beginning; the quality is the correlation.
  private func joined(at position: Int, samples: [Float]) -> LoopPoints {
    let (offset, likeness) = alignment(of: samples)
    var best = (cost: Float.infinity, shift: 0, step: Float(0))
    for shift in stride(from: -min(self.shift, start), through: self.shift, by: 1) {
      let one = before + shift
      let step = LoopFinder.step(from: samples, end: one + offset, head: head, start: one)
      let value = (samples[one + offset] - head[one]).magnitude
      let slope = (samples[one + offset - 1] - head[one - 1]).magnitude
      let cost = step.magnitude + value + slope
      if cost < best.cost { best = (cost, shift, step) }
    }
    let end = position + offset + best.shift
    return LoopPoints(
      start: start + best.shift, end: min(end, total), quality: Double(likeness), step: best.step)
  }

  /// The offset of max correlation with the head, and that correlation, -1 to 1.
  private func alignment(of samples: [Float]) -> (offset: Int, likeness: Float) {
    let pattern = Array(head[before..<before + compared])
    let energy = Correlation.dot(pattern, signal: pattern, from: 0)
    var best = (offset: 0, likeness: Float(-1))
    for offset in -maxOffset...maxOffset {
      let from = before + offset
      let product = Correlation.dot(pattern, signal: samples, from: from)
      let other = samples.withBuffer {
        Correlation.dot($0 + from, other: $0 + from, count: compared)
      }
      let scale = (energy * other).squareRoot()
      let likeness = scale > 0 ? product / scale : (energy == other ? 1 : 0)
      if likeness > best.likeness { best = (offset, likeness) }
    }
    return best
  }

  private static func step(from tail: [Float], end: Int, head: [Float], start: Int) -> Float {
    tail.withBuffer { tail in
      head.withBuffer { Seam.step(from: tail.prefix(end), to: $0 + start) }
    }
  }
}
