import AhaBase

/// Waveform of a page as an SVG path: one vertical line per section of the sound.
enum WaveformPath {
  static let lines = 180
  /// Units of the drawing; half of them above the center line.
  private static let height = 100

  /// - Parameter peaks: Min and max of each section, alternating; any count of sections. NaN counts
  ///   as silence. The loudest section has full height.
  /// Returns a straight line if `peaks` is empty.
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
      for index in first..<min(end, stretches) {
        if peaks[2 * index].isFinite { low = min(low, peaks[2 * index]) }
        if peaks[2 * index + 1].isFinite { high = max(high, peaks[2 * index + 1]) }
      }
      let (top, bottom) = (50 - Int(high * scale), 51 - Int(low * scale))
      path += "M\(line) \(top)v\(bottom - top)"
    }
    return path
  }
}
