/// Keeps the distance of a reader behind a writer constant while their clocks drift apart.
///
/// A critically damped PI controller with hysteresis. With equal clocks it stays off, so that every
/// frame is read unchanged. It turns on when the distance leaves a band, and off when no correction
/// remains.
struct DriftControl {
  /// Natural frequency of the closed loop, in rad/s: slow, so that pitch changes are inaudible.
  private static var speed: Double {
    @_noLocks get { 0.25 }
  }
  /// Time constant of the averaged distance, in seconds, because blocks arrive with jitter.
  private static var average: Double {
    @_noLocks get { 0.5 }
  }
  /// Max correction, as a fraction of the rate.
  private static var maxCorrection: Double {
    @_noLocks get { 0.005 }
  }

  private let sampleRate: Double
  /// Half the width of the band. Units: frames.
  private let band: Double
  private var error = 0.0
  private var integral = 0.0
  private(set) var isWorking = false
  /// Relative rate offset of the reader; 0: exactly its own clock.
  private(set) var correction = 0.0

  @_noLocks
  init(sampleRate: Int) {
    self.sampleRate = Double(sampleRate)
    band = Double(sampleRate) / 1500
  }

  /// - Parameters:
  ///   - excess: Frames by which the reader is too far behind.
  ///   - seconds: Time since the last call.
  @_noLocks
  mutating func update(excess: Double, seconds: Double) {
    error += (excess - error) * min(1, seconds / DriftControl.average)
    if !isWorking {
      guard error.magnitude > band else { return }
      isWorking = true
    }
    integral += error * seconds
    let speed = DriftControl.speed
    let wanted = (2 * speed * error + speed * speed * integral) / sampleRate
    correction = max(-DriftControl.maxCorrection, min(DriftControl.maxCorrection, wanted))
    // Anti-windup: while the correction is limited, the integral must not grow.
    if correction != wanted { integral -= error * seconds }
    if wanted.magnitude < 2e-6, error.magnitude < 2 { rest() }
  }

  @_noLocks
  private mutating func rest() {
    isWorking = false
    (integral, correction) = (0, 0)
  }

  /// Resets the averaged distance after a jump.
  @_noLocks
  mutating func forget() { error = 0 }
}
