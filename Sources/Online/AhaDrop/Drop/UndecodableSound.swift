import AhaBase
import AhaPage

/// Sound formats that destinations accept but libaha cannot decode, detected by their first bytes.
enum UndecodableSound {
  private static var types: [StaticString] {
    ["audio/mp4", "audio/x-m4a", "audio/aac", "audio/amr", "audio/x-ms-wma"]
  }

  /// Source: "ASF top-level Header Object" in the Advanced Systems Format specification.
  private static var asf: [UInt8] {
    [
      0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11,
      0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
    ]
  }

  /// True if a file of such a type starts with its signature. Errors: those of files.
  static func isOne(_ path: FilePath, type: String) throws(AhaError) -> Bool {
    guard types.contains(where: { MediaTypes.isSame($0.text, as: type) }) else { return false }
    let file = try FileStream(reading: path)
    return try withMemory(bytes: asf.count) { (start) throws(AhaError) -> Bool in
      let got = try file.read(into: start, at: 0)
      return isHead(Array(start[..<got]))
    }
  }

  private static func isHead(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 8 else { return false }
    // ADTS: 12 one bits, any version, layer 0, with or without a checksum.
    if bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 { return true }
    return bytes[4..<8].text == "ftyp" || bytes[..<5].text == "#!AMR" || bytes == asf
  }
}
