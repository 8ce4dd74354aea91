import AhaBase

/// The bit rate of a lossy encoding: chosen by a quality, or given.
public struct Compression: Sendable {
  /// Above 0, up to 1. One quality sounds alike in each encoding; see docs/formats.md.
  public let quality: Float
  /// Units: kbit/s of all channels; 0: variable, by the quality.
  public let bitrate: Int
  /// The bit rate varies around `bitrate`. Vorbis and Opus always vary.
  public let isVariable: Bool

  /// Of an encoding at the file's rate.
  /// Errors: `invalidArgument`; `unsupported`: the encoding has no bit rate to choose.
  init(_ request: EncodeRequest, encoding: Encoding, rate: Int) throws(AhaError) {
    let (quality, bitrate) = (request.quality, request.bitrate)
    guard quality == 0 || quality > 0 && quality <= 1 else {
      throw AhaError(.invalidArgument, "the quality \(quality) is not above 0 and up to 1")
    }
    if bitrate != 0 || request.isVariable { try Compression.requireLossy(encoding) }
    if bitrate != 0 {
      if quality != 0 {
        throw AhaError(
          .invalidArgument, "quality \(quality) and \(bitrate) kbit/s are both given: choose one")
      }
      try Compression.require(
        bitrate, isVariable: request.isVariable, encoding: encoding, rate: rate,
        channels: request.channels)
    }
    self.quality = quality == 0 ? 0.6 : quality
    (self.bitrate, isVariable) = (bitrate, request.isVariable)
  }

  private static func requireLossy(_ encoding: Encoding) throws(AhaError) {
    if [.mp3, .opus, .aac].contains(encoding) { return }
    let name = encoding.nameText.text
    throw AhaError(
      .unsupported,
      encoding == .vorbis
        ? "Vorbis has a quality instead of a bit rate; stereo of 0.6 has about 150 kbit/s"
        : "\(name) keeps every sample, so its bit rate can't be chosen")
  }

  private static func require(
    _ bitrate: Int, isVariable: Bool, encoding: Encoding, rate: Int, channels: Int
  ) throws(AhaError) {
    let name = "\(encoding.nameText.text) of \(channels) channels at \(rate) Hz"
    let choices = bitrates(of: encoding, rate: rate, channels: channels)
    guard choices.contains(bitrate) else {
      throw AhaError(
        .invalidArgument,
        "\(bitrate) kbit/s is out of range: \(name) has \(choices.lowerBound) to "
          + "\(choices.upperBound) kbit/s")
    }
    guard encoding == .mp3, !isVariable else { return }
    let constant = mp3(rate)
    if constant.contains(bitrate) { return }
    let nearest = constant.first { $0 > bitrate } ?? bitrate
    throw AhaError(
      .invalidArgument,
      "MP3 at \(rate) Hz has no constant \(bitrate) kbit/s; use \(nearest), or a variable bit rate")
  }

  private static func bitrates(of encoding: Encoding, rate: Int, channels: Int) -> ClosedRange<Int>
  {
    switch encoding {
    case .mp3: Int(mp3Scale(rate).low)...Int(mp3Scale(rate).high)
    case .opus: 6 * channels...256 * channels
    default: 8 * channels...160 * channels
    }
  }

  /// The constant bit rates of MPEG 1, 2 and 2.5, layer III, which the rate chooses. Those whose
  /// frames are too short for LAME's tag, which states the length, are left out.
  private static func mp3(_ rate: Int) -> [Int] {
    if rate >= 32_000 { return [64, 80, 96, 112, 128, 160, 192, 224, 256, 320] }
    return rate >= 16_000 ? [64, 80, 96, 112, 128, 144, 160] : [32, 40, 48, 56, 64]
  }

  /// The bit rates at the ends of libsndfile's scale.
  fileprivate static func mp3Scale(_ rate: Int) -> (low: Double, high: Double) {
    rate >= 32_000 ? (32, 320) : rate >= 16_000 ? (8, 160) : (8, 64)
  }
}

extension EncodeSettings {
  /// Of AAC: that of the compression; by the quality, 160 kbit/s a channel at the best one and
  /// 48 kHz, 96 at the default, in proportion to the rate above 16 kHz. Units: bits per second, all
  /// channels.
  var bitRate: Int {
    if compression.bitrate > 0 { return compression.bitrate * 1000 }
    let share = Double(compression.quality) * Double(max(outputRate, 16_000)) / 48_000
    return channels * max(8000, Int(160_000 * share))
  }

  /// libsndfile's scale: 0 is the best quality, 1 the smallest file.
  var compressionLevel: Double {
    let (quality, bitrate) = (Double(compression.quality), Double(compression.bitrate))
    switch encoding {
    case .opus:
      // 6 to 256 kbit/s a channel. By the quality: 80 at 0.6, 123 at 1.
      let share = bitrate > 0 ? bitrate / Double(channels) : 16 + quality * 320 / 3
      return 1 - (share - 6) / 250
    case .mp3 where bitrate > 0:
      let (low, high) = Compression.mp3Scale(outputRate)
      return (high - bitrate) / (high - low)
    case .mp3:
      // A tenth of LAME's V: 2 at 0.6, 0 at 1.
      return quality < 0.6 ? 1 - quality * 4 / 3 : (1 - quality) / 2
    default: return 1 - quality
    }
  }
}
