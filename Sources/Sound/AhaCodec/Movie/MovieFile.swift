import AhaBase

/// Writes an M4A file: packets, then the box `moov`.
///
/// Shape: `ftyp`, 16 reserved bytes, packets, `moov`. Once the file is complete, they become
/// the header of the box `mdat` around the packets. In a take, a box `moov` without packets follows
/// the reserved bytes, and the packets are in fragments, each a box `moof` and a box `mdat`. So the
/// file can be read at any time, and the same bytes complete it: readers then see one `mdat` and
/// one `moov`. Threads: one at a time.
final class MovieFile: TargetFile {
  private let cursor: Cursor
  private let encoder: ModuleEncoder
  private let table: MovieTable
  private let isTake: Bool
  /// Frames given to the encoder.
  private var frames: Int64 = 0
  private var chunkPackets = 0
  /// Offset of the open chunk, unless it is a fragment.
  private var chunkStart: Int64 = 0
  /// Packets of the open fragment, and their sizes.
  private let fragment = GrowingMemory<UInt8>()
  private var packets: [(size: Int, frames: Int)] = []
  private var fragmentCount: Int64 = 0
  private var isClosed = false

  /// Errors: `unsupported` (see `ModuleEncoder`).
  init(writing cursor: Cursor, settings: EncodeSettings) throws(AhaError) {
    self.cursor = cursor
    encoder = try ModuleEncoder(settings, named: cursor.stream.name)
    table = MovieTable(MovieTrack(settings, encoder: encoder))
    isTake = settings.isTake
    put(MovieFile.start)
    if isTake { put(table.track.fragmentedMovie) }
    chunkStart = cursor.position
  }

  deinit { _ = close() }

  /// The box `ftyp`, and the reserved bytes.
  static let start: [UInt8] =
    MovieBox.make("ftyp", "M4A ".array, MovieBox.big(0x200, count: 4), "M4A mp42isomiso5".array)
    + MovieBox.make("free", MovieBox.zeros(8))

  /// Offset of the reserved bytes.
  static let reservedOffset = Int64(start.count) - 16

  /// The reserved bytes in a complete file.
  static func wholeHeader(end: Int64) -> [UInt8] {
    MovieBox.big(1, count: 4) + "mdat".array + MovieBox.big(end - reservedOffset, count: 8)
  }

  private func put(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { _ = cursor.write($0.baseAddress!, count: $0.count) }
  }

  // MARK: Frames

  func write(_ source: Floats, frames: Int) -> Int {
    encode(UnsafeRawPointer(source.base), count: frames)
  }

  func write(_ source: Buffer<Int32>, frames: Int) -> Int {
    encode(UnsafeRawPointer(source.base), count: frames)
  }

  private func encode(_ source: UnsafeRawPointer, count: Int) -> Int {
    frames += Int64(count)
    return encoder.encode(source, frames: count, to: self) ? count : 0
  }

  func updateHeader() {}

  // MARK: Packets

  /// Adds a packet of the encoder. Returns false after a failure of the cursor.
  func add(_ bytes: UnsafeRawPointer, size: Int) -> Bool {
    do throws(AhaError) {
      let track = table.track
      // The last packet of an encoder without delay holds the rest.
      let left = track.delay > 0 ? Int64.max : frames - table.storedFrames
      let length = Int(min(left, Int64(track.packetFrames)))
      try table.add(packet: size, frames: length)
      if isTake {
        try fragment.append(Buffer(bytes.assumingMemoryBound(to: UInt8.self), count: size))
        packets.append((size, length))
      } else {
        _ = cursor.write(bytes, count: size)
      }
      chunkPackets += 1
      if chunkPackets == track.chunkPackets { try endChunk() }
    } catch {
      cursor.fail(error)
    }
    return cursor.failure == nil
  }

  private func endChunk() throws(AhaError) {
    if isTake { putFragment() }
    try table.endChunk(at: chunkStart)
    chunkStart = cursor.position
    chunkPackets = 0
  }

  private func putFragment() {
    if packets.isEmpty { return }
    fragmentCount += 1
    let length = packets.reduce(Int64(0)) { $0 + Int64($1.frames) }
    put(
      MovieFragment.header(
        fragmentCount, start: table.storedFrames - length, packets: packets, size: fragment.count))
    chunkStart = cursor.position
    _ = cursor.write(fragment.values.base, count: fragment.count)
    fragment.removeAll()
    packets.removeAll(keepingCapacity: true)
  }

  // MARK: The end

  /// Failures are those of the cursor, except the encoder's.
  func close() -> Int32 {
    if isClosed { return 0 }
    isClosed = true
    guard cursor.failure == nil else { return -1 }
    guard encoder.encode(nil, frames: 0, to: self) else { return -1 }
    do throws(AhaError) {
      try endChunk()
      let end = cursor.position
      try table.write(frames: frames) { (bytes) throws(AhaError) in put(bytes) }
      // The box is complete in the file before a reader can look for it.
      cursor.flush()
      if cursor.failure == nil,
        cursor.seek(MovieFile.reservedOffset, from: 0) == MovieFile.reservedOffset
      {
        put(MovieFile.wholeHeader(end: end))
      }
    } catch {
      cursor.fail(error)
    }
    cursor.flush()
    return cursor.failure == nil ? 0 : -1
  }
}
