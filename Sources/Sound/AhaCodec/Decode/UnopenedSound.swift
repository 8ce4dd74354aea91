import AhaBase

/// A stream of which only the header was parsed.
struct UnopenedSound {
  let cursor: Cursor
  let rules: DecodeRules
  let header: HeaderProbe
  /// Length of the stream.
  let bytes: Int64

  init(_ stream: any ByteStream) throws(AhaError) {
    cursor = try Cursor(reading: stream)
    if cursor.length == 0 { throw AhaError(.empty, "\(stream.name) is empty") }
    rules = DecodeRules(of: stream)
    if rules.maxBytes > 0, cursor.length > rules.maxBytes {
      throw AhaError(
        .limit, "\(stream.name) has \(cursor.length) bytes; max_bytes is \(rules.maxBytes)")
    }
    bytes = cursor.length
    cursor.skipFront(FrontTag.length(HeaderBytes(cursor)))
    header = HeaderProbe(cursor)
    try cursor.throwFailure()
  }

  /// Of a Vorbis stream that libsndfile certainly opens.
  var provenFormat: SourceFormat? {
    guard let ogg = header.ogg, ogg.isVorbis, rules.track <= 1, let rate = ogg.sampleRate,
      let channels = ogg.channels, Limit.sampleRates.contains(Int(rate)),
      Limit.channels.contains(channels), let frames = ogg.exactFrames(sampleRate: Int(rate))
    else { return nil }
    return SourceFormat(
      container: .ogg, encoding: .vorbis, bits: 0, sampleRate: Int(rate), channels: channels,
      claimedFrames: frames, bytes: bytes)
  }
}
