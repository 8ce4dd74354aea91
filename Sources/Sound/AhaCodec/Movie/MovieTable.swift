import AhaBase

/// The packets of an M4A file and their offsets, and the box `moov` made of them.
/// Source: ISO/IEC 14496-12, section 8.
final class MovieTable {
  let track: MovieTrack
  /// Frames of all packets, with the delay and the padding.
  private(set) var storedFrames: Int64 = 0
  private let sizes = GrowingMemory<UInt32>()
  private let chunks = GrowingMemory<Int64>()
  /// Runs of chunks with equal counts of packets: the first chunk, from 1, and the count.
  private var runs: [(first: Int, packets: Int)] = []
  private var openPackets = 0

  init(_ track: MovieTrack) { self.track = track }

  var isEmpty: Bool { sizes.count == 0 }

  /// Errors: `outOfMemory`, `formatLimit`.
  func add(packet size: Int, frames: Int) throws(AhaError) {
    guard sizes.count < MovieTable.maxPackets else {
      throw AhaError(.formatLimit, "M4A is limited to \(MovieTable.maxPackets) packets")
    }
    try sizes.append(UInt32(size))
    openPackets += 1
    storedFrames += Int64(frames)
  }

  /// The packets since the last chunk are at `offset` of the file. Errors: `outOfMemory`.
  func endChunk(at offset: Int64) throws(AhaError) {
    if openPackets == 0 { return }
    try chunks.append(offset)
    if runs.last?.packets != openPackets { runs.append((chunks.count, openPackets)) }
    openPackets = 0
  }

  private static let maxPackets = 1 << 28

  // MARK: The box

  /// Writes `moov`. Its tables are written in portions: they can be long.
  /// - Parameters:
  ///   - frames: Length of the sound.
  ///   - put: Appends bytes to the file.
  func write(frames: Int64, _ put: ([UInt8]) throws(AhaError) -> Void) throws(AhaError) {
    // Some readers apply tags to the track before them.
    let mark = gapMark(frames)
    // FFmpeg takes a sound of one frame for PCM, for which only a common size counts.
    let common = sizes.count == 1 ? Int64(sizes[0]) : 0
    let listed = common > 0 ? 0 : sizes.count
    let tables = 20 + 4 * Int64(listed) + 16 + 8 * Int64(chunks.count)
    try put(
      track.movie(
        frames: frames, stored: storedFrames, head: [], tables: times + chunkRuns, more: tables,
        after: Int64(mark.count)))
    try put(MovieBox.header("stsz", bodySize: 12 + 4 * Int64(listed)))
    try put(
      MovieBox.zeros(4) + MovieBox.big(common, count: 4)
        + MovieBox.big(Int64(sizes.count), count: 4))
    try putAll(listed, entry: { MovieBox.big(Int64(self.sizes[$0]), count: 4) }, put)
    try put(MovieBox.header("co64", bodySize: 8 + 8 * Int64(chunks.count)))
    try put(MovieBox.zeros(4) + MovieBox.big(Int64(chunks.count), count: 4))
    try putAll(chunks.count, entry: { MovieBox.big(self.chunks[$0], count: 8) }, put)
    try put(mark)
  }

  private func putAll(
    _ count: Int, entry: (Int) -> [UInt8], _ put: ([UInt8]) throws(AhaError) -> Void
  ) throws(AhaError) {
    var next = 0
    while next < count {
      let end = min(next + 1024, count)
      try put((next..<end).flatMap(entry))
      next = end
    }
  }

  private var times: [UInt8] {
    let size = Int64(track.packetFrames)
    let last = storedFrames - Int64(sizes.count - 1) * size
    var entries: [(count: Int64, frames: Int64)] = [(Int64(sizes.count), size)]
    if last != size { entries = [(Int64(sizes.count - 1), size), (1, last)] }
    entries.removeAll { $0.count == 0 }
    var table = MovieBox.big(Int64(entries.count), count: 4)
    for entry in entries {
      table += MovieBox.big(entry.count, count: 4) + MovieBox.big(entry.frames, count: 4)
    }
    var boxes = MovieBox.make("stts", MovieBox.zeros(4), table)
    if track.needsPreroll { boxes += prerolls }
    return boxes
  }

  /// A decoder starts a packet early.
  private var prerolls: [UInt8] {
    let group = "roll".array
    return MovieBox.make(
      "sgpd", [1, 0, 0, 0], group, MovieBox.big(2, count: 4), MovieBox.big(1, count: 4),
      MovieBox.big(-1, count: 2))
      + MovieBox.make(
        "sbgp", MovieBox.zeros(4), group, MovieBox.big(1, count: 4),
        MovieBox.big(Int64(sizes.count), count: 4),
        MovieBox.big(1, count: 4))
  }

  private var chunkRuns: [UInt8] {
    var table = MovieBox.big(Int64(runs.count), count: 4)
    for run in runs {
      table += MovieBox.big(Int64(run.first), count: 4) + MovieBox.big(Int64(run.packets), count: 4)
      table += MovieBox.big(1, count: 4)
    }
    return MovieBox.make("stsc", MovieBox.zeros(4), table)
  }

  /// The tag iTunSMPB: delay, padding and length, for players that ignore edit lists.
  private func gapMark(_ frames: Int64) -> [UInt8] {
    guard track.delay > 0 else { return [] }
    let padding = max(0, storedFrames - track.delay - frames)
    var text = " 00000000 \(hexadecimal(track.delay, count: 8)) \(hexadecimal(padding, count: 8))"
    text += " \(hexadecimal(frames, count: 16))"
    for _ in 0..<8 { text += " 00000000" }
    let list = MovieBox.make("ilst", MovieBox.freeTag("iTunSMPB", text: text))
    let meta = MovieBox.make("meta", MovieBox.zeros(4), MovieBox.tagHandler, list)
    return MovieBox.make("udta", meta)
  }
}

private func hexadecimal(_ value: Int64, count: Int) -> String {
  let digits = "0123456789ABCDEF".array
  return (0..<count).map { digits[Int(value >> Int64(4 * (count - 1 - $0)) & 15)] }.text
}
