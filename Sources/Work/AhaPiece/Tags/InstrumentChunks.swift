import AhaBase
import AhaCodec

/// The chunks "MARK" and "INST" of an AIFF: markers, and the loops between them.
/// Source: Apple, "Audio Interchange File Format: AIFF", version 1.3.
struct InstrumentChunks {
  private struct Marker {
    let id: Int64
    /// Of the frame that follows it.
    var position: Int64
    let name: [UInt8]
  }

  private var markers: [Marker] = []
  /// 20 bytes; empty without the chunk.
  private var instrument: [UInt8]
  /// Offsets of the sustain loop and the release loop: play mode, begin and end of each.
  private static let loopOffsets = [8, 14]

  init(marks: [UInt8], instrument: [UInt8]) {
    self.instrument = instrument.count >= 20 ? Array(instrument.prefix(20)) : []
    var next = 2
    while next + 7 <= marks.count {
      let name = marks[(next + 7)..<min(next + 7 + Int(marks[next + 6]), marks.count)]
      markers.append(
        Marker(
          id: Int64(marks[next..<(next + 2)].bigEndian),
          position: Int64(marks[(next + 2)..<(next + 6)].bigEndian), name: Array(name)))
      next += 7 + Int(marks[next + 6]) + (marks[next + 6] & 1 == 0 ? 1 : 0)
    }
  }

  private func word(at offset: Int) -> Int64 {
    Int64(instrument[offset..<(offset + 2)].bigEndian)
  }

  private func position(ofMarker id: Int64) -> Int64? {
    markers.first { $0.id == id }?.position
  }

  var loops: [FileLoop] {
    guard !instrument.isEmpty else { return [] }
    return InstrumentChunks.loopOffsets.compactMap { offset in
      guard (1...2).contains(word(at: offset)),
        let begin = position(ofMarker: word(at: offset + 2)),
        let end = position(ofMarker: word(at: offset + 4)), begin < end
      else { return nil }
      return FileLoop(begin: begin, end: end, isPingPong: word(at: offset) == 2)
    }
  }

  /// Replaces the bounds of the first loop; nil ends all loops. Markers of others are kept.
  mutating func set(loop: Range<Int64>?) {
    guard let loop else {
      for offset in InstrumentChunks.loopOffsets where !instrument.isEmpty {
        for index in offset..<(offset + 6) { instrument[index] = 0 }
      }
      return
    }
    if instrument.isEmpty {
      // Middle C, all notes and velocities, no gain.
      instrument = [60, 0, 0, 127, 1, 127] + [UInt8](repeating: 0, count: 14)
    }
    if loops.isEmpty {
      let id = (markers.map { $0.id }.max() ?? 0) + 1
      markers.append(Marker(id: id, position: 0, name: "loop begin".array))
      markers.append(Marker(id: id + 1, position: 0, name: "loop end".array))
      let bytes = bigBytes(1, count: 2) + bigBytes(id, count: 2) + bigBytes(id + 1, count: 2)
      instrument.replaceSubrange(8..<14, with: bytes)
    }
    let first = InstrumentChunks.loopOffsets.first { (1...2).contains(word(at: $0)) } ?? 8
    for (id, position) in [
      (word(at: first + 2), loop.lowerBound), (word(at: first + 4), loop.upperBound),
    ] {
      for index in markers.indices where markers[index].id == id {
        markers[index].position = position
      }
    }
  }

  var markBytes: [UInt8] {
    markers.reduce(into: bigBytes(Int64(markers.count), count: 2)) { bytes, marker in
      bytes += bigBytes(marker.id, count: 2) + bigBytes(marker.position)
      bytes += [UInt8(marker.name.count)] + marker.name
      if marker.name.count & 1 == 0 { bytes.append(0) }
    }
  }

  var instrumentBytes: [UInt8] { instrument }
}
