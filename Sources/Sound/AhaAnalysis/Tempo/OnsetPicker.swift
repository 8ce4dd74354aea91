import AhaBase

/// Finds onsets: peaks of onset strength above their surroundings.
struct OnsetPicker {
  /// Max onsets to keep; further ones are only counted.
  static let maxOnsets = 65_536
  /// A peak is the maximum of this many frames on either side.
  private static let radius = 5
  /// Frames over which the local mean is computed.
  private static let surroundings = 24
  /// Min strength of a peak, and min ratio to the local mean.
  private static let least: Float = 0.4
  private static let aboveMean: Float = 2.6
  /// Frames from the steepest rise to the middle of the rise.
  private static let early = 0.7

  private(set) var total = 0
  /// Units: frames of onset strength, interpolated with a parabola.
  private(set) var positions: [Float64] = []
  private(set) var strengths: [Float] = []
  private var frames = 0
  private var recent = [Float](repeating: 0, count: surroundings + 1)

  mutating func add(_ strength: Float) {
    let count = recent.count
    recent[frames % count] = strength
    frames += 1
    let center = frames - 1 - OnsetPicker.radius
    if center >= 0 { look(at: center) }
  }

  mutating func finish() {
    for _ in 0..<OnsetPicker.radius { add(0) }
  }

  private func value(at frame: Int) -> Float { frame < 0 ? 0 : recent[frame % recent.count] }

  private mutating func look(at center: Int) {
    let peak = value(at: center)
    guard peak >= OnsetPicker.least else { return }
    for offset in 1...OnsetPicker.radius {
      guard peak > value(at: center - offset), peak >= value(at: center + offset) else { return }
    }
    var sum: Float = 0
    for frame in frames - OnsetPicker.surroundings..<frames { sum += value(at: frame) }
    guard peak > OnsetPicker.aboveMean * sum / Float(OnsetPicker.surroundings) else { return }
    total += 1
    guard positions.count < OnsetPicker.maxOnsets else { return }
    let top = Parabola.offset(
      before: value(at: center - 1), top: peak, after: value(at: center + 1))
    positions.append(Double(center) + top + OnsetPicker.early)
    strengths.append(peak)
  }
}
