import AhaBase

/// Finds onsets: peaks of onset strength that stand above what is around them.
struct OnsetPicker {
  /// How many are kept; the others are counted.
  static let mostKept = 65_536
  /// Frames on either side that a peak must not be below.
  private static let reach = 5
  /// Frames that the level of a peak's surroundings is measured over.
  private static let surroundings = 24
  /// What a peak is at least, and over the mean around it.
  private static let least: Float = 0.4
  private static let aboveMean: Float = 2.6
  /// A rise is steepest this many frames before its middle.
  private static let early = 0.7

  private(set) var total = 0
  /// In frames of onset strength; fractions are from a parabola.
  private(set) var positions: [Float64] = []
  private(set) var strengths: [Float] = []
  private var frames = 0
  private var recent = [Float](repeating: 0, count: surroundings + 1)

  mutating func add(_ strength: Float) {
    let count = recent.count
    recent[frames % count] = strength
    frames += 1
    let center = frames - 1 - OnsetPicker.reach
    if center >= 0 { look(at: center) }
  }

  mutating func finish() {
    for _ in 0..<OnsetPicker.reach { add(0) }
  }

  private func value(_ frame: Int) -> Float { frame < 0 ? 0 : recent[frame % recent.count] }

  private mutating func look(at center: Int) {
    let peak = value(center)
    guard peak >= OnsetPicker.least else { return }
    for offset in 1...OnsetPicker.reach {
      guard peak > value(center - offset), peak >= value(center + offset) else { return }
    }
    var sum: Float = 0
    for frame in frames - OnsetPicker.surroundings..<frames { sum += value(frame) }
    guard peak > OnsetPicker.aboveMean * sum / Float(OnsetPicker.surroundings) else { return }
    total += 1
    guard positions.count < OnsetPicker.mostKept else { return }
    let top = Parabola.offset(value(center - 1), peak, value(center + 1))
    positions.append(Double(center) + top + OnsetPicker.early)
    strengths.append(peak)
  }
}
