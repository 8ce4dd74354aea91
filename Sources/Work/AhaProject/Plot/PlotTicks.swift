import AhaBase

/// The time axis: positions and labels of its marks.
struct PlotTicks {
  let begin, end: Int64
  /// Units: pixels.
  let left, width: Float

  func x(_ time: Int64) -> Float {
    left + Float(Double(time - begin) / Double(end - begin) * Double(width))
  }

  /// The time at a pixel's edge.
  func time(_ x: Float) -> Int64 {
    begin + Int64(Double(x - left) / Double(width) * Double(end - begin))
  }

  /// Steps of the clock in milliseconds; a longer step is a day times a power of two.
  private static let steps: [Int64] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000,
    300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000,
  ]

  /// The step between marks that are at least `apart` pixels apart.
  func clockStep(_ apart: Float) -> Int64 {
    let least = Double(end - begin) * Double(apart / width)
    for step in PlotTicks.steps where Double(step * 1000) >= least { return step * 1000 }
    return doubled(86_400_000_000, least: least)
  }

  /// Bars between marks that are at least `apart` pixels apart.
  func barStep(_ bar: Double, apart: Float) -> Int64 {
    doubled(1, least: Double(end - begin) * Double(apart / width) / bar)
  }

  private func doubled(_ first: Int64, least: Double) -> Int64 {
    var step = first
    while Double(step) < least, step < 1 << 50 { step *= 2 }
    return step
  }

  /// Formats "2:05", "1:02:05", or "0:01.250" for steps below a second.
  static func clock(_ time: Int64, step: Int64) -> String {
    let text = ClockText.short(time)
    if step >= 1_000_000 { return text }
    return text + "." + Int64(time.magnitude / 1000 % 1000).digits(3)
  }

  /// Formats a value with few characters: 20k, 1.5k, 440, 12.5, -0.25.
  static func short(_ value: Float) -> String {
    let size = value.magnitude
    guard size < 1e12 else { return "\(value)" }
    if size >= 1000 { return short(value / 1000) + "k" }
    // Three digits: the fraction has none, one or two, as hundredths without a last zero.
    let unit: Float = size >= 99.95 ? 1 : size >= 9.995 ? 10 : 100
    let whole = Int64((size * unit).rounded())
    let sign = value < 0 && whole > 0 ? "-" : ""
    var text = sign + "\(whole / Int64(unit))"
    var rest = whole % Int64(unit)
    if rest == 0 { return text }
    text += unit == 100 && rest < 10 ? ".0" : "."
    if unit == 100, rest % 10 == 0 { rest /= 10 }
    return text + "\(rest)"
  }
}
