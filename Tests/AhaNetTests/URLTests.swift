import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("URLs")
struct URLTests {
  @Test func haveParts() throws {
    let url = try #require(URLParts("HTTPS://Api.Example:8443/a/b?x=1&y=2#part?z"))
    #expect(url.scheme == "https" && url.host == "api.example" && url.port == 8443)
    #expect(url.path == "/a/b" && url.query == "x=1&y=2" && url.fragment == "part?z")
    let app = try #require(URLParts("ah-1234-abcd://authorize?access_token=t"))
    #expect(app.scheme == "ah-1234-abcd" && app.host == "authorize" && app.port == 0)
    // "_" is not a letter of a URL scheme, but occurs in ids of applications.
    #expect(URLParts("AH-my_app://authorize")?.scheme == "ah-my_app")
    #expect(URLParts("my_app://authorize") == nil && URLParts("ah_app://authorize") == nil)
    let short = try #require(URLParts("com.example.app:/back?code=1"))
    #expect(short.host.isEmpty && short.path == "/back" && short.query == "code=1")
    #expect(URLParts("http://[::1]:81")?.host == "[::1]")
    #expect(URLParts("http://h")?.port == 80 && URLParts("https://h")?.port == 443)
  }

  @Test(arguments: [
    "", ":", "//host/path", "1http://host", "http:", "http://", "http:///path", "https://?x",
    "https://user@host/", "https://host:port/", "https://host:/", "https://host:65536/",
    "https://host:1234567/", "https://ho st/", "https://host/a b", "https://host/\\@other",
    "https://host\u{0}/", "https://host/\n", "https://[::1/", "https://[]/",
    "https://[::1]x/", "https://host%2eexample/", "ht tp://host/", "https://a,b/",
    "http://127.1/", "http://2130706433/", "http://0x7f000001/",
    "http://0177.1/", "http://0xA.1.1.1/", "http://0x7f.0.0.1/", "http://1.2.3.256/",
    "http://01.2.3.4/", "http://1.2.3.4./", "http://[1::2::3]/", "http://[fe80::1%25eth0]/",
    "http:host/", "http:/host/", "http:///host/",
  ])
  func ambiguousURLsAreRefused(text: String) {
    #expect(URLParts(text) == nil)
  }

  @Test func urlsOverTheLimitAreRefused() {
    let long = "https://h/" + String(repeating: "a", count: URLParts.maximumLength - 10)
    #expect(URLParts(long) != nil)
    #expect(URLParts(long + "a") == nil)
  }

  @Test func thatLeadToThisMachine() throws {
    for (host, isHere) in [
      ("localhost", true), ("LocalHost:8080", true), ("127.0.0.1", true), ("127.9.0.2:1", true),
      ("[::1]:9", true), ("localhost.example", false), ("127.0.0.1.example", false),
      ("127.example", false), ("[0:0::1]", true), ("128.0.0.1", false), ("[::2]", false),
    ] {
      #expect(URLParts("http://\(host)/")?.isLoopback == isHere, "\(host)")
    }
  }

  @Test func areSafeOverTlsOrHere() throws {
    for safe in [
      "https://x", "http://127.0.0.1:1/", "http://127.0.0.2", "http://localhost", "http://[::1]:9",
    ] {
      #expect(URLParts(safe)?.isSafe == true, "\(safe)")
    }
    for not in [
      "http://x", "http://localhost.x", "ftp://localhost", "http://127.0.0.1.x",
    ] {
      #expect(URLParts(not)?.isSafe == false, "\(not)")
    }
  }

  @Test func leadToOnePlaceWhereAllPartsAreTheSame() throws {
    let one = try #require(URLParts("http://127.0.0.1:8765"))
    let same = try #require(URLParts("HTTP://127.0.0.1:8765/?code=1"))
    #expect(one.leadsTo(same))
    for other in [
      "http://127.0.0.1:8766/", "https://127.0.0.1:8765/", "http://localhost:8765/",
      "http://127.0.0.1:8765/x",
    ] {
      #expect(try !one.leadsTo(#require(URLParts(other))))
    }
  }
}

/// libcurl reads these URLs differently from a strict parser; the transport gets `url`.
@Suite("Canonical URLs")
struct CanonicalURLTests {
  @Test(arguments: [
    ("HTTP://LOCALHOST:080", "http://localhost/"), ("https://H:443/?", "https://h/"),
    ("http://h?q#f", "http://h/?q"), ("http://h/a/./b/../c/..", "http://h/a/"),
    ("http://h/../../x", "http://h/x"), ("http://h/é?ü", "http://h/%C3%A9?%C3%BC"),
    ("http://[0:0:0::1]:81/", "http://[::1]:81/"), ("http://h//a", "http://h//a"),
  ])
  func areRebuiltFromTheParts(_ text: String, _ canonical: String) throws {
    let url = try URLParts.http(text)
    #expect(url.url == canonical)
    #expect(try URLParts.http(canonical).url == canonical && url.isSameOrigin(as: .http(canonical)))
  }

  @Test func portZeroIsForRedirectURLsOnly() throws {
    #expect(URLParts("http://127.0.0.1:0/cb")?.hasPort == false)
    #expect(throws: AhaError.self) { try URLParts.http("http://127.0.0.1:0/") }
  }

  /// Source: RFC 3986, 5.4.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("", "http://a/b/c/d;p?q"), ("#s", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"), ("..", "http://a/b/"), ("../..", "http://a/"),
    ("../../../g", "http://a/g"), ("https://o/x", "https://o/x"), ("/a b", "http://a/a%20b"),
    ("g?y/../x", "http://a/b/c/g?y/../x"), ("/a:b", "http://a/a:b"),
  ])
  func referencesAreResolved(_ reference: String, _ whole: String) throws {
    #expect(try URLParts.http(reference, relativeTo: .http("http://a/b/c/d;p?q")).url == whole)
  }

  @Test(arguments: ["g:h", "//", "//u@h/", "/\\h/", "//h ost/", "javascript:x", "/a\tb"])
  func referencesThatLeaveHTTPAreRefused(_ reference: String) throws {
    let base = try URLParts.http("http://a/b")
    #expect(throws: AhaError.self) { try URLParts.http(reference, relativeTo: base) }
  }
}

/// Names as in DNS: IDNA 2008 with the mapping of UTS 46.
@Suite("International host names")
struct HostNameTests {
  @Test(arguments: [
    ("http://müsik.example/e.mp3", "http://xn--msik-0ra.example/e.mp3"),
    ("http://MU\u{308}SIK.Example/", "http://xn--msik-0ra.example/"),
    ("http://bücher.例え。test:81/é?ü#ß", "http://xn--bcher-kva.xn--r8jz45g.test:81/%C3%A9?%C3%BC"),
    ("https://пример/", "https://xn--e1afmkfd/"),
    ("https://straße.de/", "https://xn--strae-oqa.de/"),
    ("http://a.example/ü//ü", "http://a.example/%C3%BC//%C3%BC"),
    ("http://ｅｘａｍｐｌｅ.com/", "http://example.com/"),
  ])
  func areEncoded(text: String, canonical: String) throws {
    let url = try URLParts.http(text)
    #expect(url.url == canonical && URLParts(text)?.url == canonical)
    #expect(try url.isSameOrigin(as: .http(canonical)))
  }

  @Test(arguments: ["//bücher.test/ü", "http://bücher.test/ü", "HTTP://BÜCHER.test/ü"])
  func areEncodedInReferences(reference: String) throws {
    let url = try URLParts.http(reference, relativeTo: .http("http://a/b"))
    #expect(url.url == "http://xn--bcher-kva.test/%C3%BC")
    #expect(try URLParts.http("e//ü", relativeTo: .http("http://a/b")).url == "http://a/e//%C3%BC")
  }

  /// Letters that stand for digits and dots name this machine, too.
  @Test(arguments: ["http://１２７.0.0.1/", "http://127。0。0。1/", "http://ⓛocalhost/"])
  func cannotHideThisMachine(text: String) throws {
    let url = try #require(URLParts(text))
    #expect(url.isLoopback && url.distance == .here)
  }

  @Test(arguments: [
    "http://a／b.example/", "http://\u{AD}/", "http://ü@h/", "http://\u{202E}a.example/",
    "http://a：80.example/", "http://b%C3%BCcher.example/", "http://xn--a.ü.example/", "http://ü ü/",
    "http://０x7f.1/", "http://ü_\u{0}.example/", "http://[ü]/",
  ])
  func thatAreNoneAreRefused(text: String) {
    #expect(URLParts(text) == nil)
  }

  @Test func haveALimit() {
    #expect(URLParts("http://\(String(repeating: "ü", count: 64)).example/") == nil)
    #expect(URLParts("http://\(String(repeating: "ü.", count: 20_000))example/") == nil)
  }

  @Test(arguments: [
    ("bücher.test:3128", "xn--bcher-kva.test:3128"),
    ("http://bücher.test", "http://xn--bcher-kva.test"),
    ("socks5h://ann:p@ü:x@BÜCHER.test:1/", "socks5h://ann:p@ü:x@xn--bcher-kva.test:1/"),
    ("http://ü:ü@10.0.0.1:81", "http://ü:ü@10.0.0.1:81"), ("http://[::1]:81", "http://[::1]:81"),
  ])
  func ofProxiesAreEncoded(proxy: String, canonical: String) throws {
    var settings = TransportSettings()
    settings.proxy = proxy
    let context = try TransportContext(settings: settings)
    #expect(try context.proxy(for: .http("https://a.example/")) == canonical)
  }

  @Test(arguments: ["http://ann:secret@\u{202E}ü.test/", "ü／secret.test:1"])
  func ofProxiesThatAreNoneAreRefused(proxy: String) {
    var settings = TransportSettings()
    settings.proxy = proxy
    let error = failure { _ = try TransportContext(settings: settings) }
    #expect(error?.code == .invalidArgument && error?.line.contains("secret") == false)
  }

  @Test func withoutAProxyAreEncoded() throws {
    let list = "localhost, .bücher.test a.example,BÜCHER.test:81,*,／,"
    #expect(
      try list.withHostsInASCII()
        == "localhost,.xn--bcher-kva.test,a.example,xn--bcher-kva.test:81,*,／")
  }

  @Test func ofAnErrorAreWithoutAUser() {
    let error = failure { _ = try URLParts.http("http://secret:pass@\u{202E}ü.example/?secret") }
    #expect(error?.code == .invalidArgument && error?.line.contains("secret") == false)
  }
}

@Suite("Form fields")
struct FormFieldTests {
  @Test func encodeAllButTheUnreserved() {
    let fields = FormFields()
    fields.add("a b", "x=y&z")
    fields.add("ü", "-._~ +/%")
    #expect(fields.text == "a%20b=x%3Dy%26z&%C3%BC=-._~%20%2B%2F%25")
    #expect(fields.appended(to: "https://h/?q") == "https://h/?q&" + fields.text)
    #expect(FormFields.value(of: "ü", in: fields.text) == "-._~ +/%")
    #expect(FormFields.value(of: "a b", in: fields.text) == "x=y&z")
  }

  @Test func areFoundByTheirWholeNames() {
    let query = "code2=no&code=a+b%2&&=x&flag&state=%C3%28&empty="
    #expect(FormFields.value(of: "code", in: query) == "a b%2")
    #expect(FormFields.value(of: "cod", in: query) == nil)
    #expect(FormFields.value(of: "flag", in: query) == "")
    #expect(FormFields.value(of: "empty", in: query) == "")
    #expect(FormFields.value(of: "state", in: query) == nil)  // invalid UTF-8
    #expect(FormFields.value(of: "code", in: "") == nil)
  }

  @Test func areGivenAwayByTheirSecrets() {
    let fields = FormFields()
    fields.add("token", Secret("s3cret"))
    #expect(fields.areIn(Array("no s3cret!".utf8)))
    #expect(!fields.areIn(Array("no s3cre".utf8)))
    #expect(!fields.areIn(Array("no s3cre, no".utf8)))
    #expect(String(decoding: fields.removeBytes(), as: UTF8.self) == "token=s3cret")
    #expect(fields.bytes.isEmpty)
    // Error lines cut long values: the beginning identifies them.
    fields.add("token", Secret("a long s3cret"))
    #expect(fields.areIn(Array("no a long s".utf8)) && fields.areIn(Array("a long s".utf8)))
    #expect(!fields.areIn(Array("no a long s3cre, no".utf8)))
    #expect(!fields.areIn(Array("no a long".utf8)) && !fields.areIn([]))
  }
}

@Suite("PKCE code challenges")
struct ProofTests {
  /// RFC 7636, appendix B.
  @Test func areThoseOfTheRfc() throws {
    let pkce = try PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(pkce.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test func cannotBeForeseen() throws {
    let (one, two) = (try PKCE(), try PKCE())
    #expect(one.verifier.count == 43 && !one.verifier.isSame(as: two.verifier))
    let (state, other) = (try PKCE.state(), try PKCE.state())
    #expect(state.count == 32 && !state.isSame(as: other))
  }

  @Test func secretsAreComparedWhole() {
    #expect(Secret("abc").isSame(as: Secret("abc")))
    #expect(!Secret("abc").isSame(as: Secret("abd")) && !Secret("abc").isSame(as: Secret("ab")))
    #expect(Secret("").isSame(as: Secret("")))
    var bytes = Array("gone".utf8)
    let secret = Secret(taking: &bytes)
    #expect(secret.text == "gone" && bytes == [0, 0, 0, 0])
  }
}
