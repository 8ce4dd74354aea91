/// The columns of a waveform in a box.
public struct WaveformColumns {
  private let box: Rectangle
  private var highest: [Float] = []
  private var lowest: [Float] = []
  /// The root mean square, above and below the middle.
  private var above: [Float] = []
  private var below: [Float] = []

  /// The height of the box is full scale.
  public init(_ box: Rectangle) { self.box = box }

  public mutating func add(_ part: WaveformPeaks.Part, gain: Float) {
    let half = box.height / 2
    let scale = part.isThere ? half * gain : 0
    let (low, high) = part.isThere ? (part.lowest, part.highest) : (0, 0)
    let rms = part.rms
    highest.append(box.middle - limited(high * scale, limit: half))
    lowest.append(box.middle - limited(low * scale, limit: half))
    above.append(box.middle - limited(min(rms, max(high, 0)) * scale, limit: half))
    below.append(box.middle + limited(min(rms, max(-low, 0)) * scale, limit: half))
  }

  private func limited(_ value: Float, limit: Float) -> Float { max(-limit, min(limit, value)) }

  /// - Parameter left: x of the first column.
  public func draw(on canvas: Canvas, from left: Int, color: Color) {
    canvas.fillColumns(
      from: left, tops: highest, bottoms: lowest, least: 1, color: color.with(alpha: 0.5))
    canvas.fillColumns(from: left, tops: above, bottoms: below, color: color)
  }
}
