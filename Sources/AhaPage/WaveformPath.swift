import AhaBase

/// The waveform of a page: an upright line for each stretch of the sound, as the path of an SVG.
enum WaveformPath {
  static let lines = 180
  /// Units of the drawing; half of them are above the middle.
  private static let height = 100

  /// - Parameter peaks: The lowest and the highest value of each stretch, in turns; any number of
  ///   stretches. What is no number counts as silence. The loudest reaches the edge.
  /// A straight line when there are none.
  static func text(_ peaks: [Float]) -> String {
    let stretches = peaks.count / 2
    guard stretches > 0 else { return "M0 50H180" }
    var loudest: Float = 0
    for peak in peaks where peak.isFinite { loudest = max(loudest, abs(peak)) }
    let scale = loudest > 0 ? Float(height / 2 - 2) / loudest : 0
    var path = ""
    for line in 0..<lines {
      let first = line * stretches / lines
      let end = max(first + 1, (line + 1) * stretches / lines)
      var (low, high) = (Float(0), Float(0))
      for place in first..<min(end, stretches) {
        if peaks[2 * place].isFinite { low = min(low, peaks[2 * place]) }
        if peaks[2 * place + 1].isFinite { high = max(high, peaks[2 * place + 1]) }
      }
      let (top, bottom) = (50 - Int(high * scale), 51 - Int(low * scale))
      path += "M\(line) \(top)v\(bottom - top)"
    }
    return path
  }
}
