import AhaBase

/// How a file is written, with nothing left open.
public struct EncodeSettings: Sendable {
  public let container: Container
  public let encoding: Encoding
  /// Hz of the frames that come in.
  public let sampleRate: Int
  /// Hz of the file.
  public let outputRate: Int
  public let channels: Int
  public let dither: Bool
  /// Above 0 to 1; for the lossy encodings.
  public let quality: Float

  /// Fills in what is left open.
  /// - Parameters:
  ///   - container: `auto`: from the file name's ending, WAV without one.
  ///   - encoding: `auto`: the container's default, Opus for the ending "opus".
  ///   - sampleRate: Hz of the frames that come in.
  ///   - outputRate: 0: `sampleRate`, or the next higher one that the encoding has.
  ///   - quality: 0: 0.6.
  ///   - fileExtension: In lower case, without the dot; "" for a stream.
  /// Errors: `unsupported`, `invalidArgument`.
  public static func resolve(
    container: Container, encoding: Encoding, sampleRate: Int, outputRate: Int, channels: Int,
    dither: Bool, quality: Float, fileExtension: String
  ) throws(AhaError) -> EncodeSettings {
    let container = try self.container(container, fileExtension)
    let encoding = self.encoding(encoding, container, fileExtension)
    try requireFit(container, encoding)
    try requireChannels(channels, container, encoding)
    return EncodeSettings(
      container: container, encoding: encoding, sampleRate: sampleRate,
      outputRate: try rate(outputRate, container, encoding, source: sampleRate),
      channels: channels, dither: dither, quality: try self.quality(quality))
  }

  private static func container(
    _ asked: Container, _ fileExtension: String
  ) throws(AhaError) -> Container {
    if asked != .auto { return asked }
    switch fileExtension {
    case "", "wav": return .wav
    case "rf64": return .rf64
    case "w64": return .w64
    case "aif", "aiff": return .aiff
    case "caf": return .caf
    case "flac": return .flac
    case "ogg", "oga", "opus": return .ogg
    case "mp3": return .mp3
    default:
      throw AhaError(
        .unsupported,
        "no format is known for names in .\(fileExtension); there are "
          + ".wav .rf64 .w64 .aif .aiff .caf .flac .ogg .oga .opus .mp3")
    }
  }

  private static func encoding(
    _ asked: Encoding, _ container: Container, _ fileExtension: String
  ) -> Encoding {
    if asked != .auto { return asked }
    if container == .ogg && fileExtension == "opus" { return .opus }
    return container.encodings[0]
  }

  private static func requireFit(
    _ container: Container, _ encoding: Encoding
  ) throws(AhaError) {
    if container.encodings.contains(encoding) { return }
    let holds = list(container.encodings.map { $0.nameText.text }, "and")
    let homes = list(
      Container.allCases.filter { $0.encodings.contains(encoding) }.map { $0.nameText.text }, "or")
    throw AhaError(
      .unsupported,
      "\(container.nameText.text) does not hold \(encoding.nameText.text): "
        + "it holds \(holds); \(encoding.nameText.text) goes into \(homes)")
  }

  private static func requireChannels(
    _ channels: Int, _ container: Container, _ encoding: Encoding
  ) throws(AhaError) {
    let most = container.maximumChannels
    guard (1...most).contains(channels) else {
      throw AhaError(
        .unsupported, "\(container.nameText.text) takes 1 to \(most) channels, not \(channels)")
    }
  }

  private static func rate(
    _ asked: Int, _ container: Container, _ encoding: Encoding, source: Int
  ) throws(AhaError) -> Int {
    let all = encoding.sampleRates
    if asked == 0 {
      let most = min(max(source, rates.lowerBound), rates.upperBound)
      guard let all else { return container.sampleRate(atLeast: most) }
      return all.first { $0 >= source } ?? all[all.count - 1]
    }
    guard rates.contains(asked) else {
      throw AhaError(
        .invalidArgument,
        "a rate of \(asked) Hz is not within \(rates.lowerBound) to \(rates.upperBound)")
    }
    guard let all else {
      guard container.sampleRate(atLeast: asked) == asked else {
        throw AhaError(
          .unsupported, "FLAC has no \(asked) Hz: above 65535 Hz it has multiples of 10")
      }
      return asked
    }
    if all.contains(asked) { return asked }
    throw AhaError(
      .unsupported,
      "\(encoding.nameText.text) has no \(asked) Hz: it has \(list(all.map { "\($0)" }, "and"))")
  }

  private static let rates = 8000...192_000

  private static func quality(_ asked: Float) throws(AhaError) -> Float {
    if asked == 0 { return 0.6 }
    guard asked > 0, asked <= 1 else {
      throw AhaError(.invalidArgument, "a quality of \(asked) is not above 0 up to 1")
    }
    return asked
  }

  private static func list(_ words: [String], _ last: String) -> String {
    var text = ""
    for (index, word) in words.enumerated() {
      if index > 0 { text += index == words.count - 1 ? " \(last) " : ", " }
      text += word
    }
    return text
  }
}

extension Container {
  /// What it is written with, the default first.
  var encodings: [Encoding] {
    switch self {
    case .auto: []
    case .wav, .rf64, .w64, .aiff, .caf: [.pcm16, .pcm24, .float32]
    case .flac: [.pcm16, .pcm24]
    case .ogg: [.vorbis, .opus]
    case .mp3: [.mp3]
    }
  }

  var maximumChannels: Int {
    switch self {
    case .flac, .ogg: 8
    case .mp3: 2
    default: Limit.channels.upperBound
    }
  }

  /// The lowest rate that it has from a rate on. A frame of FLAC holds rates above 65535 Hz in tens
  /// of Hz, and libFLAC refuses others.
  func sampleRate(atLeast rate: Int) -> Int {
    self == .flac && rate > 65_535 ? (rate + 9) / 10 * 10 : rate
  }

  /// Bytes after which the header's 32-bit sizes wrap; nil where they are 64 bits wide.
  var maximumBytes: Int64? {
    switch self {
    case .wav, .aiff: Int64(UInt32.max)
    default: nil
    }
  }
}

extension Encoding {
  /// The rates that it has, rising; nil when it takes any.
  var sampleRates: [Int]? {
    switch self {
    case .opus: [8000, 12_000, 16_000, 24_000, 48_000]
    case .mp3: [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
    default: nil
    }
  }
}
