import AhaBase

/// The pages of a chain whose streams have the same serial number, as a file that is joined with
/// itself. Its streams start their sequence numbers anew.
struct OggChain {
  /// Serial number and checksum of the pages of every stream but the first.
  private(set) var corrections: [(offset: Int64, bytes: [UInt8])] = []

  /// Nil if it is no such chain, or if its stream is slow and would have to be read as a whole.
  init?(_ source: HeaderBytes, serial: UInt32) {
    guard source.isQuick,
      source.length <= OggChain.smallFile || OggChain.isLikely(source, serial: serial)
    else { return nil }
    var (offset, link) = (Int64(0), UInt32(0))
    while let page = OggChain.page(source, at: offset) {
      let head = page.withUnsafeBytes { OggPageHead($0) }
      guard head.serial == serial else { return nil }
      if head.isFirst, offset > 0 { link += 1 }
      if link > 0 { correct(page, at: offset, serial: serial &+ link) }
      guard corrections.count <= OggChain.maxPages else { return nil }
      offset += Int64(page.count)
    }
    if link == 0 { return nil }
  }

  private mutating func correct(_ page: [UInt8], at offset: Int64, serial: UInt32) {
    var page = page
    for index in 0..<4 { page[14 + index] = UInt8(truncatingIfNeeded: serial >> UInt32(8 * index)) }
    OggPage.seal(&page)
    corrections.append((offset + 14, Array(page[14..<26])))
  }

  private static let smallFile: Int64 = 1 << 20
  /// Limits the cost: every read of the file checks all corrections.
  private static let maxPages = 4096

  /// A complete page.
  static func page(_ source: HeaderBytes, at offset: Int64) -> [UInt8]? {
    let head = source.read(at: offset, count: OggPage.headerSize + 255)
    guard head.prefix(4).text == "OggS", let size = head.withUnsafeBytes({ OggPage.size($0) })
    else { return nil }
    let page = source.read(at: offset, count: size)
    return page.count == size ? page : nil
  }

  /// Whether the sequence numbers fall somewhere. The distances of the looks grow from the start:
  /// one of them lies in the last part of the first stream, and the next behind its end.
  private static func isLikely(_ source: HeaderBytes, serial: UInt32) -> Bool {
    var former: UInt32 = 0
    var offset = OggPage.largest
    while offset < source.length - OggPage.largest {
      guard let number = number(source, from: offset, serial: serial) else { return false }
      if number < former { return true }
      former = number
      offset += offset / 4
    }
    return number(source, from: source.length - 2 * OggPage.largest, serial: serial).map {
      $0 < former
    }
      ?? false
  }

  /// The sequence number of the first correct page of the stream after an offset.
  private static func number(
    _ source: HeaderBytes, from offset: Int64, serial: UInt32
  ) -> UInt32? {
    let bytes = source.read(at: max(0, offset), count: 2 * Int(OggPage.largest))
    return bytes.withUnsafeBytes { bytes in
      bytes.indices.lazy.compactMap { index -> UInt32? in
        guard bytes[index] == 0x4F else { return nil }
        let page = OggCheck.page(UnsafeRawBufferPointer(rebasing: bytes[index...]))
        let head = page.map { OggPageHead($0) }
        return head?.serial == serial ? head?.sequence : nil
      }.first
    }
  }
}
