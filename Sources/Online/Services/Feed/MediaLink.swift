import AhaBase
import AhaSync

/// Facts about a linked sound, as feeds write them.
enum MediaLink {
  /// True for a media type of sound. Many feeds have other types for sounds ("mp3", "text/html",
  /// "application/x-flac"), so the ending of the URL's path decides then, except for a film or a
  /// picture.
  static func isSound(_ type: String, url: String) -> Bool {
    let type = type.trimmed.lowered
    if type.begins(with: "audio/") || type == "application/ogg" { return true }
    if type.begins(with: "video/") || type.begins(with: "image/") { return false }
    let path = url.array.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let ending = Array(path[(dot + 1)...]).lowered.text
    return [
      "mp3", "m4a", "m4b", "ogg", "oga", "opus", "flac", "wav", "aac", "aif", "aiff", "wma", "mka",
    ].contains(ending)
  }

  /// Units: bytes; 0 if unknown.
  static func size(of text: String) -> Int64 { number(text.array[...]) ?? 0 }

  /// A length such as "4:05", "1:02:03" or "245" (seconds); 0 for other texts. Units: microseconds.
  static func length(of text: String) -> Int64 {
    let parts = text.array.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return 0 }
    var seconds: Int64 = 0
    for (index, part) in parts.enumerated() {
      // Some feeds have a fraction.
      let isLast = index == parts.count - 1
      guard let part = number(isLast ? part.prefix { $0 != UInt8(ascii: ".") } : part) else {
        return 0
      }
      seconds = seconds * 60 + part
    }
    return seconds < 1_000_000_000 ? seconds * 1_000_000 : 0
  }

  /// At most 14 digits, so that sums cannot overflow.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard (1...14).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
  }
}

extension String {
  /// Without white space at its ends, which an XML file's line breaks may leave.
  var trimmed: String {
    let bytes = array
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { return "" }
    return bytes[first...last].text
  }

  /// Text of HTML, on one line: tags removed, and the usual character references replaced. A "<"
  /// that starts no tag stays.
  var withoutMarkup: String {
    let bytes = array
    guard bytes.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return self
    }
    var (text, index) = ([UInt8](), 0)
    while index < bytes.count {
      var next = [bytes[index]]
      var end = index + 1
      if let tagEnd = String.tagEnd(in: bytes, from: index) {
        (next, end) = (String.isInline(bytes[end..<tagEnd]) ? [] : [0x20], tagEnd)
      } else if let (value, referenceEnd) = String.reference(in: bytes, from: index) {
        (next, end) = (value.array, referenceEnd)
      }
      index = end
      // A space is neither first nor double.
      if next != [0x20] || text.last ?? 0x20 != 0x20 { text += next }
    }
    return text.text.onOneLine(limit: text.count)
  }

  /// Tags within a word or a sentence; others stand for a space.
  private static func isInline(_ tag: ArraySlice<UInt8>) -> Bool {
    let letters = tag.drop { $0 == UInt8(ascii: "/") }.prefix { ($0 | 0x20) >= 97 }
    let name = Array(letters).lowered.text
    return ["a", "b", "em", "i", "span", "strong", "u"].contains(name)
  }

  private static func tagEnd(in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes[start] == UInt8(ascii: "<"), start + 1 < bytes.count else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "/"), UInt8(ascii: "!"), 65...90, 97...122: break
    default: return nil
    }
    // The limit keeps the work linear in texts full of "<".
    let end = bytes[start...].prefix(4000).firstIndex(of: UInt8(ascii: ">"))
    return end.map { $0 + 1 }
  }

  private static func reference(in bytes: [UInt8], from start: Int) -> (StaticString, Int)? {
    guard bytes[start] == UInt8(ascii: "&") else { return nil }
    let known: [(StaticString, StaticString)] = [
      ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
      ("&#39;", "'"), ("&#039;", "'"), ("&nbsp;", " "), ("&#8217;", "’"), ("&hellip;", "…"),
    ]
    for (name, value) in known where bytes[start...].begins(with: name) {
      return (value, start + name.utf8CodeUnitCount)
    }
    return nil
  }
}
