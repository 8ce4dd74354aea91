import AhaBase
import AhaCodec
import AhaDSP

/// Divides a sound into columns of equal length and computes the mean spectrum of each, in one pass
/// and constant memory.
///
/// The windows of a long column are spread over it. If they are far apart and the file is PCM, the
/// frames between them are not read.
///
/// Units: a sine of amplitude 1 has power 1 in its bin; averaged over the channels.
/// Threads: one at a time.
final class SpectrumColumns {
  let count: Int
  let sampleRate: Int
  /// Frames of the window; half as many bins.
  let size: Int
  private let frames: Int64
  /// Max windows of a column.
  private let density: Int64
  private let reader: SoundReader
  private let spectra: SpectrumPair
  /// Left and right, twice as long as the window.
  private let sound: SampleBuffer
  private let sums: SampleBuffer
  /// The frame after the last one in `sound`, at the reader's position.
  private var end: Int64 = 0
  private var done = 0
  private(set) var peaks: PassingPeaks

  /// - Parameters:
  ///   - seconds: Max length of the window.
  ///   - overlap: Overlap of successive windows as a share, at least 0.25.
  ///   - density: Max windows of a column.
  ///   - peaks: Count of waveform parts to measure in the same pass, of the frames that are read.
  ///   - isWanted: Polled while the length is measured; returning false cancels.
  /// Errors: those of decoding, `outOfMemory`, `cancelled`.
  init(
    of path: FilePath, columns: Int, seconds: Double, overlap: Double, density: Int64 = .max,
    peaks: Int = 0, isWanted: () -> Bool = { true }
  ) throws(AhaError) {
    let stream = try FileStream(reading: path)
    sampleRate = try Decoder.format(of: stream).sampleRate
    reader = try SoundReader(stream, sampleRate: sampleRate)
    frames = try reader.measureLength { _ in isWanted() }.source
    self.peaks = PassingPeaks(of: frames, parts: peaks)
    (count, self.density) = (columns, density)
    size = SpectrumColumns.size(max: Double(sampleRate) * seconds)
    hop = max(1, Int(Double(size) * (1 - overlap)))
    spectra = try SpectrumPair(size: size)
    sound = try SampleBuffer(channels: 2, frames: 2 * size)
    sums = try SampleBuffer(channels: 1, frames: size / 2)
  }

  private let hop: Int

  private static func size(max limit: Double) -> Int {
    var size = 64
    while size < 1 << 16, Double(2 * size) <= limit { size *= 2 }
    return size
  }

  /// Frames that were read or skipped, and all frames.
  var progress: (Int64, Int64) { (max(0, min(end, frames)), frames) }

  /// The powers of the next column, valid until the next call; nil after the last column.
  /// Errors: those of the stream.
  func next() throws(AhaError) -> Floats? {
    if done == count { return nil }
    let (from, to) = (start(ofColumn: done), start(ofColumn: done + 1))
    let length = max(1, to - from)
    let windows = min(density, max(1, (length + Int64(hop) - 1) / Int64(hop)))
    let powers = sums.plane(0)
    powers.prefix(size / 2).clear()
    for number in 0..<windows {
      let middle = Int64((Double(number) + 0.5) * Double(length) / Double(windows))
      try listen(at: from + middle - Int64(size / 2), to: powers)
    }
    let scale = 0.5 / Float(windows)
    for bin in 0..<size / 2 { powers[bin] *= scale }
    done += 1
    if done == count { try pass(to: frames) }
    return powers
  }

  private func start(ofColumn number: Int) -> Int64 {
    if number >= count { return frames }
    return Int64(Double(frames) * Double(number) / Double(count))
  }

  private func listen(at start: Int64, to powers: Floats) throws(AhaError) {
    if start + Int64(size) > end {
      try pass(to: start)
      try read(from: start)
    }
    let skipped = max(0, 2 * size - Int(end - start))
    let left = sound.plane(0) + skipped
    spectra.run(left, other: reader.channels == 2 ? sound.plane(1) + skipped : left)
    let (first, second) = (spectra.first, spectra.second)
    for bin in 0..<size / 2 { powers[bin] += first[bin] + second[bin] }
  }

  /// Reads or skips the frames up to one; nothing if it was read already.
  private func pass(to frame: Int64) throws(AhaError) {
    if frame - end >= SpectrumColumns.longGap, reader.seeksDirectly {
      try reader.seek(to: frame)
      end = frame
    }
    while end < frame { try read(from: min(end, frame - Int64(2 * size))) }
  }

  /// A shorter gap is read anyway.
  private static let longGap: Int64 = 1 << 14

  /// Fills `sound` from a frame on; keeps the frames it already contains. Before and after the
  /// sound is silence.
  private func read(from start: Int64) throws(AhaError) {
    let present = Int(max(0, min(end - start, Int64(2 * size))))
    let missing = 2 * size - present
    for channel in 0..<2 {
      let plane = sound.plane(channel)
      plane.move(from: (plane + missing).prefix(present))
    }
    let (left, right) = (sound.plane(0) + present, sound.plane(1) + present)
    let got = try reader.read(left: left, right: right, frames: missing)
    peaks.add(left: left, right: reader.channels == 2 ? right : nil, frames: got, at: end)
    left[got..<missing].clear()
    right[got..<missing].clear()
    end += Int64(missing)
  }
}
