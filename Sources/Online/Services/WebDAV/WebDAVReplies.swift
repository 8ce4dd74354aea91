import AhaBase
import AhaDrop

/// Listing of a folder.
///
/// Source: RFC 4918, 14.16.
final class WebDAVListing: XMLReader {
  struct Entry {
    /// Last component of its path.
    var name: [UInt8] = []
    /// Nil for a folder or an unknown length.
    var length: Int64?
    /// Bytes that the user may still store; -1 if unknown or without a limit.
    var freeBytes: Int64 = -1
    /// Lower case; "" if unknown.
    var sha256 = ""
    /// "" if it is weak or unknown.
    var etag = ""
  }

  private(set) var entries: [Entry] = []
  private var entry = Entry()
  private var length: Int64?
  private var (sha256, etag) = ("", "")
  private var isSuccess = false

  /// Errors: `reply`, `limit`.
  init(body: [UInt8]) throws(AhaError) {
    super.init()
    try read(body, named: "the list of a folder")
  }

  override func ends(element name: XMLName, text: String) {
    guard name.space == "DAV:" else {
      if depth == 6, name.local == "checksum" { sha256 = WebDAVListing.sha256(in: text) }
      return
    }
    switch depth {
    case 2 where name.local == "response":
      entries.append(entry)
      entry = Entry()
    case 3 where name.local == "href": entry.name = WebDAVListing.name(of: text)
    case 3 where name.local == "propstat":
      if isSuccess {
        entry.length = length ?? entry.length
        (entry.sha256, entry.etag) = (sha256, etag)
      }
      (length, sha256, etag, isSuccess) = (nil, "", "", false)
    case 4 where name.local == "status": isSuccess = WebDAVListing.isSuccess(text)
    // Source: RFC 4331. Nextcloud has -1 to -3 for a folder without a known limit.
    case 5 where name.local == "quota-available-bytes":
      entry.freeBytes = max(-1, Int64(text) ?? -1)
    case 5 where name.local == "getetag": etag = text.strongTag
    case 5 where name.local == "getcontentlength":
      length = Int64(text).flatMap { $0 < 0 ? nil : $0 }
    default: break
    }
  }

  /// SHA-256 of "SHA1:… MD5:… SHA256:…"; "" if missing.
  private static func sha256(in sums: String) -> String {
    for sum in sums.words where sum.lowered.begins(with: "sha256:") {
      return sum.array.dropFirst(7).text.lowered
    }
    return ""
  }

  private static func name(of href: String) -> [UInt8] {
    let parts = href.array.split(separator: UInt8(ascii: "/"))
    return parts.last.map { Percent.decoded($0) } ?? []
  }

  /// "HTTP/1.1 200 OK".
  private static func isSuccess(_ status: String) -> Bool {
    let words = status.array.split(separator: UInt8(ascii: " "))
    return words.count >= 2 && words[1].elementsEqual("200".array)
  }
}

/// Error document of Nextcloud and similar servers.
final class WebDAVFault: XMLReader {
  private(set) var message = ""

  /// Nil if the body is no error document.
  init?(body: [UInt8]) {
    super.init()
    guard body.contains(UInt8(ascii: "<")) else { return nil }
    try? read(body, named: "the error")
    if message.isEmpty { return nil }
  }

  override func ends(element name: XMLName, text: String) {
    guard depth == 2, name.space == "http://sabredav.org/ns" else { return }
    if name.local == "message" { message = text }
  }
}
