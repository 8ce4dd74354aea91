import AhaBase
import AhaSync

/// Facts about a linked sound, as feeds write them.
enum MediaLink {
  /// True for a media type of sound. Many feeds have other types for sounds ("mp3", "text/html").
  /// The ending of the URL's path decides then, or that of its query as in "get?file=a.mp3", except
  /// for a film or a picture.
  static func isSound(_ type: String, url: String) -> Bool {
    let type = type.trimmed.lowered
    if type.begins(with: "audio/") || type.begins(with: "x-audio/") { return true }
    if ["application/ogg", "application/x-ogg", "application/flac", "application/x-flac"].contains(
      type)
    {
      return true
    }
    if type.begins(with: "video/") || type.begins(with: "image/") { return false }
    let whole = url.array.prefix { $0 != UInt8(ascii: "#") }
    return hasSoundEnding(whole.prefix { $0 != UInt8(ascii: "?") }) || hasSoundEnding(whole)
  }

  private static func hasSoundEnding(_ path: ArraySlice<UInt8>) -> Bool {
    let ending = path.suffix(5)
    guard let dot = ending.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return [
      "mp3", "mp2", "mpga", "m4a", "m4b", "m4r", "mp4a", "aac", "ogg", "oga", "spx", "opus", "flac",
      "wav", "wave", "w64", "rf64", "aif", "aiff", "aifc", "caf", "au", "snd", "wma", "mka", "weba",
      "ape", "wv", "alac", "amr", "ac3", "ra",
    ].contains(Array(ending[(dot + 1)...]).lowered.text)
  }

  /// A count such as of bytes; 0 if unknown.
  static func count(of text: String) -> Int64 { number(text.array[...]) ?? 0 }

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
