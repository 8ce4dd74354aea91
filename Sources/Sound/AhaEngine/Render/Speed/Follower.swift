import AhaBase
import AhaDSP
import CShims

/// Tempo and phase of a voice that follows the musical clock.
///
/// The speed is that of the clock's beats. What rounding leaves is corrected: the distance that the
/// sound has covered is compared with the clock's beats since the voice began to follow, so errors
/// do not add up.
struct Follower: BitwiseCopyable {
  private static let ratios = 0.25...4
  /// The error that is corrected. Units: frames of the sound.
  private static let tolerance = 1.0 / 16
  /// The time constant of a correction, in frames, and its largest share of the speed: 3.5 cents.
  private static let correctionFrames = 4096.0
  private static let maxCorrection = 0.002

  private let clock: Reference<BeatClock>
  /// Of the sound at speed 1. Units: frames per second.
  private let sampleRate: Double
  /// Of the sound, in beats per minute; 0: the voice does not follow.
  private(set) var tempo = 0.0
  /// Octaves that are added to those of the clock until the former tempo has become the clock's.
  private var joinOctaves = 0.0
  private var joinBegin = Int64.min
  private var joinEnd = Int64.min

  /// The beat from which the distance is counted; nil: the next cell begins there.
  private var firstBeat: Double?
  /// Distance since then, in frames of the sound and their 2^-32.
  private var distance: Int64 = 0
  private var part: Int64 = 0

  init(clock: Reference<BeatClock>, sampleRate: Double) {
    self.clock = clock
    self.sampleRate = sampleRate
  }

  var isOn: Bool {
    @_noLocks get { tempo > 0 }
  }

  /// - Parameters:
  ///   - octaves: Of the present tempo.
  ///   - now: The label from which on the tempo changes.
  @_noLocks
  mutating func begin(_ tempo: Double, from octaves: Double, at now: Int64, over frames: Int) {
    self.tempo = tempo
    (joinBegin, joinEnd) = (now, now + Int64(frames))
    joinOctaves = frames == 0 ? 0 : octaves - clockOctaves(at: now)
    firstBeat = nil
  }

  @_noLocks
  mutating func end() { tempo = 0 }

  // MARK: Tempo

  @_noLocks
  private func clockOctaves(at label: Int64) -> Double {
    let ratio = clock.value.segment(at: label).tempo(at: label) / tempo
    return shim_log2(max(Follower.ratios.lowerBound, min(ratio, Follower.ratios.upperBound)))
  }

  /// The octaves by which the sound is faster than at speed 1.
  @_noLocks
  func octaves(at label: Int64) -> Double {
    let octaves = clockOctaves(at: label)
    if label >= joinEnd { return octaves }
    let left = Double(joinEnd - label) / Double(joinEnd - joinBegin)
    return octaves + joinOctaves * min(1, left)
  }

  /// Label of the next bend of the octaves; .max: none.
  @_noLocks
  func bend(after label: Int64) -> Int64 {
    let next = clock.value.bend(after: label)
    if label >= joinEnd { return next }
    return min(next, label < joinBegin ? joinBegin : joinEnd)
  }

  /// True if the octaves change right after a label.
  @_noLocks
  func moves(at label: Int64) -> Bool {
    if label < joinEnd { return true }
    return isOn ? clock.value.segment(at: label).isRamp(at: label) : false
  }

  /// Frames of a cell of the speed that begins at a label.
  @_noLocks
  func cell(at now: Int64) -> Int64 {
    let length = moves(at: now) ? SpeedDrive.cell : Int64(Follower.correctionFrames)
    return min(length - now % length, bend(after: now) - now)
  }

  /// Changes with the tempos of the clock.
  var version: Int {
    @_noLocks get { clock.value.version }
  }

  // MARK: Phase

  /// The voice continues elsewhere in its sound, or at another time.
  @_noLocks
  mutating func losePhase() { firstBeat = nil }

  /// Adds a distance. Units: as `PlaySpeed`.
  @_noLocks
  mutating func cover(_ frames: Int64) {
    part += frames
    distance += part >> 32
    part &= SpeedUnit.mask
  }

  /// What to add to the speed so that the phase stays.
  /// - Parameter isFree: Something else moves the speed.
  @_noLocks
  mutating func correction(at now: Int64, speed: Double, isFree: Bool) -> Double {
    let segment = clock.value.segment(at: now)
    let beat = segment.beat(at: now)
    let isReached = Follower.ratios.contains(segment.tempo(at: now) / tempo)
    guard !isFree, isReached, now >= joinEnd else {
      firstBeat = nil
      return 0
    }
    guard let firstBeat else {
      (self.firstBeat, distance, part) = (beat, 0, 0)
      return 0
    }
    let wanted = (beat - firstBeat) * 60 * sampleRate / tempo
    let error = wanted - Double(distance) - Double(part) * 0x1p-32
    if error.magnitude < Follower.tolerance { return 0 }
    let limit = Follower.maxCorrection * speed
    return max(-limit, min(error / Follower.correctionFrames, limit))
  }
}
