import AhaBase

/// A source of interleaved frames in sequence.
protocol FrameSource: AnyObject {
  /// Reads up to `frames` frames; 0 at the end.
  func read(_ buffer: Floats, frames: Int) throws(AhaError) -> Int
}

extension Decoder: FrameSource {}

/// A part of a file as a source. Reading to the end of the file checks it as `FrameReader` does.
final class SoundPart: FrameSource {
  private let decoder: Decoder
  private var left: Int64
  private var isChecked = false

  /// - Parameter count: Nil: to the end of the file.
  init(_ decoder: Decoder, from begin: Int64, count: Int64?) throws(AhaError) {
    (self.decoder, left) = (decoder, count ?? Int64.max)
    if begin > 0 { try decoder.seek(to: begin) } else { try decoder.startChecksum() }
  }

  func read(_ buffer: Floats, frames: Int) throws(AhaError) -> Int {
    let wanted = Int(min(Int64(frames), left))
    guard wanted > 0, !isChecked else { return 0 }
    let got = try decoder.read(buffer, frames: wanted)
    left -= Int64(got)
    if got == 0 {
      isChecked = true
      try decoder.requireWhole()
    }
    return got
  }
}

/// Frames in memory as a source.
final class MemorySource: FrameSource {
  private let samples: Floats
  private let channels: Int
  private var left: Int
  private var next = 0

  init(_ samples: Floats, frames: Int, channels: Int) {
    self.samples = samples
    self.channels = channels
    left = frames
  }

  func read(_ buffer: Floats, frames: Int) -> Int {
    let count = min(frames, left)
    buffer.copy((samples + next * channels).prefix(count * channels))
    silenceInvalid(buffer, count: count * channels)
    next += count
    left -= count
    return count
  }
}
