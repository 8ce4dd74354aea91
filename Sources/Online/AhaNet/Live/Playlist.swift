import AhaBase

/// A playlist of a station: the URL of its stream.
enum Playlist {
  /// A station has one entry, or a few servers of the same sound.
  static let maxBytes = 64 << 10

  /// Whether a reply is a playlist, by its type or its name.
  static func isOne(_ reply: HTTPResponse) -> Bool {
    let type = (reply.header("Content-Type") ?? "").lowered.array.prefix { $0 != 0x3B }
    for known in types where type.text.trimmed.hasSameBytes(as: known.text) { return true }
    // Servers without a type for a playlist send a general one.
    if type.begins(with: "audio/") { return false }
    let path = URLParts(reply.url)?.path.lowered.array ?? []
    return endings.contains { path.suffix($0.utf8CodeUnitCount).elementsEqual($0.array) }
  }

  private static let types: [StaticString] = [
    "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/vnd.apple.mpegurl",
    "audio/x-scpls", "application/pls+xml",
  ]
  private static let endings: [StaticString] = [".m3u", ".m3u8", ".pls"]

  /// The first entry. Errors: `unsupported` (HLS), `reply` (no entry).
  static func firstEntry(in bytes: [UInt8], name: String) throws(AhaError) -> String {
    let lines = bytes.split { $0 == 10 || $0 == 13 }.map { $0.text.trimmed }
    for line in lines {
      if line.begins(with: "#EXT-X-") {
        throw AhaError(.unsupported, "\(name) is an HLS playlist, which has no endless stream")
      }
      if line.isEmpty || line.begins(with: "#") || line.begins(with: "[") { continue }
      guard let mark = line.array.firstIndex(of: UInt8(ascii: "=")), !line.isLikeURL else {
        return line
      }
      let key = line.array[..<mark].lowered
      if key.begins(with: "file") { return line.array[(mark + 1)...].text.trimmed }
      if !pairs.contains(where: { key.begins(with: $0) }) { return line }
    }
    throw AhaError(.reply, "\(name) is a playlist without an entry")
  }

  private static let pairs: [StaticString] = ["numberofentries", "title", "length", "version"]
}

extension String {
  /// Without the blanks and the byte order mark around it.
  fileprivate var trimmed: String {
    var bytes = array[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return bytes.drop { $0 <= 0x20 }.text
  }
}
