import AhaBase
import AhaNet
import AhaPiece

/// Networks that a link can be posted to. The numbers are those of aha/share.h.
public enum ShareNetwork: UInt32, CaseIterable, Sendable {
  case x = 1
  case facebook = 2
  case mastodon = 3
  case bluesky = 4
  case reddit = 5
  case whatsapp = 6
  case telegram = 7
  case email = 8
}

/// URLs that open a network's own form with a text and a link. libaha posts nothing, and no account
/// is needed.
public enum ShareLink {
  /// - Parameters:
  ///   - link: The piece's URL: http or https.
  ///   - facebookAppID: "" for none.
  ///   - instance: A Mastodon server, such as "mastodon.social"; "": the page where users
  ///     choose theirs.
  /// Errors: `invalidArgument`.
  public static func url(
    on network: ShareNetwork, piece: Piece, link: String, facebookAppID: String = "",
    instance: String = ""
  ) throws(AhaError) -> String {
    try check(link)
    let text = ShareText.words(of: piece).shortened(
      to: ShareText.limit - ShareText.linkLetters - 1)
    let both = ShareText.of(piece, link: link)
    switch network {
    case .x: return form(url: "https://x.com/intent/post", fields: [("text", text), ("url", link)])
    case .facebook: return facebook(link: link, appID: facebookAppID)
    case .mastodon: return try mastodon(text: both, instance: instance)
    case .bluesky: return form(url: "https://bsky.app/intent/compose", fields: [("text", both)])
    case .reddit:
      return form(url: "https://www.reddit.com/submit", fields: [("url", link), ("title", text)])
    case .whatsapp: return form(url: "https://wa.me/", fields: [("text", both)])
    case .telegram:
      return form(url: "https://t.me/share/url", fields: [("url", link), ("text", text)])
    case .email:
      return form(
        url: "mailto:", fields: [("subject", text), ("body", body(of: piece, link: link))])
    }
  }

  private static func check(_ link: String) throws(AhaError) {
    let parts = URLParts(link)
    let isHTTP = parts.map { $0.scheme == "https" || $0.scheme == "http" }
    guard isHTTP ?? false else {
      throw AhaError(.invalidArgument, "\(link.shownURL) is not a link that others can open")
    }
  }

  /// Source: developers.facebook.com/docs/sharing/reference/share-dialog.
  private static func facebook(link: String, appID: String) -> String {
    if appID.isEmpty {
      return form(url: "https://www.facebook.com/sharer/sharer.php", fields: [("u", link)])
    }
    return form(
      url: "https://www.facebook.com/dialog/share",
      fields: [("app_id", appID), ("display", "popup"), ("href", link), ("redirect_uri", link)])
  }

  /// Source: share.joinmastodon.org. The text is in the fragment, so no server sees it.
  private static func mastodon(text: String, instance: String) throws(AhaError) -> String {
    if instance.isEmpty {
      return "https://share.joinmastodon.org/#text=" + Percent.encoded(text)
    }
    let ends: StaticString = "/?#@"
    let isHost = !instance.utf8.contains { byte in ends.withUTF8Buffer { $0.contains(byte) } }
    guard isHost, URLParts("https://\(instance)/") != nil else {
      throw AhaError(.invalidArgument, "\(instance.shownURL) is not a server of Mastodon's")
    }
    return form(url: "https://\(instance)/share", fields: [("text", text)])
  }

  /// Source: RFC 6068: lines end with CR LF.
  private static func body(of piece: Piece, link: String) -> String {
    var body = ""
    for text in [piece.title, piece.description] where !text.isEmpty { body += text + "\r\n\r\n" }
    return body + link + "\r\n"
  }

  private static func form(url: String, fields: [(String, String)]) -> String {
    let form = FormFields()
    for (name, value) in fields where !value.isEmpty { form.add(name, value) }
    return form.appended(to: url)
  }
}

/// Text of a post about a piece: its title or description, and a link.
///
/// Source: Allihoopa's public SDK cut the text to 140 - 23 - 1: the max characters of a post, less
/// those of a link and a space.
public enum ShareText {
  /// Units: Unicode code points.
  public static let limit = 140
  static let linkLetters = 23

  /// - Parameter link: "" for none.
  public static func of(_ piece: Piece, link: String) -> String {
    let text = words(of: piece)
    if link.isEmpty { return text.shortened(to: limit) }
    let short = text.shortened(to: limit - linkLetters - 1)
    return short.isEmpty ? link : short + " " + link
  }

  /// The title, or the description if there is no title; on one line.
  static func words(of piece: Piece) -> String {
    let title = oneLine(of: piece.title)
    return title.isEmpty ? oneLine(of: piece.description) : title
  }

  /// Each run of white space and control characters becomes one space.
  private static func oneLine(of text: String) -> String {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0...0x20, 0x7F...0xA0, 0x2028, 0x2029:
        if let last = bytes.last, last != 0x20 { bytes.append(0x20) }
      default: bytes += String(scalar).utf8
      }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return bytes.text
  }
}
