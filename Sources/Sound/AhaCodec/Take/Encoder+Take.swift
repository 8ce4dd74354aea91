import AhaBase

// Functions for a take, whose file must be usable before it is complete.
extension Encoder {
  /// Writes the encoder's available output to the stream, so that it outlives the process.
  /// - Parameter header: Also updates the header, in formats that allow it.
  /// Errors: the stream's.
  public func checkpoint(header: Bool) throws(AhaError) {
    if header, framesWritten > 0, settings.hasLiveHeader { file.updateHeader() }
    cursor.flush()
    try cursor.throwFailure()
  }

  /// Bytes of the file so far, including buffered bytes.
  public var bytes: Int64 { cursor.length }

  /// Stops writing: the file keeps its current content.
  public func abandon() { cursor.abandon() }

  /// A failure of the stream that was not thrown yet.
  public var streamFailure: AhaError? { cursor.failure }
}

extension EncodeSettings {
  /// Whether the lengths in the header can be updated while frames are written.
  var hasLiveHeader: Bool {
    switch container {
    case .wav, .rf64, .w64, .aiff, .caf: true
    case .auto, .flac, .ogg, .mp3, .m4a, .matroska, .wma, .adts: false
    }
  }

  /// Bytes of one frame in the file; nil if it depends on the sound.
  public var bytesPerFrame: Int? {
    guard hasLiveHeader, let size = encoding.bytesPerSample else { return nil }
    return size * channels
  }

  /// Input frames that fit into `bytes` and into the container.
  public func frames(within bytes: Int64) -> Int64? {
    guard let size = bytesPerFrame else { return nil }
    let capacity = max(
      0, min(bytes, container.maximumBytes ?? .max) - EncodeSettings.maxHeaderBytes)
    let (frames, overflow) = (capacity / Int64(size)).multipliedReportingOverflow(
      by: Int64(sampleRate))
    return overflow ? nil : frames / Int64(outputRate)
  }

  private static let maxHeaderBytes: Int64 = 8192

  /// Estimated bytes per second, before the first measurement.
  public var bytesPerSecond: Double {
    if let size = bytesPerFrame { return Double(size * outputRate) }
    let isLossless = container == .flac || encoding == .alac
    return Double(outputRate * channels) * (isLossless ? 2 : 0.5)
  }

  /// Completes settings for a take. WAV becomes RF64, which libsndfile writes as WAV while it is
  /// short enough. The encoding defaults to 32-bit float, without loss, or to 24 bits in FLAC.
  /// Errors: `unsupported`, `invalidArgument`.
  public static func resolveTake(
    container requested: Container, encoding: Encoding, sampleRate: Int, outputRate: Int,
    channels: Int,
    dither: Bool, quality: Float, bitrate: Int = 0, isVariable: Bool = false,
    fileExtension: String
  ) throws(AhaError) -> EncodeSettings {
    let plain = try resolve(
      container: requested, encoding: .auto, sampleRate: sampleRate, outputRate: 0,
      channels: channels, dither: dither, quality: quality, fileExtension: fileExtension)
    let container = plain.container == .wav ? Container.rf64 : plain.container
    var encoding = encoding
    if encoding == .auto, plain.hasLiveHeader { encoding = .float32 }
    if encoding == .auto, container == .flac { encoding = .pcm24 }
    return try resolve(
      container: container, encoding: encoding, sampleRate: sampleRate, outputRate: outputRate,
      channels: channels, dither: dither, quality: quality, bitrate: bitrate,
      isVariable: isVariable, fileExtension: fileExtension
    ).forTake()
  }
}
