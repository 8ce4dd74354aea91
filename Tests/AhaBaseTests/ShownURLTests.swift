import Testing

@testable import AhaBase

@Suite struct ShownURLTests {
  @Test(arguments: [
    ("http://u:SECRET@host/a/b?x=1#y", "http://...@host/a/b"),
    ("https://SECRET@host", "https://...@host"),
    ("http://u:p/SECRET@host/", "http://...@host/"),
    ("http://u:SECRET?p@host/", "http://...@host/"),
    ("http://u:SECRET#@host/", "http://...@host/"),
    ("http://u:SEC@RET@host/", "http://...@host/"),
    ("http:/u:SECRET@host/", "...@host/"),
    ("u:SECRET@host", "...@host"),
    ("//u:SECRET@host/", "...@host/"),
    ("http://u:SECRET", "http://u:..."),
    ("http://u:SECRET%40host/a", "http://u:.../a"),
    ("http://u:SECRET%40127.0.0.1:80/a", "http://u:.../a"),
    ("http://u:SECRET@", "http://...@"),
    ("http://host:8080/a?key=SECRET", "http://host:8080/a"),
    ("http://[::1]/a", "http://[::1]/a"), ("http://[::1]:80/a", "http://[::1]:80/a"),
    ("nonsense", "nonsense"), ("", ""),
  ])
  func aShownURLHasNoSecret(text: String, shown: String) {
    #expect(text.shownURL == shown)
  }

  @Test func aPathIsShownWhole() {
    #expect("/home/ann/a@b?.wav".shownLocation == "/home/ann/a@b?.wav")
    #expect("https-takes/a@b".shownLocation == "https-takes/a@b")
    #expect("tag:example.com,2024:a@b".shownLocation == "tag:example.com,2024:a@b")
    #expect("HTTP:/u:SECRET@host".shownLocation == "...@host")
  }

  @Test func theUserOfAURLIsRemoved() {
    #expect("https://u:p@host/a@b?c=d@e".withoutUser == "https://host/a@b?c=d@e")
    #expect("https://host/a@b".withoutUser == "https://host/a@b")
    #expect("u:p@host".withoutUser == "u:p@host")
  }

  @Test func aPlainURLHasNeitherUserNorPassword() {
    for text in ["https://host/a@b?c@d", "http://[::1]:80", "ftp://host:21/", "s3://music/a:b"] {
      #expect(text.isPlainURL, "\(text)")
    }
    for text in ["ftp://u@host", "http://u:p", "http://u:p/@host", "http:/host", "host", ""] {
      #expect(!text.isPlainURL, "\(text)")
    }
  }
}
