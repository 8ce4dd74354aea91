/// File format; the numbers are those of aha/format.h.
public enum Container: UInt32, Sendable, CaseIterable {
  case auto = 0
  case wav, rf64, w64, aiff, caf, flac, ogg, mp3, m4a, matroska, wma, adts

  public var nameText: StaticString {
    switch self {
    case .auto: "unknown"
    case .wav: "WAV"
    case .rf64: "RF64"
    case .w64: "W64"
    case .aiff: "AIFF"
    case .caf: "CAF"
    case .flac: "FLAC"
    case .ogg: "Ogg"
    case .mp3: "MP3"
    case .m4a: "M4A"
    case .matroska: "Matroska"
    case .wma: "WMA"
    case .adts: "ADTS"
    }
  }
}

/// Sample encoding; the numbers are those of aha/format.h.
public enum Encoding: UInt32, Sendable, CaseIterable {
  case auto = 0
  case pcm16, pcm24, float32, vorbis, opus, mp3, aac, alac, wma, ac3, dts, pcm32

  public var nameText: StaticString {
    switch self {
    case .auto: "unknown"
    case .pcm16: "16-bit PCM"
    case .pcm24: "24-bit PCM"
    case .float32: "32-bit float"
    case .vorbis: "Vorbis"
    case .opus: "Opus"
    case .mp3: "MP3"
    case .aac: "AAC"
    case .alac: "ALAC"
    case .wma: "WMA"
    case .ac3: "AC-3"
    case .dts: "DTS"
    case .pcm32: "32-bit PCM"
    }
  }

  /// Bytes of one stored sample; nil for lossy encodings.
  var bytesPerSample: Int? {
    switch self {
    case .pcm16: 2
    case .pcm24: 3
    case .float32, .pcm32: 4
    case .auto, .vorbis, .opus, .mp3, .aac, .alac, .wma, .ac3, .dts: nil
    }
  }
}

extension Encoding {
  /// Integer encodings never contain NaN or infinity.
  var isInteger: Bool { [.pcm16, .pcm24, .pcm32, .alac].contains(self) }
}

/// Properties of a file, from its header.
public struct SourceFormat: Sendable {
  public let container: Container
  public let encoding: Encoding
  /// Bits in a stored sample; 0 for lossy encodings.
  public let bits: Int
  public let sampleRate: Int
  public let channels: Int
  /// Length by the header, which may be wrong; 0 if the header has none.
  public let claimedFrames: Int64
  /// Length of the stream.
  public let bytes: Int64

  /// The format of frames that a host passed in memory.
  public static func memory(frames: Int64, channels: Int, sampleRate: Int) -> SourceFormat {
    SourceFormat(
      container: .auto, encoding: .float32, bits: 32, sampleRate: sampleRate,
      channels: channels, claimedFrames: frames, bytes: 0)
  }
}

/// Supported input; everything outside is `formatLimit`.
enum Limit {
  static let sampleRates = 1000...768_000
  static let channels = 1...64
  /// Max frames per call of libsndfile: libvorbis keeps a block on the stack.
  static let blockFrames = 4096
}
