import AhaBase
import AhaCodec
import AhaDSP

/// A sound as columns of equal length, one after the other, each with the mean spectrum of what is
/// in it. It is read once, in the same memory for any length.
///
/// Units: a sine of amplitude 1 has power 1 in its bin; the mean of the channels.
/// Threads: one at a time.
final class SpectrumColumns {
  let count: Int
  let sampleRate: Int
  /// Of the window; there are half as many bins.
  let size: Int
  private let frames: Int64
  private let reader: SoundReader
  private let spectra: SpectrumPair
  /// Left and right, twice as long as the window.
  private let sound: SampleBuffer
  private let sums: SampleBuffer
  /// The frame behind the last one in `sound`.
  private var end: Int64 = 0
  private var done = 0
  private(set) var peaks: PassingPeaks

  /// - Parameters:
  ///   - seconds: The longest that the window may be.
  ///   - overlap: How much of a window the next one has as well, 0.25 or more.
  ///   - peaks: So many are found on the way.
  ///   - isWanted: Asked now and then while the length is found out.
  /// Errors: those of decoding, `outOfMemory`, `cancelled`.
  init(
    _ path: FilePath, columns: Int, seconds: Double, overlap: Double, peaks: Int = 0,
    isWanted: () -> Bool = { true }
  ) throws(AhaError) {
    let stream = try FileStream(reading: path)
    sampleRate = try Decoder(stream).format.sampleRate
    reader = try SoundReader(stream, sampleRate: sampleRate)
    frames = try reader.measureLength { _ in isWanted() }.source
    self.peaks = PassingPeaks(frames, parts: peaks)
    count = columns
    size = SpectrumColumns.size(Double(sampleRate) * seconds)
    hop = max(1, Int(Double(size) * (1 - overlap)))
    spectra = try SpectrumPair(size: size)
    sound = try SampleBuffer(channels: 2, frames: 2 * size)
    sums = try SampleBuffer(channels: 1, frames: size / 2)
  }

  private let hop: Int

  private static func size(_ most: Double) -> Int {
    var size = 64
    while size < 1 << 16, Double(2 * size) <= most { size *= 2 }
    return size
  }

  /// Frames that were read, and all of them.
  var progress: (Int64, Int64) { (max(0, min(end, frames)), frames) }

  /// The powers of the next column's bins, until the call after; nil when there is none.
  /// Errors: those of the stream.
  func next() throws(AhaError) -> UnsafePointer<Float>? {
    if done == count { return nil }
    let (from, to) = (start(ofColumn: done), start(ofColumn: done + 1))
    let length = max(1, to - from)
    let windows = max(1, (length + Int64(hop) - 1) / Int64(hop))
    let powers = sums.plane(0)
    powers.update(repeating: 0, count: size / 2)
    for number in 0..<windows {
      let middle = Int64((Double(number) + 0.5) * Double(length) / Double(windows))
      try listen(at: from + middle - Int64(size / 2), to: powers)
    }
    let scale = 0.5 / Float(windows)
    for bin in 0..<size / 2 { powers[bin] *= scale }
    done += 1
    return UnsafePointer(powers)
  }

  private func start(ofColumn number: Int) -> Int64 {
    if number >= count { return frames }
    return Int64(Double(frames) * Double(number) / Double(count))
  }

  private func listen(
    at start: Int64, to powers: UnsafeMutablePointer<Float>
  ) throws(AhaError) {
    if start + Int64(size) > end { try read(from: start) }
    let place = max(0, 2 * size - Int(end - start))
    let left = sound.plane(0) + place
    spectra.run(left, reader.channels == 2 ? sound.plane(1) + place : left)
    let (first, second) = (spectra.first, spectra.second)
    for bin in 0..<size / 2 { powers[bin] += first[bin] + second[bin] }
  }

  /// Fills `sound` with what is from a frame on, of which it has the first ones already. There is
  /// silence before the sound and behind it.
  private func read(from start: Int64) throws(AhaError) {
    let kept = Int(max(0, min(end - start, Int64(2 * size))))
    let missing = 2 * size - kept
    for channel in 0..<2 {
      let plane = sound.plane(channel)
      plane.update(from: plane + missing, count: kept)
    }
    let (left, right) = (sound.plane(0) + kept, sound.plane(1) + kept)
    let got = try reader.read(left, right, frames: missing)
    peaks.add(left, reader.channels == 2 ? UnsafePointer(right) : nil, frames: got)
    (left + got).update(repeating: 0, count: missing - got)
    (right + got).update(repeating: 0, count: missing - got)
    end += Int64(missing)
  }
}
