import AhaBase

/// The settings of an output file as they are requested.
public struct EncodeRequest: Sendable {
  /// `auto`: by the file extension; WAV without one.
  public var container: Container
  /// `auto`: the container's default; Opus for the extension "opus".
  public var encoding: Encoding
  /// Rate of the input frames. Units: Hz.
  public var sampleRate: Int
  /// Units: Hz; 0: `sampleRate`, or the next higher rate that the encoding supports.
  public var outputRate: Int
  public var channels: Int
  public var dither: Bool
  /// Above 0, up to 1; 0: 0.6.
  public var quality: Float
  /// Units: kbit/s; 0: by the quality.
  public var bitrate: Int
  /// The bit rate varies around `bitrate`.
  public var isVariable: Bool
  /// In lower case, without the dot; "" for a stream.
  public var fileExtension: String

  public init(
    container: Container = .auto, encoding: Encoding = .auto, sampleRate: Int, outputRate: Int = 0,
    channels: Int, dither: Bool = false, quality: Float = 0, bitrate: Int = 0,
    isVariable: Bool = false, fileExtension: String = ""
  ) {
    (self.container, self.encoding) = (container, encoding)
    (self.sampleRate, self.outputRate, self.channels) = (sampleRate, outputRate, channels)
    (self.dither, self.quality) = (dither, quality)
    (self.bitrate, self.isVariable) = (bitrate, isVariable)
    self.fileExtension = fileExtension
  }
}

/// The complete settings of an output file.
public struct EncodeSettings: Sendable {
  public let container: Container
  public let encoding: Encoding
  /// Rate of the input frames. Units: Hz.
  public let sampleRate: Int
  /// Rate of the file. Units: Hz.
  public let outputRate: Int
  public let channels: Int
  /// Channels of the input frames: those of the file, or 1 or 2, of which it has the other.
  public var inputChannels: Int
  /// Nil: unchanged.
  public var level: LevelTarget?
  public private(set) var dither: Bool
  /// Word length of integers; 0 for other encodings.
  public let bits: Int
  /// Whether the file can be completed after a crash, at a cost in size. Only M4A needs it.
  public private(set) var isTake = false
  /// Of lossy encodings.
  public let compression: Compression

  /// Completes a request with defaults. Errors: `unsupported`, `invalidArgument`.
  public static func resolve(_ request: EncodeRequest) throws(AhaError) -> EncodeSettings {
    let (channels, fileExtension) = (request.channels, request.fileExtension)
    let container = try self.container(request.container, fileExtension: fileExtension)
    let requested = self.encoding(
      request.encoding, container: container, fileExtension: fileExtension)
    try requireFit(container, encoding: requested)
    // In M4A, the words of PCM are stored as ALAC, as those in FLAC are stored as FLAC.
    let encoding = container == .m4a && requested != .aac ? Encoding.alac : requested
    try requireChannels(channels, container: container, encoding: encoding)
    let output = try rate(
      request.outputRate, container: container, encoding: encoding, source: request.sampleRate)
    return EncodeSettings(
      container: container, encoding: encoding, sampleRate: request.sampleRate,
      outputRate: output, channels: channels, inputChannels: channels, dither: request.dither,
      bits: bits(requested),
      compression: try Compression(request, encoding: encoding, rate: output))
  }

  /// Frames of work for a job that writes `frames`: the passes for a level cost a quarter more.
  public func work(_ frames: Int64) -> Int64 { level == nil ? frames : frames + frames / 4 }

  /// The settings for unchanged frames of a source: without dither if no bit of them is lost.
  public func withoutNeedlessDither(for source: SourceFormat) -> EncodeSettings {
    var settings = self
    if (1...max(1, bits)).contains(source.bits) { settings.dither = false }
    return settings
  }

  func forTake() -> EncodeSettings {
    var settings = self
    settings.isTake = true
    return settings
  }

  private static func bits(_ encoding: Encoding) -> Int {
    switch encoding {
    case .pcm16: 16
    case .pcm24, .alac: 24
    case .pcm32: 32
    default: 0
    }
  }

  private static func container(
    _ requested: Container, fileExtension: String
  ) throws(AhaError) -> Container {
    if requested != .auto {
      if !requested.encodings.isEmpty { return requested }
      throw AhaError(.unsupported, "\(requested.nameText.text) can be read, but not written")
    }
    switch fileExtension {
    case "", "wav": return .wav
    case "rf64": return .rf64
    case "w64": return .w64
    case "aif", "aiff": return .aiff
    case "caf": return .caf
    case "flac": return .flac
    case "ogg", "oga", "opus": return .ogg
    case "mp3": return .mp3
    case "m4a": return .m4a
    default:
      throw AhaError(
        .unsupported,
        "no format is known for the extension .\(fileExtension). Use "
          + ".wav .rf64 .w64 .aif .aiff .caf .flac .ogg .oga .opus .mp3 .m4a")
    }
  }

  private static func encoding(
    _ requested: Encoding, container: Container, fileExtension: String
  ) -> Encoding {
    if requested != .auto { return requested }
    if container == .ogg && fileExtension == "opus" { return .opus }
    return container.encodings[0]
  }

  private static func requireFit(
    _ container: Container, encoding: Encoding
  ) throws(AhaError) {
    if container.encodings.contains(encoding) { return }
    let holds = list(container.encodings.map { $0.nameText.text }, last: "and")
    let homes = list(
      Container.allCases.filter { $0.encodings.contains(encoding) }.map { $0.nameText.text },
      last: "or")
    let name = encoding.nameText.text
    let remedy = homes == "" ? "can be read, but not written" : "goes into \(homes)"
    throw AhaError(
      .unsupported,
      "\(container.nameText.text) does not hold \(name): it holds \(holds); \(name) \(remedy)")
  }

  private static func requireChannels(
    _ channels: Int, container: Container, encoding: Encoding
  ) throws(AhaError) {
    let max = container.maximumChannels
    guard (1...max).contains(channels) else {
      throw AhaError(
        .unsupported, "\(container.nameText.text) supports 1 to \(max) channels, not \(channels)")
    }
  }

  private static func rate(
    _ requested: Int, container: Container, encoding: Encoding, source: Int
  ) throws(AhaError) -> Int {
    let all = encoding.sampleRates
    if requested == 0 {
      let nearest = min(max(source, rates.lowerBound), rates.upperBound)
      guard let all else { return container.sampleRate(atLeast: nearest) }
      return all.first { $0 >= source } ?? all[all.count - 1]
    }
    guard rates.contains(requested) else {
      throw AhaError(
        .invalidArgument,
        "the rate \(requested) Hz is outside of \(rates.lowerBound) to \(rates.upperBound) Hz")
    }
    guard let all else {
      guard container.sampleRate(atLeast: requested) == requested else {
        throw AhaError(
          .unsupported, "FLAC has no \(requested) Hz: above 65535 Hz it has multiples of 10")
      }
      return requested
    }
    if all.contains(requested) { return requested }
    let known = list(all.map { "\($0)" }, last: "and")
    throw AhaError(
      .unsupported, "\(encoding.nameText.text) has no \(requested) Hz: it has \(known)")
  }

  private static let rates = 8000...192_000

  private static func list(_ words: [String], last: String) -> String {
    var text = ""
    for (index, word) in words.enumerated() {
      if index > 0 { text += index == words.count - 1 ? " \(last) " : ", " }
      text += word
    }
    return text
  }
}

extension Encoding {
  /// The encoding of a container for the words of a source: as long as these, as far as the
  /// container has them. `auto` for a container whose default is lossy.
  public static func keeping(_ source: SourceFormat, in container: Container) -> Encoding {
    let choices = container.encodings
    guard choices.first == .pcm16 else { return .auto }
    let long: [Encoding] = source.encoding == .pcm32 ? [.pcm32, .pcm24] : [.float32, .pcm24]
    switch source.bits {
    case ...16: return .pcm16
    case ...24: return .pcm24
    default: return long.first { choices.contains($0) } ?? .auto
    }
  }
}

extension Container {
  /// Encodings for writing, the default first.
  var encodings: [Encoding] {
    switch self {
    case .auto, .matroska, .wma, .adts: []
    case .wav, .rf64, .w64, .aiff, .caf: [.pcm16, .pcm24, .pcm32, .float32]
    case .flac: [.pcm16, .pcm24]
    case .ogg: [.vorbis, .opus]
    case .mp3: [.mp3]
    case .m4a: [.aac, .alac, .pcm16, .pcm24]
    }
  }

  public var maximumChannels: Int {
    switch self {
    case .flac, .ogg: 8
    case .mp3, .m4a: 2
    default: Limit.channels.upperBound
    }
  }

  /// The lowest supported rate of at least `rate`. A FLAC frame stores rates above 65535 Hz in
  /// units of 10 Hz, and libFLAC refuses others.
  func sampleRate(atLeast rate: Int) -> Int {
    self == .flac && rate > 65_535 ? (rate + 9) / 10 * 10 : rate
  }

  /// Bytes at which the header's 32-bit sizes overflow; nil for 64-bit sizes.
  var maximumBytes: Int64? {
    switch self {
    case .wav, .aiff: Int64(UInt32.max)
    default: nil
    }
  }
}

extension Encoding {
  /// The supported rates, ascending; nil for any.
  var sampleRates: [Int]? {
    switch self {
    case .opus: [8000, 12_000, 16_000, 24_000, 48_000]
    case .mp3: [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
    case .aac:
      [
        8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200,
        96_000,
      ]
    default: nil
    }
  }
}
