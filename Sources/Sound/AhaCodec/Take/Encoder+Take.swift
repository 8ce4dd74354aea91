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
  public static func resolveTake(_ request: EncodeRequest) throws(AhaError) -> EncodeSettings {
    var request = request
    var plain = request
    (plain.encoding, plain.outputRate) = (.auto, 0)
    (plain.bitrate, plain.isVariable) = (0, false)
    let usual = try resolve(plain)
    request.container = usual.container == .wav ? .rf64 : usual.container
    if request.encoding == .auto, usual.hasLiveHeader { request.encoding = .float32 }
    if request.encoding == .auto, request.container == .flac { request.encoding = .pcm24 }
    return try resolve(request).forTake()
  }
}
