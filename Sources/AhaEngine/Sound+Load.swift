import AhaBase
import AhaCodec

extension Sound {
  /// Samples that `Mode.auto` keeps in memory, in bytes.
  static let automaticBytes: Int64 = 64 << 20
  /// More frames than this are never resident.
  static let maximumFrames: Int64 = 1 << 31

  typealias Progress = (_ done: Int64, _ total: Int64) -> Bool

  /// Decodes or probes a stream. Errors: file and format errors, `cancelled`.
  static func load(
    _ stream: any ByteStream, _ options: Options, sampleRate: Int,
    until cancellation: Cancellation = Cancellation(), progress: Progress
  ) throws(AhaError) -> Loaded {
    let stream = options.rules.applied(to: stream)
    let reader = stream.reading(until: cancellation)
    let loaded = try load(by: reader, options, sampleRate: sampleRate, progress: progress)
    guard case .streamed(var streamed) = loaded.content else { return loaded }
    // Players read it whatever becomes of the job that loaded it.
    streamed.stream = stream
    return Loaded(content: .streamed(streamed), facts: loaded.facts)
  }

  private static func load(
    by stream: any ByteStream, _ options: Options, sampleRate: Int, progress: Progress
  ) throws(AhaError) -> Loaded {
    switch options.mode {
    case .resident:
      return try loadResident(
        stream, sampleRate: sampleRate, limit: maximumFrames, progress: progress)
    case .streamed:
      return try loadStreamed(stream, options, sampleRate: sampleRate, progress: progress)
    case .auto:
      return try loadAutomatic(stream, options, sampleRate: sampleRate, progress: progress)
    }
  }

  private static func loadAutomatic(
    _ stream: any ByteStream, _ options: Options, sampleRate: Int, progress: Progress
  ) throws(AhaError) -> Loaded {
    let reader = try SoundReader(stream, sampleRate: sampleRate)
    let limit = automaticBytes / Int64(4 * reader.channels)
    let claimed = Double(reader.format.claimedFrames) * Double(sampleRate)
    if claimed / Double(reader.format.sampleRate) <= Double(limit) {
      do throws(AhaError) {
        return try loadResident(stream, sampleRate: sampleRate, limit: limit, progress: progress)
      } catch {
        // The header promised less than there is.
        if error.code != .limit { throw error }
      }
    }
    return try loadStreamed(stream, options, sampleRate: sampleRate, progress: progress)
  }

  private static func loadResident(
    _ stream: any ByteStream, sampleRate: Int, limit: Int64, progress: Progress
  ) throws(AhaError) -> Loaded {
    let decoded = try decodeAll(
      stream, sampleRate: sampleRate, maximumFrames: limit, progress: progress)
    return Loaded(
      content: .resident(decoded.buffer),
      facts: Facts(format: decoded.format, frames: decoded.sourceFrames))
  }

  private static func loadStreamed(
    _ stream: any ByteStream, _ options: Options, sampleRate: Int, progress: Progress
  ) throws(AhaError) -> Loaded {
    let reader = try SoundReader(stream, sampleRate: sampleRate)
    let length = try reader.measureLength { progress($0, reader.format.claimedFrames) }
    let streamed = Streamed(
      stream: stream, length: length.converted, channels: reader.channels,
      readAhead: options.readAheadMilliseconds * sampleRate / 1000)
    return Loaded(
      content: .streamed(streamed), facts: Facts(format: reader.format, frames: length.source))
  }
}
