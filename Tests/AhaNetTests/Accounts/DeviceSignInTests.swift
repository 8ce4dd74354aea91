import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("Sign-ins on another device") struct DeviceSignInTests {
  let rig = AccountRig()
  var server: FakeServer { rig.server }

  private func make(_ change: (Provider) -> Void = { _ in }) throws -> Account {
    try rig.make {
      $0.grants = .device
      $0.deviceURL = "https://service.example/device"
      change($0)
    }
  }

  private func codes(_ more: String = "", page: String = "https://service.example/enter") -> String
  {
    "{\"device_code\":\"device-secret\",\"user_code\":\"AB-CD\","
      + "\"verification_uri\":\"\(page)\",\"interval\":1\(more)}"
  }

  private func signIn(_ account: Account, within milliseconds: Int64 = 30_000) -> AhaError? {
    failure { try account.signInByDevice(within: milliseconds) }
  }

  @Test func theTokenIsAskedForUntilTheUserHasEnteredTheCode() throws {
    let account = try make {
      $0.scopes = "a b"
      $0.authorizationQuery = "audience=x%26y"
      $0.tokenQuery = "resource=z"
    }
    server.add(200, codes(",\"expires_in\":600"))
    server.add(400, "{\"error\":\"authorization_pending\"}")
    server.add(503, "busy")
    server.add(200, reply("t", refresh: "r"))
    #expect(signIn(account) == nil)
    #expect(try account.hasToken())
    let asked = server.asked
    #expect(asked.count == 4)
    #expect(asked[0].request.url == "https://service.example/device")
    #expect(asked[0].body.hasPrefix("scope=a%20b&audience=x%26y&client_id=an%20id"))
    for poll in asked.dropFirst() {
      #expect(
        poll.body.hasPrefix(
          "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code"
            + "&device_code=device-secret&resource=z&client_id=an%20id"))
    }
  }

  @Test(arguments: ["access_denied", "expired_token", "invalid_grant"])
  func aRefusalEndsTheSignIn(error: String) throws {
    let account = try make()
    server.add(200, codes())
    server.add(400, "{\"error\":\"\(error)\",\"error_description\":\"device-secret\"}")
    let failed = signIn(account)
    #expect(failed?.code == .refused)
    #expect(failed?.line.contains("device-secret") == false)
    #expect(try !account.hasToken() && server.asked.count == 2)
  }

  @Test func aCodeThatIsNotEnteredTimesOut() throws {
    let account = try make()
    server.add(200, codes())
    #expect(signIn(account, within: 200)?.code == .timeout)
  }

  @Test(arguments: [
    "{}", "[]", "", "{\"device_code\":\"x\"}",
    "{\"device_code\":\"x\",\"user_code\":\"a\\u001b[2J\",\"verification_uri\":\"https://a.b/\"}",
    "{\"device_code\":\"x\",\"user_code\":\"a\",\"verification_uri\":\"http://a.b/\"}",
    "{\"device_code\":\"x\",\"user_code\":\"a\",\"verification_uri\":\"javascript:alert(1)\"}",
    "{\"device_code\":\"x y\",\"user_code\":\"a\",\"verification_uri\":\"https://a.b/\"}",
  ])
  func unusableCodesAreRefused(reply: String) throws {
    let account = try make()
    server.add(200, reply)
    #expect(signIn(account)?.code == .reply)
    #expect(account.userCode.isEmpty && account.authorizationURL.isEmpty)
  }

  /// The page with the code in it is opened only at the origin of the page without it.
  @Test func aWholePageElsewhereIsNotShown() throws {
    let account = try make()
    let whole = ",\"verification_uri_complete\":\"https://evil.example/?user_code=AB-CD\""
    server.add(200, codes(whole))
    let waiting = try Background { signIn(account)?.code }
    while account.userCode.isEmpty, !waiting.hasEnded { Instant.pause(milliseconds: 10) }
    #expect(account.userCode == "AB-CD")
    #expect(account.authorizationURL == "https://service.example/enter")
    server.add(400, "{\"error\":\"access_denied\"}")
    #expect(waiting.result() == .some(.refused))
  }

  @Test func parametersThatLibahaSetsAreRefused() throws {
    for query in ["state=x", "a=1&client_id=x", "=x", "a&=&b", "grant%5Ftype=x"] {
      let provider = try makeProvider()
      provider.authorizationQuery = query
      #expect(failure { try provider.check() }?.code == .invalidArgument, "\(query)")
      provider.authorizationQuery = ""
      provider.tokenQuery = query
      #expect(failure { try provider.check() }?.code == .invalidArgument, "\(query)")
    }
  }
}
