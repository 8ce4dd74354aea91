import AhaDSP

/// Leading and trailing silence: keeps the first and the last cell for each of a list of levels,
/// because the threshold, relative to the peak, is known only at the end.
struct SilentEdges {
  /// Frames per cell.
  static let cell = 32
  /// Silence is this far below the highest sample; or below the lowest level.
  private static let depthDb: Float = 60
  private static let stepDb: Float = 3
  private static let steps = 40

  /// The first cell that reaches each level, and the last cell whose highest level it is.
  private var first: [Int] = []
  private var last = [Int](repeating: 0, count: steps)
  private let levels: [Float]
  private var highest: Float = 0

  init() {
    // Ascending, so that each level is reached before the next.
    levels = (0..<SilentEdges.steps).map {
      Level.linear(db: Float($0 + 1 - SilentEdges.steps) * SilentEdges.stepDb)
    }
  }

  mutating func add(_ peak: Float, cell: Int) {
    guard peak >= levels[0] else { return }
    highest = max(highest, peak)
    while first.count < levels.count, peak >= levels[first.count] { first.append(cell) }
    var step = levels.count - 1
    while peak < levels[step] { step -= 1 }
    last[step] = cell
  }

  /// The level below which the sound is silent.
  var silence: Float { highest * Level.linear(db: -SilentEdges.depthDb) }

  /// The range that is not silent; nil for silence.
  func sounding(frames: Int) -> Range<Int>? {
    guard !first.isEmpty else { return nil }
    let least = silence
    var step = 0
    while step + 1 < first.count, levels[step] < least { step += 1 }
    var latest = 0
    for louder in step..<last.count { latest = max(latest, last[louder]) }
    let end = min(frames, (latest + 1) * SilentEdges.cell)
    return min(first[step] * SilentEdges.cell, end)..<end
  }
}
