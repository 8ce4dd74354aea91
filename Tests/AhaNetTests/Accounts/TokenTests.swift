import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("Tokens")
struct TokenTests {
  let start = TokenTime(wall: 1_800_000_000, running: 5_000_000)

  private func after(_ seconds: Int64, wallOff: Int64 = 0) -> TokenTime {
    TokenTime(wall: start.wall + seconds + wallOff, running: start.running + seconds * 1000)
  }

  @Test(arguments: [-3600, 0, 3600, 1_000_000_000] as [Int64])
  func endByTheRunningClockWhateverTheWallsSays(off: Int64) {
    let token = makeToken("a", lifetime: 3600, at: start)
    #expect(!token.endsSoon(at: after(3530, wallOff: off)))
    #expect(token.endsSoon(at: after(3540, wallOff: off)))
    #expect(token.remaining(at: after(3601, wallOff: off)) == -1000)
  }

  @Test func ofShortLivesEndSoonInTheirLastTenth() {
    let token = makeToken("a", lifetime: 5, at: start)
    #expect(!token.endsSoon(at: after(4)))
    #expect(token.endsSoon(at: TokenTime(wall: start.wall, running: start.running + 4500)))
  }

  @Test func outOfAStoreEndByTheWallsClockWhereThatCanBe() throws {
    let record = makeToken("a", lifetime: 3600, at: start).record(of: "o")
    let kept = try Token(record: record, from: "x", owner: "o")
    #expect(kept.remaining(at: after(600)) == 3_000_000)
    #expect(kept.endsSoon(at: after(3600)))
    // The clock is set back by an hour: the token cannot outlive its given lifetime.
    #expect(kept.remaining(at: after(600, wallOff: -3600)) == nil)
    #expect(!kept.endsSoon(at: after(600, wallOff: -3600)))
  }

  @Test(arguments: [
    "\"expires_at\":-5,\"lifetime\":10", "\"expires_at\":9e18,\"lifetime\":10",
    "\"expires_at\":9223372036854775807,\"lifetime\":9223372036854775807",
    "\"expires_at\":\"soon\"", "\"expires_at\":5",
    "\"expires_at\":null,\"lifetime\":[]", "\"lifetime\":3600",
  ])
  func withTimesThatCannotBeHaveNone(times: String) throws {
    let record = Secret("{\"access_token\":\"a\",\(times)}")
    let token = try Token(record: record, from: "x", owner: "o")
    #expect(token.remaining(at: start) == nil && token.end == 0 && token.lifetime == 0)
  }

  @Test func comeOutOfTheirRecordsAsTheyWere() throws {
    let odd = "q\"b\\s/\u{1F}ü€😀"
    let token = Token(
      access: Secret("acc"), refresh: Secret(odd), type: "Bearer", scope: "a b", lifetime: 60,
      isOwn: true, requested: start)
    let back = try Token(record: token.record(of: "o"), from: "x", owner: "o")
    #expect(back.access.text == "acc" && back.refresh?.text == odd)
    #expect(back.type == "Bearer" && back.scope == "a b" && back.lifetime == 60 && back.isOwn)
    #expect(back.end == start.wall + 60 && !back.isForeign)
    #expect(try Token(record: token.record(of: "p"), from: "x", owner: "o").isForeign)
  }

  @Test(arguments: [
    "", "{", "[]", "null", "{\"access_token\":5}", "{\"access_token\":\"\"}",
    "{\"refresh_token\":\"hush\"", "{\"access_token\":\"hush\\r\\nX:\"}", "\u{0}\u{0}\u{0}\u{0}",
    "{\"access_token\":\"hush\",,}",
  ])
  func fromDamagedRecordsAreErrorsThatQuoteNothing(text: String) {
    let told = failure { _ = try Token(record: Secret(text), from: "the place", owner: "o") }
    #expect(told?.code == .damaged && told?.line.contains("the place") == true)
    #expect(told?.line.contains("hush") == false)
  }
}

@Suite("Token replies")
struct TokenReplyTests {
  private func ask(_ status: Int, _ body: String) throws -> TokenAnswer {
    let server = FakeServer([(status, body)])
    let endpoint = TokenEndpoint(provider: try makeProvider(), send: server.send)
    return try endpoint.ask(
      with: endpoint.refresh(Secret("hush-refresh")), isOwn: false,
      replacing: makeToken("old", refresh: "kept"), now: TokenTime.now())
  }

  private func token(_ body: String) throws -> Token {
    guard case .token(let token) = try ask(200, body) else { throw AhaError(.reply, "no token") }
    return token
  }

  @Test func giveTokens() throws {
    let good = reply("new", refresh: "next", lifetime: 7200)
    let token = try token(good)
    #expect(token.access.text == "new" && token.refresh?.text == "next" && token.lifetime == 7200)
  }

  @Test func withoutANewRefreshTokenKeepTheOldOne() throws {
    for body in [reply("new"), reply("new", refresh: "")] {
      #expect(try token(body).refresh?.text == "kept")
    }
  }

  @Test(arguments: [
    ("3600", 3600), ("\"3600\"", 3600), ("3600.7", 3600), ("-1", 0), ("1e300", 0),
    ("\"x\"", 0), ("null", 0), ("99999999999999999", 0),
  ])
  func mayHaveAnyLifetime(text: String, seconds: Int64) throws {
    #expect(try token("{\"access_token\":\"a\",\"expires_in\":\(text)}").lifetime == seconds)
  }

  private static let noToken = "service gave no token: HTTP "
  private static let noField = "a JSON object without access_token"

  @Test(arguments: [
    (200, "", "an empty reply"), (200, "  \n", "an empty reply"), (302, "", "an empty reply"),
    (200, "{}", noField), (200, "{\"access_token\":null}", noField),
    (200, "{\"access_token\":\"hush", "21 bytes that are not a JSON object"),
    (200, "access_token=hush&x=1", "21 bytes that are not a JSON object"),
    (200, "[\"hush\"]", "8 bytes that are not a JSON object"),
    (200, "Said: hush-refresh", "18 bytes that are not a JSON object"),
    (403, "<html>\r\n\t<h1>\u{1B}[31mNo\u{9B}1m</h1>", "[31mNo 1m"),
  ])
  func withoutATokenAreErrors(status: Int, body: String, line: String) {
    let told = failure { _ = try ask(status, body) }
    #expect(told?.code == .reply && told?.line == "\(Self.noToken)\(status), \(line)")
  }

  @Test(arguments: [
    (502, "<html>bad gateway", ResultCode.http, "\(noToken)502, 17 bytes without a text"),
    (503, "{\"error\":\"unavailable\"}", .http, "\(noToken)503, unavailable"),
    (429, "slow down", .rateLimited, "service gives no token now: HTTP 429"),
    (
      401, "{\"error\":\"invalid_client\",\"error_description\":\"Who\\u0007are\\nyou\"}", .refused,
      "service: invalid_client: Who are you"
    ),
    (400, "{\"message\":\"nope\",\"code\":400}", .refused, "service: nope"),
    (200, "{\"error\":\"bad\"}", .refused, "service: bad"),
    (
      400, "{\"error\":\"no hush-refresh\"}", .refused,
      "service: it contains a secret and is not shown"
    ),
    (
      200, "{\"access_token\":\"a\\r\\nX: y\"}", .reply,
      "service gave a token of 7 bytes that no header can carry"
    ),
  ])
  func ofBadShapesAreErrors(status: Int, body: String, code: ResultCode, line: String) {
    let told = failure { _ = try ask(status, body) }
    #expect(told?.code == code && told?.line == line)
  }

  @Test(arguments: [Provider.ClientAuthentication.form, .basic])
  func doNotTellTheClientsSecret(_ way: Provider.ClientAuthentication) throws {
    let server = FakeServer([(400, "<p>You said hush-client.")])
    let provider = try makeProvider()
    (provider.clientSecret, provider.clientAuthentication) = (Secret("hush-client"), way)
    let endpoint = TokenEndpoint(provider: provider, send: server.send)
    let told = failure {
      _ = try endpoint.ask(
        with: endpoint.refresh(Secret("r1")), isOwn: false, replacing: nil, now: TokenTime.now())
    }
    #expect(told?.line == "service gave no token: HTTP 400, 24 bytes that are not a JSON object")
  }

  @Test func areCutWhereTheyAreLong() throws {
    let told = try #require(failure { _ = try ask(404, String(repeating: "ü", count: 5000)) })
    #expect(told.line == "service gave no token: HTTP 404, " + String(repeating: "ü", count: 100))
    let odd = try #require(failure { _ = try ask(404, "x" + String(repeating: "€", count: 5000)) })
    #expect(odd.line == "service gave no token: HTTP 404, x" + String(repeating: "€", count: 66))
  }

  @Test func reportSpentTokens() throws {
    for status in [400, 401] {
      guard case .spent(let error) = try ask(status, "{\"error\":\"invalid_grant\"}") else {
        return #expect(Bool(false), "not spent")
      }
      #expect(error.code == .refused && error.line == "service: invalid_grant")
    }
  }

  @Test func areAskedForAsTheProviderWants() throws {
    let server = FakeServer([(200, reply("a")), (200, reply("b"))])
    let provider = try makeProvider()
    provider.clientSecret = Secret("sec:ret")
    let endpoint = TokenEndpoint(provider: provider, send: server.send)
    _ = try endpoint.ask(
      with: endpoint.code(
        Secret("c/d"), redirect: "http://127.0.0.1:1/", pkce: PKCE(verifier: "v")),
      isOwn: false, replacing: nil, now: TokenTime.now())
    _ = try endpoint.ask(with: endpoint.client(), isOwn: true, replacing: nil, now: TokenTime.now())
    #expect(
      server.asked[0].body
        == "grant_type=authorization_code&code=c%2Fd&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2F"
        + "&code_verifier=v&client_id=an%20id&client_secret=sec%3Aret")
    #expect(server.asked[0].request.credential == nil)
    #expect(server.asked[1].body == "grant_type=client_credentials")
    // an%20id:sec%3Aret
    #expect(server.asked[1].request.credential?.value == "Basic YW4lMjBpZDpzZWMlM0FyZXQ=")
    #expect(server.asked[1].request.limits.redirects == 0)
  }
}
