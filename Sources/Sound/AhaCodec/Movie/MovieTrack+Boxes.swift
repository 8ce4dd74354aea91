import AhaBase

extension MovieTrack {
  /// The box `moov` up to its last tables. The unit of all times is a frame.
  /// - Parameters:
  ///   - frames: Length of the sound; 0 if unknown.
  ///   - stored: Frames of all packets.
  ///   - head: Boxes before the track.
  ///   - tables: Tables of the packets, except the last ones.
  ///   - more: Bytes of the last tables, which follow.
  ///   - after: Bytes of boxes after the track, which follow those tables.
  func movie(
    frames: Int64, stored: Int64, head: [UInt8], tables: [UInt8], more: Int64, after: Int64
  ) -> [UInt8] {
    // Each box is the last one of the box before it.
    let levels: [(name: StaticString, head: [UInt8])] = [
      ("moov", movieHeader(frames) + head), ("trak", trackHeader(frames) + edit(frames)),
      ("mdia", mediaHeader(stored)), ("minf", soundHeader), ("stbl", description + tables),
    ]
    var (bytes, size) = ([UInt8](), more)
    for index in levels.indices.reversed() {
      let level = levels[index]
      size += Int64(level.head.count) + (index == 0 ? after : 0)
      bytes = MovieBox.header(level.name, bodySize: size) + level.head + bytes
      size += 8
    }
    return bytes
  }

  /// The box `moov` of a file whose packets are in fragments.
  var fragmentedMovie: [UInt8] {
    let empty = ["stts", "stsc", "co64"] as [StaticString]
    let tables = empty.flatMap { MovieBox.make($0, MovieBox.zeros(8)) }
    let extends = MovieBox.make(
      "mvex",
      MovieBox.make(
        "trex", MovieBox.zeros(4), MovieBox.big(1, count: 4), MovieBox.big(1, count: 4),
        MovieBox.zeros(12)))
    return movie(
      frames: 0, stored: 0, head: extends,
      tables: tables + MovieBox.make("stsz", MovieBox.zeros(12)), more: 0, after: 0)
  }

  private var noTimes: [UInt8] { MovieBox.zeros(16) }

  /// Version 1: lengths of 64 bits.
  private var version: [UInt8] { [1, 0, 0, 0] }

  private var rate: [UInt8] { MovieBox.big(Int64(sampleRate), count: 4) }

  private var matrix: [UInt8] {
    let (one, none) = (MovieBox.big(0x1_0000, count: 4), MovieBox.zeros(12))
    return one + none + one + none + MovieBox.big(0x4000_0000, count: 4)
  }

  private func movieHeader(_ frames: Int64) -> [UInt8] {
    MovieBox.make(
      "mvhd", version, noTimes, rate, MovieBox.big(frames, count: 8), [0, 1, 0, 0, 1, 0],
      MovieBox.zeros(10), matrix, MovieBox.zeros(24), MovieBox.big(2, count: 4))
  }

  private func trackHeader(_ frames: Int64) -> [UInt8] {
    MovieBox.make(
      "tkhd", [1, 0, 0, 7], noTimes, MovieBox.big(1, count: 4), MovieBox.zeros(4),
      MovieBox.big(frames, count: 8),
      MovieBox.zeros(12), [1, 0, 0, 0], matrix, MovieBox.zeros(8))
  }

  /// Cuts off the delay, and the padding at the end.
  private func edit(_ frames: Int64) -> [UInt8] {
    let list = MovieBox.make(
      "elst", version, MovieBox.big(1, count: 4), MovieBox.big(frames, count: 8),
      MovieBox.big(delay, count: 8),
      MovieBox.big(0x1_0000, count: 4))
    return delay > 0 ? MovieBox.make("edts", list) : []
  }

  private func mediaHeader(_ stored: Int64) -> [UInt8] {
    // The language "und", 5 bits a letter.
    MovieBox.make(
      "mdhd", version, noTimes, rate, MovieBox.big(stored, count: 8),
      MovieBox.big(0x55C4, count: 2),
      MovieBox.zeros(2))
      + MovieBox.make(
        "hdlr", MovieBox.zeros(8), "soun".array, MovieBox.zeros(12), "SoundHandler".array, [0])
  }

  private var soundHeader: [UInt8] {
    let reference = MovieBox.make("url ", [0, 0, 0, 1])
    let references = MovieBox.make("dref", MovieBox.zeros(4), MovieBox.big(1, count: 4), reference)
    return MovieBox.make("smhd", MovieBox.zeros(8)) + MovieBox.make("dinf", references)
  }
}
