import AhaBase
import AhaCodec
import AhaPiece

/// Draws waveforms and covers for drops.
public final class PieceCoverMaker: CoverMaker {
  public init() {}

  public func look(
    at sound: FilePath, forCover: Bool, peaks: Int, progress: (Int64, Int64) -> Bool
  ) -> SoundShape {
    do throws(AhaError) {
      if !forCover { return try measured(sound, count: peaks, progress: progress) }
      return try CoverSound(of: sound, bars: Cover.bars, peaks: peaks, progress: progress).shape
    } catch { return SoundShape() }
  }

  public func checkSound(_ sound: FilePath) throws(AhaError) {
    let decoder = try Decoder(FileStream(reading: sound))
    let frame = Floats(uninitialized: decoder.format.channels)
    defer { frame.deallocate() }
    if try decoder.read(frame, frames: 1) == 0 {
      throw AhaError(.empty, "\(sound.text) is a sound without a frame")
    }
  }

  /// A sound that cannot be read gets waves instead of a ring.
  public func drawCover(
    of piece: Piece, shape: SoundShape, to path: FilePath
  ) throws(AhaError) {
    try Cover.draw(piece, shape: shape).save(to: path)
  }

  public func makeCover(
    _ picture: FilePath, at path: FilePath, keepsJPEG: Bool
  ) throws(AhaError) -> (path: FilePath, type: String) {
    let image = try CoverImage(picture, keepsJPEG: keepsJPEG)
    if !image.isScaled { return (picture, image.kind == .png ? "image/png" : "image/jpeg") }
    try image.save(to: path)
    return (path, "image/png")
  }

  private func measured(
    _ sound: FilePath, count: Int, progress: (Int64, Int64) -> Bool
  ) throws(AhaError) -> SoundShape {
    var shape = SoundShape()
    let decoder = try Decoder(FileStream(reading: sound))
    let frames = try decoder.measureLength { progress($0, 0) }
    if frames == 0 { return shape }
    let peaks = try WaveformPeaks(decoder, range: 0..<frames, parts: count)
    while try peaks.read() { if !progress(peaks.done, frames) { return shape } }
    shape.peaks = peaks.loudness
    return shape
  }
}

extension WaveformPeaks.Part {
  /// The highest amplitude, 0...255.
  var loudness: UInt8 {
    guard isThere else { return 0 }
    let highest = max(abs(lowest), abs(highest))
    return highest.isFinite ? UInt8(max(0, min(255, (highest * 255).rounded()))) : 0
  }
}

/// Peaks of a sound, or of frames spread over it, that are read in planar blocks.
struct PassingPeaks {
  private(set) var parts: [WaveformPeaks.Part]
  private let frames: Int64

  /// - Parameter wanted: Count of parts; limited to the count of frames.
  init(of frames: Int64, parts wanted: Int) {
    self.frames = max(1, frames)
    let count = max(0, min(wanted, Int(clamping: frames), WaveformPeaks.maxParts))
    parts = [WaveformPeaks.Part](repeating: WaveformPeaks.Part(), count: count)
  }

  /// - Parameters:
  ///   - right: Nil for one channel.
  ///   - done: The number of the first frame.
  mutating func add(left: Floats, right: Floats?, frames count: Int, at done: Int64) {
    if parts.isEmpty { return }
    var (frame, number) = (0, index(of: done))
    while frame < count {
      while number + 1 < parts.count, done + Int64(frame) >= start(ofPart: number + 1) {
        number += 1
      }
      let rest = start(ofPart: number + 1) - done - Int64(frame)
      let length = max(1, min(count - frame, Int(clamping: rest)))
      parts[number].add(WaveformPeaks.measure(left + frame, count: length))
      if let right { parts[number].add(WaveformPeaks.measure(right + frame, count: length)) }
      frame += length
    }
  }

  private func index(of frame: Int64) -> Int {
    let guess = Int(Double(frame) * Double(parts.count) / Double(frames))
    var number = min(max(0, guess), parts.count - 1)
    while number > 0, frame < start(ofPart: number) { number -= 1 }
    return number
  }

  /// Frames after the announced end belong to the last part.
  private func start(ofPart number: Int) -> Int64 {
    if number >= parts.count { return Int64.max }
    return Int64(Double(frames) * Double(number) / Double(parts.count))
  }
}
