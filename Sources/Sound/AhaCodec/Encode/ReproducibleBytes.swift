import AhaBase

/// Makes output reproducible: libsndfile writes the time of day into PEAK chunks and a random
/// serial number into Ogg pages; this replaces both.
struct ReproducibleBytes {
  /// Serial number of this stream's pages. Differs between streams, because chained streams must.
  var oggSerial: UInt32 = 0

  /// The bytes to write instead of `bytes` at `offset`; nil: unchanged.
  func replacement(for bytes: UnsafeRawBufferPointer, at offset: Int64) -> [UInt8]? {
    guard bytes.count >= 27, bytes.count <= ReproducibleBytes.longestHeader else { return nil }
    switch bytes.prefix(4).reduce(UInt32(0), { $0 << 8 | UInt32($1) }) {
    case 0x4F67_6753: return page(Array(bytes))
    case 0x5249_4646, 0x5246_3634, 0x464F_524D:  // RIFF, RF64, FORM
      return offset == 0 ? withoutTime(Array(bytes)) : nil
    default: return nil
    }
  }

  /// libsndfile writes a file header, or a page header, with one call.
  private static let longestHeader = 65_536

  /// A PEAK chunk begins with name, size, version and time, four bytes each.
  private func withoutTime(_ header: [UInt8]) -> [UInt8]? {
    let name: [UInt8] = [0x50, 0x45, 0x41, 0x4B]
    guard let start = header.indices.dropLast(15).first(where: { header[$0...].starts(with: name) })
    else { return nil }
    var changed = header
    for index in (start + 12)..<(start + 16) { changed[index] = 0 }
    return changed
  }

  /// A page header with the reproducible serial number and the corrected checksum.
  ///
  /// The CRC is linear: the CRC of the changed bits, extended over the unchanged bytes, is the
  /// change of the CRC. So the body of the page, which is written later, is not needed.
  private func page(_ header: [UInt8]) -> [UInt8]? {
    let segments = Int(header[26])
    guard header.count == 27 + segments else { return nil }
    let body = header[27...].reduce(0) { $0 + Int($1) }
    var changed = header
    var change: UInt32 = 0
    for index in 14..<18 {
      changed[index] = UInt8(truncatingIfNeeded: oggSerial >> UInt32(8 * (index - 14)))
      change = OggPage.add(header[index] ^ changed[index], to: change)
    }
    for _ in 18..<(header.count + body) { change = OggPage.add(0, to: change) }
    for index in 22..<26 {
      changed[index] ^= UInt8(truncatingIfNeeded: change >> UInt32(8 * (index - 22)))
    }
    return changed
  }

  /// A serial number from the first frames.
  static func serial(of samples: Floats, count: Int) -> UInt32 {
    var hash = ShortFingerprint()
    for index in 0..<count { hash.add(samples[index].bitPattern) }
    return hash.value
  }
}
