import Testing

@testable import AhaBase

@Suite struct ShownLineTests {
  @Test(arguments: [
    ("open http://u:SECRET@host/a: No such file", "open http://...@host/a: No such file"),
    ("a \"ftp://SECRET@host\" b", "a \"ftp://...@host\" b"),
    ("x http://u:p/SECRET@host/ y", "x http://...@host/ y"),
    ("x http:/u:SECRET@host/", "x http:...@host/"),
    ("x HTTPS:u:SECRET@host", "x HTTPS:...@host"),
    ("x http://u:SEC RET@host/a: y", "x http://...@host/a: y"),
    ("x http://an n:SECRET@host/a: y", "x http://...@host/a: y"),
    ("x http://u:SECRET y", "x http://u:... y"),
    ("x http://host/?token=SECRET y", "x http://host/ y"),
    ("x http://host/a#token=SECRET: y", "x http://host/a y"),
    ("from s3://k:SECRET@b/c to webdav://u:SECRET@d", "from s3://...@b/c to webdav://...@d"),
    ("open //u:SECRET@host/a: No such file", "open //...@host/a: No such file"),
    ("to=//SECRET@host/a", "to=//...@host/a"), ("\"//u:SEC/RET@host/\"", "\"//...@host/\""),
    ("(http://u:SECRET@a)(http://v:SECRET@b)", "(http://...@b)"),
  ])
  func aURLInALineLosesItsSecrets(line: String, shown: String) {
    #expect(line.shownLine == shown)
    #expect(shown.shownLine == shown)
  }

  @Test(arguments: [
    "http://host:8080/a.wav: No such file", "is http://host/a a sound?", "see http://host/a?",
    "https://host: refused the password for user 'ann@example.com'", "/home/ann/a@b?x=1.wav",
    "file:///home/ann/a@b.wav", "12:30:05 a@b", "http: is no host; ann@example.com", "", "é 🎵",
    "tag:example.com,2024:a@b", "http://[::1]:80/a", "C:\\a@b",
    "//server/music/a@b.wav", "/music//a@b.wav", "~//a:b@c",
  ])
  func aLineWithoutSecretsStays(line: String) {
    #expect(line.shownLine == line)
  }

  @Test(arguments: [
    ("a\r\nb\u{1B}]0;c\u{7}", "a\\x0D\\x0Ab\\x1B]0;c\\x07"), ("\u{7F}\u{9B}31m", "\\x7F\\u009B31m"),
    ("\u{202E}wav\u{202C}", "\\u202Ewav\\u202C"), ("\u{2066}\u{2069}", "\\u2066\\u2069"),
    ("a\u{2028}b\u{2029}c", "a\\u2028b\\u2029c"),
    ("\u{61C}\u{200E}\u{200F}", "\\u061C\\u200E\\u200F"),
    ("שלום é\u{A0}\u{2027}\u{202F}🎵", "שלום é\u{A0}\u{2027}\u{202F}🎵"),
  ])
  func controlAndBidirectionalCharactersBecomeEscapes(text: String, shown: String) {
    #expect(text.shownLine == shown)
    #expect(text.cut == shown)
  }

  @Test func anErrorLineIsOneLineWithoutSecrets() {
    let error = AhaError.system(2, "open http://u:SECRET@host/\n\u{202E}")
    #expect(error.line == "open http://...@host/\\x0A\\u202E: No such file or directory")
  }

  @Test func theLineOfAnEventIsOneLine() {
    #expect(HostEvent(kind: .lost, line: "a\nb").line == "a\\x0Ab")
  }

  @Test func aCutTextEndsBetweenCharacters() {
    let text = String(repeating: "é", count: 60)
    #expect(text.cut == String(repeating: "é", count: 50) + "...")
    #expect(("a" + text).cut == "a" + String(repeating: "é", count: 49) + "...")
  }
}
