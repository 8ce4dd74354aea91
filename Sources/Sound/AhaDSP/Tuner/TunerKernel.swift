import AhaBase
import CShims

/// Pitch correction: moves a single voice toward the notes of a scale.
///
/// input -> tracker -> nearest note -> line of corrections -> smoothing -> amount -> cents
///     \--> pitch shifter, formants kept ----------------------------------------^--> output
///
/// The latency of the shifter is longer than that of the tracker. Corrections wait in a queue until
/// the shifter processes the time at which they were measured.
/// Shape: steers every `cell` frames, counted from the first.
public struct TunerKernel: Kernel {
  private static var cell: Int {
    @_noLocks get { 32 }
  }
  /// Min time constant of the return to 0 without a pitch. Units: ms.
  private static var returnMs: Float {
    @_noLocks get { 30 }
  }

  private var shifter: PitchKernel
  private var tracker: PitchTracker
  private var line: CorrectionLine
  private var snap = ScaleSnap()
  /// Frames between the section that is shifted now and the newest frame of input.
  private let behind: Int
  private let cellMs: Float

  private var scale: UInt32 = 4095
  private var root = 0
  private var reference: Float = 440
  private var amount = Ramp(1)
  /// Share of the remaining distance that a correction moves per cell, with and without a pitch.
  private var share: Float = 1
  private var returnShare: Float = 1

  /// Frames of input so far.
  private var clock = 0
  /// Frames until the next cell.
  private var missing = 0
  private var correction: Float = 0
  /// The last value sent to the shifter.
  private var cents: Float = 0

  public init(sampleRate: Int) throws(AhaError) {
    shifter = try PitchKernel(sampleRate: sampleRate)
    // The shifter reads its values when it begins a grain. The grain's middle is two of the five
    // hops of latency behind the newest frame; between two grains the mean of their values applies.
    behind = shifter.latency * 2 / 5
    cellMs = 1000 * Float(TunerKernel.cell) / Float(sampleRate)
    do throws(AhaError) {
      tracker = try PitchTracker(sampleRate: sampleRate)
    } catch {
      shifter.free()
      throw error
    }
    do throws(AhaError) {
      line = try CorrectionLine()
    } catch {
      shifter.free()
      tracker.free()
      throw error
    }
    send(0, over: 0)
  }

  public func free() {
    shifter.free()
    tracker.free()
    line.free()
  }

  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    scale = UInt32(TunerKernel.whole(values[0], max: 4095))
    root = TunerKernel.whole(values[1], max: 11)
    share = way(ms: values[2])
    returnShare = way(ms: max(values[2], TunerKernel.returnMs))
    amount.go(to: values[3], over: frames)
    reference = values[4]
  }

  @_noLocks
  private static func whole(_ value: Float, max limit: Int) -> Int {
    guard value > 0 else { return 0 }
    return value < Float(limit) ? Int(value) : limit
  }

  @_noLocks
  private func way(ms: Float) -> Float { ms > 0 ? 1 - shim_exp(-cellMs / ms) : 1 }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      if missing == 0 { steer(over: TunerKernel.cell) }
      let count = min(frames - done, missing)
      let piece = audio.advanced(by: done)
      listen(piece.source, frames: count)
      shifter.process(piece, frames: count)
      missing -= count
      done += count
    }
  }

  @_noLocks
  public mutating func absorb(_ audio: StereoSource, frames: Int) {
    var done = 0
    while done < frames {
      // Without a ramp: no output yet, so no click.
      if missing == 0 { steer(over: 0) }
      let count = min(frames - done, missing)
      let piece = audio.advanced(by: done)
      listen(piece, frames: count)
      shifter.absorb(piece, frames: count)
      missing -= count
      done += count
    }
  }

  @_noLocks
  private mutating func listen(_ audio: StereoSource, frames: Int) {
    var done = 0
    while done < frames {
      var isNew = false
      let piece = audio.advanced(by: done)
      done += tracker.read(piece, frames: frames - done, isNew: &isNew)
      if isNew { note(tracker.estimate, at: clock + done) }
    }
    clock += frames
  }

  @_noLocks
  private mutating func note(_ estimate: PitchTracker.Estimate, at now: Int) {
    let time = now - Int(estimate.age)
    guard estimate.frequency > 0 else {
      line.add(CorrectionLine.Point(time: time, cents: 0, isVoice: false))
      return
    }
    let octaves = shim_log(estimate.frequency / reference) * (1 / 0.693_147_18)
    let pitch = 6900 + 1200 * octaves
    let target = snap.snap(pitch, scale: scale, root: root)
    line.add(CorrectionLine.Point(time: time, cents: target - pitch, isVoice: true))
  }

  /// Begins a cell: moves the correction toward its goal, and sends it to the shifter.
  @_noLocks
  private mutating func steer(over frames: Int) {
    missing = TunerKernel.cell
    let wanted = line.value(at: clock + TunerKernel.cell - behind)
    correction += (wanted.isVoice ? share : returnShare) * (wanted.cents - correction)
    // Snaps to 0, so that the shifter passes the input unchanged.
    if !wanted.isVoice, correction.magnitude < 0.05 { correction = 0 }
    amount.skip(min(TunerKernel.cell, amount.frames))
    let next = amount.value * correction
    if next != cents { send(next, over: frames) }
  }

  /// Sets the shift; formants are kept.
  @_noLocks
  private mutating func send(_ cents: Float, over frames: Int) {
    self.cents = cents
    var values = (cents, Float(1), Float(0))
    withUnsafeMutableBytes(of: &values) {
      shifter.aim(
        Floats($0.baseAddress!.assumingMemoryBound(to: Float.self), count: 3), over: frames)
    }
  }

  @_noLocks
  public mutating func reset() {
    send(0, over: 0)
    shifter.reset()
    tracker.reset()
    line.reset()
    snap = ScaleSnap()
    amount.jump(to: amount.target)
    (clock, missing, correction) = (0, 0, 0)
  }

  public var latency: Int {
    @_noLocks get { shifter.latency }
  }

  /// Uses the latency even without a shift: a correction may begin after the input has ended.
  public var tail: Int {
    @_noLocks get { isNeutral ? shifter.tail : max(shifter.tail, shifter.latency) }
  }

  public var isNeutral: Bool {
    @_noLocks get { amount.target == 0 }
  }
}
