import AhaBase

/// The error lines for files that no library opened.
extension HeaderProbe {
  /// The error for a file that only the module reads, which did not open it.
  func refusal(_ name: String, reason: ModuleFile.Refusal) -> AhaError {
    switch reason {
    case .missing(let text):
      AhaError(.unsupported, "\(name) is \(kind): \(text)")
    case .refused(let text):
      AhaError(.damaged, "\(name) begins like \(kind), but it has no sound to decode: \(text)")
    }
  }

  /// The error for a file that libsndfile refused. Its own text is in no line: it is about files of
  /// a path, and the number behind it is global.
  /// - Parameter module: Why the module did not open it either.
  func refusal(_ name: String, after module: ModuleFile.Refusal) -> AhaError {
    let remedy: String
    switch module {
    case .missing(let text): remedy = ". \(text)"
    case .refused: remedy = container == nil ? "" : ". Copy or export it again"
    }
    guard container != nil else {
      let reason =
        hasOggPages
        ? "begins inside an Ogg stream, whose first pages are needed"
        : "is not audio of a known format"
      return AhaError(.unknownFormat, "\(name) \(reason)\(remedy)")
    }
    if let formatTag, !HeaderProbe.formatTags.contains(formatTag) {
      return AhaError(
        .unknownFormat, "\(name) is \(kind) with the unknown encoding \(formatTag)\(remedy)")
    }
    let flaw = flaw?.text ?? "its header or its first samples cannot be read"
    return AhaError(.damaged, "\(name) begins like \(kind), but it is damaged: \(flaw)\(remedy)")
  }

  private var kind: String { (foreign ?? container?.nameText ?? "unknown").text }

  /// Errors: `formatLimit` (a rate or a count of channels that libaha does not have).
  func requireLimits(_ name: String) throws(AhaError) {
    try HeaderProbe.requireLimits(name, sampleRate: sampleRate, channels: channels)
  }

  static func requireLimits(
    _ name: String, sampleRate: Double?, channels: Int?
  ) throws(AhaError) {
    let rates = Limit.sampleRates
    if let sampleRate,
      !(sampleRate >= Double(rates.lowerBound) && sampleRate <= Double(rates.upperBound))
    {
      let value = Int(exactly: sampleRate).map { "\($0)" } ?? "\(sampleRate)"
      throw AhaError(
        .formatLimit,
        "\(name) has \(value) Hz, outside of \(rates.lowerBound) to \(rates.upperBound) Hz")
    }
    if let channels, !Limit.channels.contains(channels) {
      throw AhaError(
        .formatLimit,
        "\(name) has \(channels) channels, outside of 1 to \(Limit.channels.upperBound)")
    }
  }
}
