import AhaBase
import AhaCodec

/// Reads a range of a sound and keeps extremes and power of parts of equal length, over all
/// channels.
///
/// Units: frames of the file.
/// Threads: one at a time.
public final class WaveformPeaks {
  public struct Part {
    public var lowest = Float.infinity
    public var highest = -Float.infinity
    /// Sum of the squares of all samples.
    var sum = 0.0
    var count = 0.0

    /// Whether it has a sample.
    public var isThere: Bool { count > 0 }
    public var rms: Float { count > 0 ? Float((sum / count).squareRoot()) : 0 }

    public init() {}

    public mutating func add(_ other: Part) {
      lowest = min(lowest, other.lowest)
      highest = max(highest, other.highest)
      sum += other.sum
      count += other.count
    }
  }

  /// Limits the memory.
  public static let maxParts = 1 << 16

  public let range: Range<Int64>
  private let parts: Buffer<Part>
  /// Frames read.
  public private(set) var done: Int64 = 0
  private let decoder: Decoder
  private let block: Floats
  private let memory = MemoryBlocks()

  /// - Parameters:
  ///   - range: Frames to read; the sound may be longer.
  ///   - parts: Count of parts; limited to the count of frames and `maxParts`.
  /// Errors: those of the decoder's stream, `outOfMemory`.
  public init(_ decoder: Decoder, range: Range<Int64>, parts wanted: Int) throws(AhaError) {
    (self.decoder, self.range) = (decoder, range)
    let limit = min(range.count, WaveformPeaks.maxParts)
    let count = max(1, min(wanted, limit))
    parts = try memory.claim(repeating: Part(), count: count, of: "parts")
    block = try memory.claim(WaveformPeaks.block * decoder.format.channels, of: "samples")
    try decoder.seek(to: range.lowerBound)
  }

  public var partCount: Int { parts.count }

  /// The highest amplitude of each part, 0...255.
  var loudness: [UInt8] { (0..<parts.count).map { parts[$0].loudness } }

  /// Reads some frames; returns false at the end. Errors: those of the decoder's stream.
  public func read() throws(AhaError) -> Bool {
    let wanted = Int(min(Int64(WaveformPeaks.block), Int64(range.count) - done))
    let got = try decoder.read(block, frames: wanted)
    if got == 0 { return false }
    add(block, frames: got, channels: decoder.format.channels, at: done)
    done += Int64(got)
    return true
  }

  private static let block = 1 << 14

  /// Adds frames to their parts.
  private func add(_ samples: Floats, frames: Int, channels: Int, at frame: Int64) {
    var done = 0
    while done < frames {
      let number = index(of: frame + Int64(done))
      let end = Int(min(Int64(frames), start(ofPart: number + 1) - frame))
      parts[number].add(
        WaveformPeaks.measure(samples + done * channels, count: (end - done) * channels))
      done = end
    }
  }

  /// The index of the part of a frame, relative to the range.
  private func index(of frame: Int64) -> Int {
    let guess = Int(Double(frame) * Double(parts.count) / Double(range.count))
    var number = min(max(0, guess), parts.count - 1)
    while number > 0, frame < start(ofPart: number) { number -= 1 }
    while number + 1 < parts.count, frame >= start(ofPart: number + 1) { number += 1 }
    return number
  }

  private func start(ofPart number: Int) -> Int64 {
    if number >= parts.count { return Int64(range.count) }
    return Int64(Double(range.count) * Double(number) / Double(parts.count))
  }

  static func measure(_ samples: Floats, count: Int) -> Part {
    var part = Part()
    var (low, high) = (SIMD8<Float>(repeating: .infinity), SIMD8<Float>(repeating: -.infinity))
    var sum = SIMD8<Float>()
    let whole = count / 8 * 8
    for index in stride(from: 0, to: whole, by: 8) {
      let value: SIMD8<Float> = samples.load(index)
      low.replace(with: value, where: value .< low)
      high.replace(with: value, where: value .> high)
      sum += value * value
    }
    (part.lowest, part.highest) = (low.min(), high.max())
    part.sum = Double(sum.sum())
    for index in whole..<count {
      part.lowest = min(part.lowest, samples[index])
      part.highest = max(part.highest, samples[index])
      part.sum += Double(samples[index] * samples[index])
    }
    part.count = Double(count)
    return part
  }

  /// Column `column` of `count` columns of equal length.
  public func part(_ column: Int, of count: Int) -> Part {
    if count == parts.count { return parts[column] }
    let perColumn = Double(range.count) / Double(count)
    let first = range.lowerBound + Int64(Double(column) * perColumn)
    let end = range.lowerBound + Int64(Double(column + 1) * perColumn)
    return part(of: first..<max(first + 1, end))
  }

  /// The union of all parts that overlap frames of the file.
  public func part(of frames: Range<Int64>) -> Part {
    var all = Part()
    let inside = frames.clamped(to: range)
    if inside.isEmpty { return all }
    let first = index(of: inside.lowerBound - range.lowerBound)
    let last = index(of: inside.upperBound - 1 - range.lowerBound)
    for number in first...last { all.add(parts[number]) }
    return all
  }
}
