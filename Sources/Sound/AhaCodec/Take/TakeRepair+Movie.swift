import AhaBase

/// Completes an interrupted M4A take: adds the box `moov` for its whole fragments. Anything after
/// the last whole fragment is cut off. Another MP4 file stays as it is.
/// Errors: the stream's. If the disk is full, the file stays in fragments, and can be read.
func repairMovie(_ stream: any TakeStream, source: HeaderBytes) throws(AhaError) {
  guard let take = MovieTake(source) else { return }
  let table = MovieTable(take.track)
  let end = try take.collect(into: table)
  try stream.truncate(to: end)
  if table.isEmpty { return }
  var failure: AhaError?
  do throws(AhaError) {
    var next = end
    try table.write(frames: max(0, table.storedFrames - take.track.delay)) {
      (bytes) throws(AhaError) in
      try put(bytes, to: stream, at: next)
      next += Int64(bytes.count)
    }
    try stream.synchronize()
    try put(MovieFile.wholeHeader(end: end), to: stream, at: MovieFile.reservedOffset)
  } catch {
    failure = error
  }
  if let failure {
    try stream.truncate(to: end)
    throw failure
  }
}

private func put(_ bytes: [UInt8], to stream: any TakeStream, at offset: Int64) throws(AhaError) {
  try bytes.withBytes { (bytes) throws(AhaError) in try stream.write(bytes, at: offset) }
}

/// A file of `MovieFile` that was not completed.
private struct MovieTake {
  let track: MovieTrack
  private let source: HeaderBytes
  /// Offset of the first fragment.
  private let first: Int64

  /// Nil for another file, also for a complete one.
  init?(_ source: HeaderBytes) {
    let start = MovieFile.start
    guard source.read(at: 0, count: start.count) == start,
      let size = source.bigEndianWord(at: Int64(start.count)), size < 4096
    else { return nil }
    let movie = source.read(at: Int64(start.count), count: Int(size))
    guard movie.count == Int(size),
      let found = MovieBox.find("moov", "trak", in: movie[...]),
      let media = MovieBox.find("mdia", in: found),
      let header = MovieBox.find("mdhd", in: media),
      let packets = MovieBox.find("minf", "stbl", "stsd", in: media)
    else { return nil }
    let edit = MovieBox.find("edts", "elst", in: found)
    self.source = source
    first = Int64(start.count) + Int64(size)
    track = MovieTrack(
      sampleRate: MovieBox.number(header, at: 20, count: 4),
      delay: edit.map { Int64(MovieBox.number($0, at: 17, count: 7)) } ?? 0,
      packetFrames: MovieTake.packetFrames(source, first: first),
      description: MovieBox.make("stsd", Array(packets)))
    if track.sampleRate == 0 || track.delay > 1 << 20 { return nil }
  }

  /// Frames of the first packet.
  private static func packetFrames(_ source: HeaderBytes, first: Int64) -> Int {
    guard let fragment = Fragment(source, at: first) else { return 1 }
    return max(1, fragment.packets[0].frames)
  }

  /// Adds all whole fragments to a table; returns their end.
  func collect(into table: MovieTable) throws(AhaError) -> Int64 {
    var next = first
    while let fragment = Fragment(source, at: next) {
      for packet in fragment.packets { try table.add(packet: packet.size, frames: packet.frames) }
      try table.endChunk(at: fragment.content)
      next = fragment.end
    }
    return next
  }
}

private struct Fragment {
  let packets: [(size: Int, frames: Int)]
  /// Offset of the packets.
  let content: Int64
  let end: Int64

  /// Nil at the end of the file and at an incomplete fragment.
  init?(_ source: HeaderBytes, at start: Int64) {
    guard let size = source.bigEndianWord(at: start), size >= 16, size <= 1 << 14 else {
      return nil
    }
    let bytes = source.read(at: start, count: Int(size) + 8)
    guard bytes.count == Int(size) + 8, bytes[(Int(size) + 4)...].elementsEqual("mdat".array),
      let run = MovieBox.find("moof", "traf", "trun", in: bytes[..<Int(size)])
    else { return nil }
    let count = MovieBox.number(run, at: 4, count: 4)
    guard count > 0, run.count == 12 + 8 * count else { return nil }
    packets = (0..<count).map {
      (
        size: MovieBox.number(run, at: 16 + 8 * $0, count: 4),
        frames: MovieBox.number(run, at: 12 + 8 * $0, count: 4)
      )
    }
    content = start + Int64(bytes.count)
    let whole = packets.reduce(Int64(0)) { $0 + Int64($1.size) }
    end = content + whole
    let stated = Int64(MovieBox.number(bytes[Int(size)...], at: 0, count: 4)) - 8
    guard stated == whole, end <= source.length else { return nil }
  }
}
