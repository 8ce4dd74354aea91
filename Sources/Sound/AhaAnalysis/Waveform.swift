/// The waveform of a sound for drawing, at any resolution up to the finest that fits fixed memory.
public struct Waveform: Sendable {
  /// Range and power of a section of one channel.
  public struct Bin: Equatable, Sendable {
    public var lowest: Float = 0
    public var highest: Float = 0
    /// Mean of the squares.
    public var power: Float = 0

    static func joined(_ one: Bin, other: Bin, share: Float = 0.5) -> Bin {
      Bin(
        lowest: min(one.lowest, other.lowest), highest: max(one.highest, other.highest),
        power: one.power + share * (other.power - one.power))
    }
  }

  /// Max bins per channel; when they are full, pairs are merged.
  public static let maxBins = 16_384
  /// Max sections of an outline.
  public static let maxSections = 1 << 20
  static let cell = SilentEdges.cell

  public let channels: Int
  public private(set) var framesPerBin = cell
  public private(set) var frames = 0
  /// By channel.
  private var bins: [[Bin]]
  /// Cells in the last bin; the bin is full at framesPerBin / cell.
  private var cells = 0

  init(channels: Int) {
    self.channels = channels
    bins = [[Bin]](repeating: [], count: channels)
  }

  /// Adds the next cell of each channel; only the last one may be shorter.
  mutating func add(left: Bin, right: Bin, frames count: Int) {
    frames += count
    if cells == framesPerBin / Waveform.cell { cells = 0 }
    if cells == 0, bins[0].count == Waveform.maxBins { halve() }
    cells += 1
    append(left, to: 0)
    if channels == 2 { append(right, to: 1) }
  }

  private mutating func append(_ bin: Bin, to channel: Int) {
    if cells == 1 { return bins[channel].append(bin) }
    let last = bins[channel].count - 1
    bins[channel][last] = Bin.joined(bins[channel][last], other: bin, share: 1 / Float(cells))
  }

  private mutating func halve() {
    for channel in 0..<channels {
      let old = bins[channel]
      for index in 0..<old.count / 2 {
        bins[channel][index] = Bin.joined(old[2 * index], other: old[2 * index + 1])
      }
      bins[channel].removeLast(old.count - old.count / 2)
    }
    framesPerBin *= 2
  }

  /// The whole length in `count` sections of equal length. Sections finer than the bins repeat
  /// their values. Empty for an empty sound, an unknown channel, and a count of 0 or over the max.
  public func outline(_ channel: Int, count: Int) -> [Bin] {
    guard frames > 0, (1...Waveform.maxSections).contains(count), channel >= 0,
      channel < channels
    else { return [] }
    let channelBins = bins[channel]
    let whole = count * framesPerBin
    return (0..<count).map { index in
      let first = min(index * frames / whole, channelBins.count - 1)
      let end = ((index + 1) * frames + whole - 1) / whole
      var bin = channelBins[first]
      var number: Float = 1
      for at in first + 1..<max(first + 1, min(end, channelBins.count)) {
        number += 1
        bin = Bin.joined(bin, other: channelBins[at], share: 1 / number)
      }
      return bin
    }
  }
}
