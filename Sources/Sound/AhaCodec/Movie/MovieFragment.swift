/// A fragment of a take: the boxes `moof` and `mdat`. Source: ISO/IEC 14496-12, section 8.8.
enum MovieFragment {
  /// The bytes before the packets.
  /// - Parameters:
  ///   - number: From 1.
  ///   - start: Frames before the fragment.
  ///   - size: Bytes of all packets.
  static func header(
    _ number: Int64, start: Int64, packets: [(size: Int, frames: Int)], size: Int
  ) -> [UInt8] {
    var run = MovieBox.big(Int64(packets.count), count: 4)
    let head = [
      // Offsets count from the fragment.
      MovieBox.make("tfhd", [0, 2, 0, 0], MovieBox.big(1, count: 4)),
      MovieBox.make("tfdt", [1, 0, 0, 0], MovieBox.big(start, count: 8)),
    ].flatMap { $0 }
    let sequence = MovieBox.make("mfhd", MovieBox.zeros(4), MovieBox.big(number, count: 4))
    let runSize = 20 + 8 * packets.count
    let whole = 8 + sequence.count + 8 + head.count + runSize
    run += MovieBox.big(Int64(whole + 8), count: 4)
    for packet in packets {
      run +=
        MovieBox.big(Int64(packet.frames), count: 4) + MovieBox.big(Int64(packet.size), count: 4)
    }
    // Offset of the packets, then length and size of each.
    let track = MovieBox.make("traf", head, MovieBox.make("trun", [0, 0, 3, 1], run))
    return MovieBox.make("moof", sequence, track) + MovieBox.header("mdat", bodySize: Int64(size))
  }
}
