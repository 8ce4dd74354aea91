import AhaBase
import AhaDSP
import CShims

/// Analyzes a mono or stereo sound in one pass, in bounded memory.
///
/// Shape: interleaved frames, in pieces of any size; the result does not depend on the sizes.
/// Threads: one at a time.
public final class Analyzer {
  private static let block = SlidingWindow.maxAppended
  /// Larger samples are invalid.
  private static let maxSample: Float = 1e6
  public static let rates = 1000...768_000

  private let sampleRate: Int
  private let channels: Int
  private var loudness: LoudnessMeter
  private let peak: TruePeakMeter
  private let rhythm = RhythmTracker()
  private let strength: OnsetStrength
  let keys: KeyTracker
  private let loops: LoopFinder
  private var edges = SilentEdges()
  private var waveform: Waveform
  /// Left, right and mid channel; interleaved frames in the fourth plane.
  private let planes: SampleBuffer
  private var filled = 0
  private var frames = 0

  /// Errors: `invalidArgument`, `outOfMemory`.
  public init(sampleRate: Int, channels: Int) throws(AhaError) {
    guard Analyzer.rates.contains(sampleRate) else {
      throw AhaError(.invalidArgument, "\(sampleRate) Hz cannot be analyzed")
    }
    guard (1...2).contains(channels) else {
      throw AhaError(.invalidArgument, "\(channels) channels cannot be analyzed")
    }
    (self.sampleRate, self.channels) = (sampleRate, channels)
    loudness = LoudnessMeter(sampleRate: sampleRate)
    peak = try TruePeakMeter()
    loops = try LoopFinder(hop: OnsetStrength.hop(at: sampleRate))
    strength = try OnsetStrength(sampleRate: sampleRate, tracker: rhythm)
    keys = try KeyTracker(sampleRate: sampleRate)
    waveform = Waveform(channels: channels)
    planes = try SampleBuffer(channels: 4, frames: 2 * Analyzer.block)
    rhythm.loops = loops
  }

  /// Adds interleaved frames. NaN, infinity and values beyond `maxSample` count as 0.
  public func add(_ samples: Floats, count: Int) {
    var done = 0
    while done < count {
      let part = min(count - done, Analyzer.block - filled)
      let target = planes.plane(3) + filled * channels
      Analyzer.clean(from: samples + done * channels, to: target, count: part * channels)
      filled += part
      done += part
      if filled == Analyzer.block { run() }
    }
  }

  /// The result. Nothing may be added afterwards.
  public func finish() -> Analysis {
    if filled > 0 { run() }
    peak.finish()
    strength.finish()
    keys.finish()
    rhythm.finish()
    return result()
  }

  private static func clean(from: Floats, to: Floats, count: Int) {
    for index in 0..<count {
      let sample = from[index]
      to[index] = sample.magnitude <= maxSample ? sample : 0
    }
  }

  private func run() {
    let count = filled
    filled = 0
    frames += count
    let interleaved = planes.plane(3)
    let middle = split(interleaved, count: count)
    let right = channels == 2 ? planes.plane(1) : nil
    loudness.add(left: planes.plane(0), right: right, count: count)
    outline(count)
    loops.add(middle, count: count)
    strength.add(middle, count: count)
    loops.look(rhythm.recurrence)
    keys.add(middle, count: count)
  }

  /// Deinterleaves; returns the mid channel.
  private func split(_ interleaved: Floats, count: Int) -> Floats {
    if channels == 1 {
      planes.plane(0).copy(interleaved.prefix(count))
      peak.add(StereoSource(left: planes.plane(0), right: planes.plane(0)), frames: count)
      return planes.plane(0)
    }
    let target = StereoTarget(left: planes.plane(0), right: planes.plane(1))
    Interleave.separate(interleaved, to: target, frames: count)
    peak.add(target.source, frames: count)
    Interleave.mono(target.source, to: planes.plane(2), frames: count)
    return planes.plane(2)
  }

  /// Updates waveform and silent edges, cell by cell.
  private func outline(_ count: Int) {
    let cell = SilentEdges.cell
    for first in stride(from: 0, to: count, by: cell) {
      let length = min(cell, count - first)
      let left = Waveform.Bin(planes.plane(0) + first, count: length)
      let right = channels == 2 ? Waveform.Bin(planes.plane(1) + first, count: length) : left
      waveform.add(left: left, right: right, frames: length)
      let (low, high) = (min(left.lowest, right.lowest), max(left.highest, right.highest))
      edges.add(max(-low, high), cell: (frames - count + first) / cell)
    }
  }

  /// Key, sections and chords.
  private func hear(in result: inout Analysis) {
    let search = KeySearch(PitchEvidence(keys.timeline.steps[...]))
    result.key = search.estimate()
    let sections = KeySections(keys, whole: result.key, tuning: search.tuning)
    result.keys = sections.sections(frames: frames)
    if !result.key.isUnknown {
      result.chords = ChordSearch(keys, tuning: search.tuning).chords(frames: frames)
    }
  }

  /// The median length of a chord; nil for fewer than three changes.
  private func chordSeconds(of chords: [Chord]) -> Double? {
    guard chords.count > 3 else { return nil }
    let lengths = zip(chords, chords.dropFirst()).map { $1.begin - $0.begin }.sorted()
    let middle = lengths[(lengths.count - 1) / 2] + lengths[lengths.count / 2]
    return Double(middle) / 2 / Double(sampleRate)
  }

  private func store(_ found: OnsetPicker, in result: inout Analysis) {
    for (index, position) in found.positions.enumerated() {
      let frame = Int(max(0, position * Double(strength.hop)).rounded())
      result.onsets.append(.init(frame: frame, strength: found.strengths[index]))
    }
    result.onsetCount = found.total
    // An onset in the last frame is the cut of the sound.
    if let last = result.onsets.last, last.frame >= frames - strength.hop {
      result.onsets.removeLast()
      result.onsetCount -= 1
    }
  }

  private func result() -> Analysis {
    var result = Analysis(waveform: waveform)
    (result.sampleRate, result.channels, result.frames) = (sampleRate, channels, frames)
    result.loudness = loudness.integrated
    result.highestShortTermLoudness = loudness.highestShortTerm
    result.loudnessRange = loudness.range
    if peak.value > 0 { result.truePeakDb = 20 * log10(Double(peak.value)) }
    result.sounding = edges.sounding(frames: frames)
    let frameRate = Double(sampleRate) / Double(strength.hop)
    let length = Double(frames) / Double(sampleRate)
    hear(in: &result)
    result.tempo = TempoSearch(
      rhythm, frameRate: frameRate, length: length, chordSeconds: chordSeconds(of: result.chords)
    ).estimate()
    if let bpm = result.tempo.bpm {
      result.beats = BeatEstimate(
        rhythm.beats, onsets: rhythm.onsets.positions, bpm: bpm, frameRate: frameRate,
        hop: strength.hop, frames: frames)
    }
    store(rhythm.onsets, in: &result)
    result.loops = loops.loops(
      beat: result.tempo.bpm.map { 60 / $0 * Double(sampleRate) },
      usual: rhythm.recurrence.meanDistance, edges: edges,
      fits: result.tempo.isFromLength)
    return result
  }
}
