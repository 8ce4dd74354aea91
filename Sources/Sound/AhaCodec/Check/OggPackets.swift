/// The lengths of a stream's packets, page by page.
struct OggPackets {
  /// Nil: Opus.
  private let blocks: VorbisBlocks?
  /// Block size of the packet before; 0: the next packet is the first one; nil: unknown.
  private var former: Int64? = 0
  /// The first two bytes of a packet that continues on the next page.
  private var open: (UInt8, UInt8)?

  /// Before the first packet with sound.
  init(_ blocks: VorbisBlocks?) { self.blocks = blocks }

  /// Before any page of the stream.
  var unsynchronized: OggPackets {
    var packets = self
    (packets.former, packets.open) = (nil, nil)
    return packets
  }

  /// Samples of the packets that end on the next page; nil if they are unknown or invalid. Opus
  /// counts at 48 kHz.
  mutating func samples(_ page: UnsafeRawBufferPointer) -> Int64? {
    let segments = Int(page[26])
    var (start, size) = (OggPage.headerSize + segments, 0)
    var sum: Int64? = 0
    // The packet before the first one that begins on the page.
    var isContinued = page[5] & 1 != 0
    if isContinued != (open != nil) { sum = nil }
    for lacing in page[OggPage.headerSize..<start] {
      size += Int(lacing)
      if lacing == 255 { continue }
      let head =
        isContinued ? open : size == 0 ? nil : (page[start], size > 1 ? page[start + 1] : 0)
      let length = length(head)
      sum = sum.flatMap { sum in length.map { sum + $0 } }
      (start, size, isContinued) = (start + size, 0, false)
    }
    if !isContinued { open = size > 0 ? (page[start], page[start + 1]) : nil }
    return sum
  }

  private mutating func length(_ head: (UInt8, UInt8)?) -> Int64? {
    guard let blocks else {
      return head.flatMap { OpusPackets.samples($0.0, second: $0.1) }
    }
    let size = head.flatMap { blocks.size($0.0) }
    defer { former = size }
    guard let size, let former else { return nil }
    return former == 0 ? 0 : (former + size) / 4
  }
}

/// The block sizes of Vorbis packets, which their first byte selects.
/// Source: Vorbis I, sections 4.2.2, 4.2.4 and 4.3.1.
struct VorbisBlocks {
  /// In samples, by the number of the mode.
  private let sizes: [Int64]
  private let mask: UInt8

  /// Nil for headers that libvorbis refuses.
  /// - Parameters:
  ///   - identification: The first packet.
  ///   - setup: The third packet. The modes are its end; nothing gives their position but the
  ///     codebooks before them, so they are read from behind.
  init?(identification: ArraySlice<UInt8>, setup: [UInt8]) {
    let begin = identification.startIndex
    guard identification.count == 30, setup.starts(with: "\u{5}vorbis".utf8),
      let end = setup.lastIndex(where: { $0 != 0 })
    else { return nil }
    let exponents = identification[begin + 28]
    guard identification[(begin + 7)..<(begin + 11)].allSatisfy({ $0 == 0 }),
      identification[begin + 29] & 1 == 1, exponents & 15 >= 6, exponents & 15 <= exponents >> 4,
      exponents >> 4 <= 13
    else { return nil }
    let framing = 8 * end + 7 - setup[end].leadingZeroBitCount
    var flags: [UInt8] = []
    var count = 0
    while flags.count < 64 {
      let mode = framing - VorbisBlocks.modeBits * (flags.count + 1)
      guard mode >= 6, VorbisBlocks.isMode(setup, at: mode) else { break }
      flags.append(UInt8(VorbisBlocks.bits(setup, at: mode, count: 1)))
      if VorbisBlocks.bits(setup, at: mode - 6, count: 6) == flags.count - 1 { count = flags.count }
    }
    if count == 0 { return nil }
    sizes = flags.prefix(count).reversed().map {
      1 << Int64($0 == 0 ? exponents & 15 : exponents >> 4)
    }
    mask = UInt8(truncatingIfNeeded: 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount) - 1)
  }

  /// Flag, window type, transform type, mapping.
  private static let modeBits = 1 + 16 + 16 + 8

  private static func isMode(_ bytes: [UInt8], at position: Int) -> Bool {
    bits(bytes, at: position + 1, count: 32) == 0 && bits(bytes, at: position + 33, count: 8) < 64
  }

  /// The lowest bit of a byte is the first.
  private static func bits(_ bytes: [UInt8], at position: Int, count: Int) -> Int {
    (0..<count).reduce(0) { sum, index in
      let bit = position + index
      return sum | Int(bytes[bit / 8] >> UInt8(bit % 8) & 1) << index
    }
  }

  /// Nil: no packet of sound.
  func size(_ first: UInt8) -> Int64? {
    let mode = Int(first >> 1 & mask)
    return first & 1 == 0 && mode < sizes.count ? sizes[mode] : nil
  }
}
