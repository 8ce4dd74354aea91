import AhaBase

// What a file needs that is worth something before its end: a take.
extension Encoder {
  /// Hands to the stream what the encoder gives away, so that it outlives the process.
  /// - Parameter header: Also brings the header up to date, in the formats that allow it.
  /// Errors: the stream's.
  public func checkpoint(header: Bool) throws(AhaError) {
    if header, framesWritten > 0, settings.hasLiveHeader { file.updateHeader() }
    cursor.flush()
    try cursor.throwFailure()
  }

  /// Bytes of the file so far, those that the stream does not have yet included.
  public var bytes: Int64 { cursor.length }

  /// Gives the file up: what it holds so far stays, and nothing is added.
  public func abandon() { cursor.abandon() }

  /// A failure of the stream that nobody was told yet.
  public var streamFailure: AhaError? { cursor.failure }
}

extension EncodeSettings {
  /// The header has lengths that can be put right while frames are still coming.
  var hasLiveHeader: Bool {
    switch container {
    case .wav, .rf64, .w64, .aiff, .caf: true
    case .auto, .flac, .ogg, .mp3: false
    }
  }

  /// Bytes of one frame in the file; nil where it depends on the sound.
  public var bytesPerFrame: Int? {
    guard hasLiveHeader, let size = encoding.bytesPerSample else { return nil }
    return size * channels
  }

  /// Frames of the source that fit into the bytes given, or into the container.
  public func frames(within bytes: Int64) -> Int64? {
    guard let size = bytesPerFrame else { return nil }
    let room = max(0, min(bytes, container.maximumBytes ?? .max) - EncodeSettings.headerRoom)
    let (frames, overflow) = (room / Int64(size)).multipliedReportingOverflow(by: Int64(sampleRate))
    return overflow ? nil : frames / Int64(outputRate)
  }

  private static let headerRoom: Int64 = 8192

  /// What to take for bytes a second before there is anything to measure.
  public var bytesPerSecond: Double {
    if let size = bytesPerFrame { return Double(size * outputRate) }
    return Double(outputRate * channels) * (container == .flac ? 2 : 0.5)
  }

  /// Fills in what is left open for a take: RF64 in place of WAV, which it is while it is short
  /// enough; 32-bit float, which is what was heard, or 24 bits where there is none.
  /// Errors: `unsupported`, `invalidArgument`.
  public static func resolveTake(
    container asked: Container, encoding: Encoding, sampleRate: Int, outputRate: Int, channels: Int,
    dither: Bool, quality: Float, fileExtension: String
  ) throws(AhaError) -> EncodeSettings {
    let plain = try resolve(
      container: asked, encoding: .auto, sampleRate: sampleRate, outputRate: 0, channels: channels,
      dither: dither, quality: quality, fileExtension: fileExtension)
    let container = plain.container == .wav ? Container.rf64 : plain.container
    var encoding = encoding
    if encoding == .auto, plain.hasLiveHeader { encoding = .float32 }
    if encoding == .auto, container == .flac { encoding = .pcm24 }
    return try resolve(
      container: container, encoding: encoding, sampleRate: sampleRate, outputRate: outputRate,
      channels: channels, dither: dither, quality: quality, fileExtension: fileExtension)
  }
}
