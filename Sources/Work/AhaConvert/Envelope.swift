import AhaBase
import AhaDSP

/// The fades at both ends of a sound.
struct Envelope {
  /// Units: frames, as the fades below.
  let length: Int64
  let fadeIn: Int64
  let fadeOut: Int64
  let shape: FadeShape

  var isFlat: Bool { fadeIn == 0 && fadeOut == 0 }

  /// Multiplies interleaved frames in place.
  /// - Parameter start: The position of the first frame.
  func apply(to samples: Floats, frames: Int, channels: Int, at start: Int64) {
    if isFlat { return }
    for index in 0..<frames {
      let gain = gain(at: start + Int64(index))
      if gain == 1 { continue }
      for channel in 0..<channels { samples[index * channels + channel] *= gain }
    }
  }

  private func gain(at frame: Int64) -> Float {
    var gain = 1.0
    if frame < fadeIn { gain = shape.value(from: 0, to: 1, at: Int(frame), of: Int(fadeIn)) }
    let fallen = frame - (length - fadeOut)
    if fallen >= 0 { gain *= shape.value(from: 1, to: 0, at: Int(fallen), of: Int(fadeOut)) }
    return Float(gain)
  }
}
