import AhaBase
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop

@Suite struct ShareTextTests {
  private let link = "https://example.org/s/AbCdEfGh"

  private func piece(_ title: String, _ description: String = "") -> Piece {
    var piece = Piece()
    (piece.title, piece.description) = (title, description)
    return piece
  }

  @Test(arguments: [
    ("Night Train", "", "Night Train https://example.org/s/AbCdEfGh"),
    ("", "A song", "A song https://example.org/s/AbCdEfGh"),
    ("Night Train", "A song", "Night Train https://example.org/s/AbCdEfGh"),
    (
      " \n\t", "A  song\r\nof two\u{A0}lines ",
      "A song of two lines https://example.org/s/AbCdEfGh"
    ),
    ("", "", "https://example.org/s/AbCdEfGh"),
    ("Nacht 🎵 日本", "", "Nacht 🎵 日本 https://example.org/s/AbCdEfGh"),
  ])
  func textsHaveTheLink(title: String, description: String, expected: String) {
    #expect(ShareText.of(piece(title, description), link: link) == expected)
  }

  @Test func withoutALinkTheTextIsLonger() {
    let words = String(repeating: "abcd ", count: 40)
    #expect(ShareText.of(piece(words), link: "").unicodeScalars.count <= 140)
    #expect(ShareText.of(piece(words), link: "").hasSuffix("abcd…"))
    #expect(ShareText.of(piece("Night Train"), link: "") == "Night Train")
  }

  /// The text with the link counts at most 140 characters, for every kind of text.
  @Test(arguments: ["a", "word ", "é", "日本 ", "🎵", "👨‍👩‍👧‍👦 ", "🇸🇪", "e\u{301}"])
  func textsAreShortEnough(part: String) {
    let text = ShareText.of(piece(String(repeating: part, count: 200)), link: link)
    let start = text.dropLast(link.count)
    #expect(text.hasSuffix("… " + link))
    #expect(start.unicodeScalars.count + 23 <= 140 && start.unicodeScalars.count > 80)
  }

  @Test(arguments: [
    ("one two three", 13, "one two three"), ("one two three", 12, "one two…"),
    ("one, two three", 9, "one, two…"), ("one two, three", 10, "one two…"),
    ("abcdefghij", 5, "abcd…"), ("a bcdefghijkl", 8, "a bcdef…"), ("ab\u{301}cdef", 3, "a…"),
    ("🇸🇪🇸🇪🇸🇪", 4, "🇸🇪…"),
  ])
  func wordsAreWhole(text: String, limit: Int, expected: String) {
    #expect(text.shortened(to: limit) == expected)
  }
}

@Suite struct ShareLinkTests {
  private let link = "https://example.org/s/a?b=c&d=é".replacing("é", with: "%C3%A9")

  private func url(
    _ network: ShareNetwork, app: String = "", instance: String = ""
  ) throws -> String {
    var piece = Piece()
    (piece.title, piece.description) = ("A & B #1", "50% \"new\"")
    return try ShareLink.url(
      on: network, piece: piece, link: link, facebookAppID: app, instance: instance)
  }

  private let title = "A%20%26%20B%20%231"
  private let encoded = "https%3A%2F%2Fexample.org%2Fs%2Fa%3Fb%3Dc%26d%3D%25C3%25A9"

  @Test func linksAreEncoded() throws {
    #expect(try url(.x) == "https://x.com/intent/post?text=\(title)&url=\(encoded)")
    #expect(try url(.facebook) == "https://www.facebook.com/sharer/sharer.php?u=\(encoded)")
    #expect(
      try url(.facebook, app: "123")
        == "https://www.facebook.com/dialog/share?app_id=123&display=popup&href=\(encoded)"
        + "&redirect_uri=\(encoded)")
    #expect(try url(.mastodon) == "https://share.joinmastodon.org/#text=\(title)%20\(encoded)")
    #expect(
      try url(.mastodon, instance: "mastodon.social")
        == "https://mastodon.social/share?text=\(title)%20\(encoded)")
    #expect(try url(.bluesky) == "https://bsky.app/intent/compose?text=\(title)%20\(encoded)")
    #expect(try url(.reddit) == "https://www.reddit.com/submit?url=\(encoded)&title=\(title)")
    #expect(try url(.whatsapp) == "https://wa.me/?text=\(title)%20\(encoded)")
    #expect(try url(.telegram) == "https://t.me/share/url?url=\(encoded)&text=\(title)")
    #expect(
      try url(.email) == "mailto:?subject=\(title)&body=\(title)%0D%0A%0D%0A50%25%20%22new%22"
        + "%0D%0A%0D%0A\(encoded)%0D%0A")
  }

  @Test(arguments: ["", "not a link", "file:///tmp/a", "javascript:alert(1)", "ah-x://open"])
  func onlyPublicURLsAreShared(link: String) {
    for network in ShareNetwork.allCases {
      #expect(
        failure { _ = try ShareLink.url(on: network, piece: Piece(), link: link) }?.code
          == .invalidArgument)
    }
  }

  @Test(arguments: ["a/b", "a?b", "user@a", "a#b", "a b"])
  func noServerOfMastodons(instance: String) {
    #expect(throws: AhaError.self) { try url(.mastodon, instance: instance) }
  }

  @Test func numbersStay() {
    #expect(ShareNetwork.allCases.map { $0.rawValue } == Array(1...8))
  }
}
