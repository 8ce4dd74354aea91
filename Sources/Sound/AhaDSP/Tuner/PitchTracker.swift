import AhaBase

/// The pitch of a single voice, 40 to 2100 Hz, every 5 to 6 ms.
///
/// Analyzes the mid channel. The work is spread over groups of about 32 frames. An estimate is made
/// at fixed frames, independent of how frames are divided into calls.
/// Thread: one at a time; all except `init` and `free` may run on the audio thread.
public struct PitchTracker {
  /// The result of one hop.
  public struct Estimate {
    /// Units: Hz. 0 without a pitch: silence, noise, several voices.
    public var frequency: Float
    /// How exactly the signal repeats, 0...1.
    public var clarity: Float
    /// Frames between the middle of the measured section and the newest frame.
    public var age: Float
  }

  /// Lowest and highest pitch in Hz, with a margin.
  private static var range: (lowest: Float, highest: Float) {
    @_noLocks get { (39, 2150) }
  }

  /// Min share of the harmonics that chords lack.
  private static var minVoiceShare: Float {
    @_noLocks get { 0.01 }
  }
  /// Smoothing of that share per hop: a time constant of 35 ms. The notes of a chord beat.
  private static var shareRate: Float {
    @_noLocks get { 0.15 }
  }

  /// The newest estimate; no pitch after `init` and `reset`.
  public private(set) var estimate = Estimate(frequency: 0, clarity: 0, age: 0)
  private let memory: FloatMemory
  private let similarity: Floats
  private var decimator: VoiceDecimator
  private var sums: LagSums
  private let peaks: LagPeaks
  /// Sample rate after the decimator.
  private let rate: Float
  private let groupsInBlock: Int
  private var groups = 0
  /// The period of a voice or a chord; 0 without one.
  private var period: Float = 0
  private var voiceShare: Float = 0

  /// - Parameter sampleRate: 8000...192000 Hz. Errors: `outOfMemory`.
  public init(sampleRate: Int) throws(AhaError) {
    let factor = VoiceDecimator.factor(sampleRate)
    rate = Float(sampleRate) / Float(factor)
    groupsInBlock = max(1, Int((rate * 0.0055 / 8).rounded()))
    let top = LagSums.top(least: Int(rate / PitchTracker.range.lowest) + 8)
    let parts = [
      LagSums.memory(top: top), VoiceDecimator.memory(sampleRate), LagPeaks.memory, top + 1,
    ]
    memory = try FloatMemory(planes: parts.count, samples: parts.reduce(0, +))
    var planes = memory
    sums = LagSums(top: top, memory: planes.claim(parts[0]))
    decimator = VoiceDecimator(sampleRate: sampleRate, memory: planes.claim(parts[1]))
    peaks = LagPeaks(top: top, memory: planes.claim(parts[2]))
    similarity = planes.claim(parts[3])
  }

  public func free() { memory.release() }

  /// Frames between estimates.
  public var hop: Int {
    @_noLocks get { groupsInBlock * decimator.groupFrames }
  }

  /// Max age of an estimate, in frames.
  public var oldest: Int {
    @_noLocks get {
      let samples = (LagSums.blocks * groupsInBlock * VoiceDecimator.group + sums.top) / 2
      return samples * decimator.factor + Int(decimator.delay) + 1
    }
  }

  @_noLocks
  public mutating func reset() {
    decimator.reset()
    sums.reset()
    groups = 0
    period = 0
    estimate = Estimate(frequency: 0, clarity: 0, age: 0)
  }

  /// Reads frames until all are read or an estimate is new; returns the count of read frames.
  ///
  /// - Parameter isNew: Set to whether `estimate` is new.
  @_noLocks
  public mutating func read(_ audio: StereoSource, frames: Int, isNew: inout Bool) -> Int {
    isNew = false
    var done = 0
    while done < frames {
      let count = min(frames - done, decimator.missing)
      decimator.fill(audio.advanced(by: done), frames: count)
      done += count
      if decimator.missing > 0 { continue }
      decimator.drain(to: sums.next)
      sums.add()
      groups += 1
      if groups == groupsInBlock {
        groups = 0
        measure()
        isNew = true
        return done
      }
    }
    return done
  }

  @_noLocks
  private mutating func measure() {
    let energy = sums.finish(to: similarity)
    let window = Float(LagSums.blocks * groupsInBlock * VoiceDecimator.group)
    let last = period
    period = 0
    estimate = Estimate(
      frequency: 0, clarity: 0, age: decimator.delay + 0.5 * window * Float(decimator.factor))
    // Below -70 dB: silence.
    guard energy > window * 1e-7, let found = peaks.find(similarity, last: last) else { return }
    let frequency = rate / found.period
    estimate.clarity = found.clarity
    estimate.age += 0.5 * found.lag * Float(decimator.factor)
    guard frequency >= PitchTracker.range.lowest, frequency <= PitchTracker.range.highest,
      found.clarity >= minClarity(found.period, wasPitch: last > 0)
    else { return }
    period = found.period
    let share = HarmonicPower.voiceShare(similarity, period: period, rate: rate)
    voiceShare = last > 0 ? voiceShare + PitchTracker.shareRate * (share - voiceShare) : share
    guard voiceShare >= PitchTracker.minVoiceShare else { return }
    estimate.frequency = frequency
  }

  /// Most chords also repeat, but at a long lag and less exactly.
  @_noLocks
  private func minClarity(_ period: Float, wasPitch: Bool) -> Float {
    let length = period / rate
    let least: Float = wasPitch ? 0.78 : 0.86
    return length < 0.007 ? least : min(least + (length - 0.007) * 30, 0.95)
  }
}
