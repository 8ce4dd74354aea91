import AhaBase

/// The pitch of a single voice, 60 to 1200 Hz, every 5 to 6 milliseconds.
///
/// Listens to the middle of a stereo signal. The work is spread over groups of 32 frames or so, and
/// an estimate comes at a fixed frame, however the frames are cut.
/// Thread: one at a time; all but `init` and `free` are for the audio thread.
public struct PitchTracker {
  /// What is known after a hop.
  public struct Estimate {
    /// In Hz; 0 when there is no pitch: silence, noise, several voices.
    public var frequency: Float
    /// How exactly the signal repeats, 0...1.
    public var clarity: Float
    /// How many frames the middle of what was measured lies behind the newest frame.
    public var age: Float
  }

  /// Lowest and highest pitch in Hz, with a little room.
  private static var range: (lowest: Float, highest: Float) {
    @_noLocks get { (58.5, 1230) }
  }

  /// The newest one; no pitch after `init` and `reset`.
  public private(set) var estimate = Estimate(frequency: 0, clarity: 0, age: 0)
  private let memory: FloatMemory
  private let likeness: UnsafeMutablePointer<Float>
  private var decimator: VoiceDecimator
  private var sums: LagSums
  private let peaks: LagPeaks
  /// Samples a second after the decimator.
  private let rate: Float
  private let groupsInBlock: Int
  private var groups = 0
  private var period: Float = 0

  /// 8000...192000 Hz. Errors: `outOfMemory`.
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
    sums = LagSums(top: top, memory: planes.take(parts[0]))
    decimator = VoiceDecimator(sampleRate: sampleRate, memory: planes.take(parts[1]))
    peaks = LagPeaks(top: top, memory: planes.take(parts[2]))
    likeness = planes.take(parts[3])
  }

  public func free() { memory.release() }

  /// Frames between estimates.
  public var hop: Int {
    @_noLocks get { groupsInBlock * decimator.groupFrames }
  }

  /// The greatest age of an estimate, in frames.
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

  /// Listens until all frames are read or an estimate is new, and returns how many it read.
  ///
  /// - Parameter isNew: Whether `estimate` is one that has just been made.
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
    let energy = sums.finish(to: likeness)
    let window = Float(LagSums.blocks * groupsInBlock * VoiceDecimator.group)
    let last = period
    period = 0
    estimate = Estimate(
      frequency: 0, clarity: 0, age: decimator.delay + 0.5 * window * Float(decimator.factor))
    // Below -70 dB there is nothing to hear.
    guard energy > window * 1e-7, let found = peaks.find(likeness, last: last) else { return }
    let frequency = rate / found.period
    estimate.clarity = found.clarity
    estimate.age += 0.5 * found.lag * Float(decimator.factor)
    guard frequency >= PitchTracker.range.lowest, frequency <= PitchTracker.range.highest,
      found.clarity >= leastClarity(found.period, wasPitch: last > 0)
    else { return }
    estimate.frequency = frequency
    period = found.period
  }

  /// A chord repeats too, at a long lag and not so well.
  @_noLocks
  private func leastClarity(_ period: Float, wasPitch: Bool) -> Float {
    let length = period / rate
    let least: Float = wasPitch ? 0.78 : 0.86
    return length < 0.007 ? least : min(least + (length - 0.007) * 30, 0.95)
  }
}
