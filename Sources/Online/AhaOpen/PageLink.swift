import AhaBase

/// Finds the link to a page's manifest:
/// `<link rel="alternate" type="application/json" href="…">`.
///
/// It parses start tags only, not HTML; the caller must check the result.
enum PageLink {
  /// Max length of a tag.
  private static let longest = 4096

  static func manifest(in page: [UInt8]) -> String? {
    var next = 0
    while next < page.count {
      guard let start = page[next...].firstIndex(of: UInt8(ascii: "<")) else { return nil }
      next = start + 1
      guard begins(page[next...], with: "link") else { continue }
      var tag = Tag(tag: page[(next + 4)..<min(page.count, next + longest)])
      if let link = tag.link() { return link }
      // Continues after the tag, which keeps the search linear on a page full of "<link".
      next = tag.next
    }
    return nil
  }

  fileprivate static func begins(_ bytes: ArraySlice<UInt8>, with name: StaticString) -> Bool {
    name.withUTF8Buffer { name in
      bytes.count >= name.count && zip(bytes, name).allSatisfy { $0 | 32 == $1 }
    }
  }

  /// The part of a tag after its name.
  private struct Tag {
    private let bytes: ArraySlice<UInt8>
    private(set) var next: Int

    init(tag bytes: ArraySlice<UInt8>) { (self.bytes, next) = (bytes, bytes.startIndex) }

    /// Nil if it is another link or has no end.
    mutating func link() -> String? {
      var (isAlternate, isJSON, href) = (false, false, [UInt8]?.none)
      while skipSpace(), next < bytes.endIndex {
        if bytes[next] == UInt8(ascii: ">") {
          guard isAlternate, isJSON, let href, !href.isEmpty else { return nil }
          return href.text
        }
        let name = word(endsAtEqual: true)
        let value = skipsEqual() ? self.value() : []
        if name.isWord("rel") { isAlternate = value[...].isWord("alternate") }
        if name.isWord("type") { isJSON = value[...].isWord("application/json") }
        if name.isWord("href"), href == nil { href = PageLink.unescaped(value) }
        if name.isEmpty && value.isEmpty { next += 1 }
      }
      return nil
    }

    /// Returns false at the end of the tag.
    private mutating func skipSpace() -> Bool {
      while next < bytes.endIndex, bytes[next] <= 32 || bytes[next] == UInt8(ascii: "/") {
        next += 1
      }
      return true
    }

    private mutating func word(endsAtEqual: Bool) -> ArraySlice<UInt8> {
      let start = next
      while next < bytes.endIndex, bytes[next] > 32, bytes[next] != UInt8(ascii: ">"),
        !endsAtEqual || bytes[next] != UInt8(ascii: "=")
      { next += 1 }
      return bytes[start..<next]
    }

    private mutating func skipsEqual() -> Bool {
      while next < bytes.endIndex, bytes[next] <= 32 { next += 1 }
      guard next < bytes.endIndex, bytes[next] == UInt8(ascii: "=") else { return false }
      next += 1
      while next < bytes.endIndex, bytes[next] <= 32 { next += 1 }
      return true
    }

    private mutating func value() -> [UInt8] {
      guard next < bytes.endIndex else { return [] }
      let quote = bytes[next]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        return Array(word(endsAtEqual: false))
      }
      let start = next + 1
      let end = bytes[start...].firstIndex(of: quote) ?? bytes.endIndex
      next = min(end + 1, bytes.endIndex)
      return Array(bytes[start..<end])
    }
  }

  /// `&amp;`, the only entity found in URLs.
  private static func unescaped(_ value: [UInt8]) -> [UInt8] {
    var (out, next) = ([UInt8](), 0)
    let mark = "&amp;".array
    while next < value.count {
      out.append(value[next])
      next += value[next...].starts(with: mark) ? mark.count : 1
    }
    return out
  }
}

extension ArraySlice<UInt8> {
  fileprivate func isWord(_ word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount && PageLink.begins(self, with: word)
  }
}
