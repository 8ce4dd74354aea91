import AhaBase

/// Reads the headers of a JPEG and checks its segments up to the end; does not decode pixels.
///
/// Source: ITU-T T.81, Annex B.
struct JPEGHeader {
  private(set) var width = 0
  private(set) var height = 0
  /// Of a kind that every browser shows.
  private(set) var isCommon = true
  private(set) var orientation = PictureOrientation.upright
  private let bytes: UnsafeRawBufferPointer
  private let name: String
  private var offset = 2
  private var hasScan = false

  static func fits(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 3 && bytes[0] == 0xFF && bytes[1] == 0xD8 && bytes[2] == 0xFF
  }

  /// Errors: `damaged`.
  init(_ bytes: UnsafeRawBufferPointer, named name: String) throws(AhaError) {
    (self.bytes, self.name) = (bytes, name)
    while true {
      let marker = try nextMarker()
      if marker == 0xD9 { break }
      // TEM and RST have no segment.
      if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
      try readSegment(after: marker)
    }
    if width == 0 || !hasScan { throw damaged(because: "it contains no picture") }
  }

  private func damaged(because why: String) -> AhaError {
    AhaError(.damaged, "\(name) is a damaged JPEG: \(why)")
  }

  private mutating func nextMarker() throws(AhaError) -> UInt8 {
    guard offset < bytes.count else { throw damaged(because: "it ends too early") }
    guard bytes[offset] == 0xFF else { throw damaged(because: "a marker is missing") }
    while offset < bytes.count, bytes[offset] == 0xFF { offset += 1 }
    guard offset < bytes.count else { throw damaged(because: "it ends too early") }
    offset += 1
    return bytes[offset - 1]
  }

  private mutating func readSegment(after marker: UInt8) throws(AhaError) {
    guard offset + 2 <= bytes.count else { throw damaged(because: "it ends too early") }
    let length = number(at: offset)
    guard length >= 2 else { throw damaged(because: "a segment has no length") }
    guard offset + length <= bytes.count else { throw damaged(because: "it ends too early") }
    let isFrame = marker & 0xF0 == 0xC0 && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    if isFrame { try readFrame(after: marker, length: length) }
    if marker == 0xE1, orientation == .upright {
      orientation = PictureOrientation(
        exif: UnsafeRawBufferPointer(rebasing: bytes[(offset + 2)..<(offset + length)]))
    }
    offset += length
    if marker == 0xDA { try skipScan() }
  }

  private mutating func readFrame(after marker: UInt8, length: Int) throws(AhaError) {
    guard length >= 8, width == 0 else { throw damaged(because: "its frame header is invalid") }
    let (bits, colors) = (bytes[offset + 2], bytes[offset + 7])
    isCommon = marker <= 0xC2 && bits == 8 && (colors == 1 || colors == 3)
    (height, width) = (number(at: offset + 3), number(at: offset + 5))
    if width == 0 || height == 0 { throw damaged(because: "it has no size") }
  }

  /// Moves to the next marker that ends the scan.
  private mutating func skipScan() throws(AhaError) {
    if width == 0 { throw damaged(because: "its frame header is missing") }
    hasScan = true
    while offset + 1 < bytes.count {
      let next = bytes[offset + 1]
      if bytes[offset] == 0xFF, next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return }
      offset += 1
    }
    throw damaged(because: "it ends too early")
  }

  private func number(at offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
}
