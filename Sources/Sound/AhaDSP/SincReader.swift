import AhaBase
import CShims

/// Windowed-sinc interpolation: reads a signal between its frames and at other rates.
///
/// Rows of 24 weights for each of 64 fractions of a frame, interpolated linearly. Three tables, for
/// rates up to 1, 1.4 and 2, with lower cutoffs against aliasing.
/// Source: J. O. Smith, Digital audio resampling home page, 1984.
struct SincReader {
  private static let taps = 24
  private static let phases = 64
  private static let set = (phases + 1) * taps
  /// Frames with weight before the read frame, and the count after it.
  static let halfWidth = taps / 2

  private let table: Floats
  private let memory: FloatMemory

  init() throws(AhaError) {
    memory = try FloatMemory(planes: 1, samples: 3 * SincReader.set)
    var planes = memory
    table = planes.claim(3 * SincReader.set)
    for (index, width) in [1, 1.4, 2].enumerated() {
      for phase in 0...SincReader.phases {
        SincReader.fill(
          table + index * SincReader.set + phase * SincReader.taps, width: width,
          part: Double(phase) / Double(SincReader.phases))
      }
    }
  }

  func free() { memory.release() }

  private static func fill(_ row: Floats, width: Double, part: Double) {
    var sum: Float = 0
    for tap in 0..<taps {
      let x = (Double(tap - halfWidth + 1) - part) / width
      let end = Double(halfWidth) / width
      let window = x.magnitude < end ? 0.5 + 0.5 * cos(.pi * x / end) : 0
      row[tap] = Float(x == 0 ? window : window * sin(.pi * x) / (.pi * x))
      sum += row[tap]
    }
    for tap in 0..<taps { row[tap] /= sum }
  }

  /// Left and right at `frame + part`, for reading at `rate`. Precondition: 0 <= part < 1.
  @_noLocks
  func read(_ ring: InputRing, at frame: Int, part: Float, rate: Float) -> (Float, Float) {
    let from = ring.index(of: frame &- SincReader.halfWidth &+ 1)
    let source = StereoSource(left: ring.left + from, right: ring.right + from)
    return read(source, part: part, rate: rate)
  }

  /// The same, at `part` after frame `halfWidth` - 1 of the source.
  @_noLocks
  func read(_ source: StereoSource, part: Float, rate: Float) -> (Float, Float) {
    let set = rate <= 1.01 ? 0 : rate <= 1.41 ? 1 : 2
    let phase = part * Float(SincReader.phases)
    let lower = min(Int(phase), SincReader.phases - 1)
    let blend = SIMD4<Float>(repeating: phase - Float(lower))
    let row = table + set * SincReader.set + lower * SincReader.taps
    var left = SIMD4<Float>(repeating: 0)
    var right = left
    var tap = 0
    while tap < SincReader.taps {
      let weight = load4(row + tap)
      let next = load4(row + SincReader.taps + tap)
      let blended = weight + (next - weight) * blend
      left += blended * load4(source.left + tap)
      right += blended * load4(source.right + tap)
      tap += 4
    }
    return (
      (left[0] + left[1]) + (left[2] + left[3]), (right[0] + right[1]) + (right[2] + right[3])
    )
  }
}
