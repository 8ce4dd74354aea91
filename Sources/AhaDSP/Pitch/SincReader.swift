import AhaBase
import CShims

/// Reads a signal between its frames, and faster or slower than it came.
///
/// Twelve lobes of a sinc under a Hann-like window; when read faster, up to twice, they are widened so
/// that nothing folds back.
/// Source: J. O. Smith, Digital audio resampling home page, 1984.
struct SincReader {
  static let reach = 6
  private static let phases = 128

  private let table: UnsafeMutablePointer<Float>
  private let memory: FloatMemory

  init() throws(AhaError) {
    let count = SincReader.reach * SincReader.phases
    memory = try FloatMemory(planes: 1, samples: count + 2)
    var planes = memory
    table = planes.take(count + 2)
    for index in 0...count {
      let x = Double(index) / Double(SincReader.phases)
      let window = 0.5 + 0.5 * cos(.pi * x / Double(SincReader.reach))
      let sinc = index == 0 ? 1 : sin(.pi * x) / (.pi * x)
      table[index] = Float(window * sinc)
    }
  }

  func free() { memory.release() }

  /// Left and right at `frame + part`, read `rate` times as fast. Precondition: 0 <= part < 1.
  @_noLocks
  func read(_ ring: InputRing, _ frame: Int, _ part: Float, rate: Float) -> (Float, Float) {
    let width = min(max(rate, 1), 2)
    let scale = Float(SincReader.phases) / width
    let reach = Int(Float(SincReader.reach) * width)
    var sum: (left: Float, right: Float, weight: Float) = (0, 0, 0)
    let limit = Float(SincReader.reach * SincReader.phases)
    for offset in (1 - reach)...reach {
      let x = min((Float(offset) - part).magnitude * scale, limit)
      let index = Int(x)
      let weight = table[index] + (x - Float(index)) * (table[index + 1] - table[index])
      let place = ring.place(frame &+ offset)
      sum.left += weight * ring.left[place]
      sum.right += weight * ring.right[place]
      sum.weight += weight
    }
    return (sum.left / sum.weight, sum.right / sum.weight)
  }
}
