/// Keeps a reader as far behind a writer as it should be while their clocks drift apart.
///
/// A proportional and an integral part, the loop critically damped. While both clocks are one it
/// does nothing at all, so that every frame is read as it was written: it begins to work when the
/// distance has left a band, and rests when nothing is left to correct.
struct DriftControl {
  /// Radians a second of the closed loop: slow, so that nobody hears it.
  private static var speed: Double {
    @_noLocks get { 0.25 }
  }
  /// Seconds over which the distance is averaged, for blocks do not come on time.
  private static var average: Double {
    @_noLocks get { 0.5 }
  }
  /// The most that it corrects, as a share of the rate.
  private static var most: Double {
    @_noLocks get { 0.005 }
  }

  private let sampleRate: Double
  /// Half the band, in frames.
  private let band: Double
  private var error = 0.0
  private var integral = 0.0
  private(set) var isWorking = false
  /// How much faster the reader has to go than its clock says; 0: exactly as fast.
  private(set) var correction = 0.0

  @_noLocks
  init(sampleRate: Int) {
    self.sampleRate = Double(sampleRate)
    band = Double(sampleRate) / 1500
  }

  /// - Parameters:
  ///   - excess: Frames that the reader is too far behind.
  ///   - seconds: Since the last call.
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
    correction = max(-DriftControl.most, min(DriftControl.most, wanted))
    // At the limit the integral must not go on.
    if correction != wanted { integral -= error * seconds }
    if wanted.magnitude < 2e-6, error.magnitude < 2 { rest() }
  }

  @_noLocks
  private mutating func rest() {
    isWorking = false
    (integral, correction) = (0, 0)
  }

  /// The distance is what it should be, whatever it was.
  @_noLocks
  mutating func forget() { error = 0 }
}
