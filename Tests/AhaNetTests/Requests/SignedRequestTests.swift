import AhaBase
import AhaJSON
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("Requests of accounts")
struct SignedRequestTests {
  private let stub: Stub
  private let host: Host

  init() throws { (stub, host) = (try Stub(), try Host()) }

  @Test func theTokenGoesToTheServiceAlone() throws {
    let other = try Stub()
    for each in [stub, other] { try each.on("GET", "/api/me", "{}") }
    let account = try host.account(stub, token: makeToken("t1", refresh: "r1"))
    for resource in ["/me", "me", stub.url + "/api/me", other.url + "/api/me"] {
      #expect(
        try host.send(
          host.request(account, "GET", resource)) == nil)
    }
    #expect(
      try stub.asked("/api/me").map { $0.header("authorization") }
        == ["Bearer t1", "Bearer t1", "Bearer t1"])
    #expect(try other.asked("/api/me").map { $0.header("authorization") } == [""])
    let own = try host.request(account)
    for name in ["Authorization", "authorization"] {
      #expect(fails(.invalidArgument) { try own.setHeader(name, "x") })
    }
    #expect(try own.sign().value == "Bearer t1")
  }

  @Test(arguments: ["GET", "POST"])
  func aRefusedTokenIsRenewedAndTheRequestSentOnceMore(method: String) throws {
    try stub.on("*", "/api/me", "[{\"status\":401},{\"json\":{}}]")
    try stub.on(
      "POST", "/token", "{\"json\":{\"access_token\":\"t2\",\"refresh_token\":\"r2\"}}")
    let account = try host.account(stub, token: makeToken("t1", refresh: "r1"))
    let one = try host.request(account, method)
    if method == "POST" {
      let body = try Array("body".utf8).withUnsafeBytes { try MemoryStream(copying: $0) }
      try one.setBody(body, offset: 0, count: -1, type: "text/plain")
    }
    #expect(try host.send(one) == nil)
    let asked = try stub.asked("/api/me")
    #expect(asked.map { $0.header("authorization") } == ["Bearer t1", "Bearer t2"])
    #expect(asked.allSatisfy { $0.text("text") == (method == "POST" ? "body" : "") })
    #expect(try stub.asked("/token").count == 1)
    #expect(host.kinds == [.requestResponse, .requestFinished])
  }

  @Test func itIsSentOnceMoreAndNotTwice() throws {
    try stub.on("GET", "/api/me", "{\"status\":401,\"body\":\"for t1 and t2: no\"}")
    try stub.on("POST", "/token", "{\"json\":{\"access_token\":\"t2\"}}")
    let account = try host.account(stub, token: makeToken("t1", refresh: "r1"))
    let one = try host.request(account)
    let error = try #require(try host.send(one))
    #expect(error.code == .http && error.line.contains("HTTP 401"))
    #expect(!error.line.contains("t2"), "a line tells the token: \(error.line)")
    #expect(try one.status == 401 && stub.asked("/api/me").count == 2)
  }

  @Test func aRefusalOfAnotherServersRenewsNothing() throws {
    let other = try Stub()
    try other.on("GET", "/x", "{\"status\":401}")
    try stub.on(
      "GET", "/api/me", "{\"status\":302,\"headers\":{\"Location\":\"\(other.url)/x\"}}")
    let account = try host.account(stub, token: makeToken("t1", refresh: "r1"))
    let error = try host.send(
      host.request(account))
    #expect(error?.code == .http && error?.line.contains("HTTP 401") == true)
    #expect(try stub.asked("/token").isEmpty && account.isSignedIn)
  }

  /// The server repeats the token in its headers, and in a body that is cut within it.
  @Test func aTokenThatIsRepeatedIsNotTold() throws {
    let access = "hush" + String(repeating: "x", count: 3000)
    try stub.on(
      "GET", "/api/me",
      "{\"status\":403,\"body\":\"\(access)\",\"headers\":{\"X-Request-ID\":\"for \(access)\"}}")
    let account = try host.account(stub, token: makeToken(access, refresh: "r1"))
    let error = try #require(
      try host.send(host.request(account)))
    #expect(error.code == .http && error.line.hasSuffix("HTTP 403"))
  }

  @Test func aTokenThatCannotBeRenewedEndsTheSignIn() throws {
    try stub.on("GET", "/api/me", "{\"status\":401}")
    try stub.on("POST", "/token", "{\"status\":400,\"json\":{\"error\":\"invalid_grant\"}}")
    let account = try host.account(stub, token: makeToken("t1", refresh: "r1"))
    #expect(account.isSignedIn)
    let error = try host.send(
      host.request(account))
    #expect(error?.code == .notSignedIn && !account.isSignedIn)
    #expect(host.kinds == [.accountSignedOut, .requestResponse, .requestFailed])
    #expect(host.events[0].result == .refused && host.events[0].line.contains("invalid_grant"))
    #expect(
      fails(.notSignedIn) {
        try host.request(account).start {
          _ in
        }
      })
  }

  @Test func manyMeetOneExpiredToken() throws {
    let (refused, renewals, allRefused) = (Counter(), Counter(), Event())
    try withServer({ connection, head in
      if head.hasPrefix("POST /token ") {
        _ = connection.body(of: head)
        renewals.next()
        #expect(allRefused.wait())
        connection.answer(200, [], Array("{\"access_token\":\"t2\"}".utf8))
      } else if field("authorization", head) == "Bearer t1" {
        connection.answer(401)
        if refused.next() == 8 { allRefused.set() }
      } else {
        connection.answer(200)
      }
    }) { server in
      let account = try host.account(at: server.url(""), token: makeToken("t1", refresh: "r1"))
      let jobs = try (0..<8).map { _ in
        try host.start(host.request(account))
      }
      for job in jobs {
        guard case .success? = job.wait(milliseconds: 30_000) else {
          throw AhaError(.http, "\(String(describing: job.result))")
        }
      }
      #expect(renewals.value == 1 && refused.value == 8)
    }
  }

  // MARK: Waiting for a sign-in

  @Test func requestsWaitForTheSignIn() throws {
    try stub.on("GET", "/api/me", "{}")
    try stub.on("POST", "/token", "{\"json\":{\"access_token\":\"t9\",\"scope\":\"all\"}}")
    let account = try host.account(stub)
    #expect(!account.isSignedIn && account.scopes == "")
    let jobs = try (0..<3).map { _ in
      try host.start(
        host.request(account, waits: true)
      )
    }
    #expect(jobs.allSatisfy { $0.result == nil && String(cString: $0.stageName) == "waiting" })
    let signed = try host.signIn(account)
    #expect(signed.wait(milliseconds: 30_000) != nil)
    for job in jobs { #expect(job.wait(milliseconds: 30_000) != nil) }
    host.collect()
    #expect(host.kinds[0] == .accountSignedIn && host.events[0].value == 4)
    #expect(host.kinds.filter { $0 == .requestFinished }.count == 3)
    #expect(try stub.asked("/api/me").allSatisfy { $0.header("authorization") == "Bearer t9" })
    #expect(account.isSignedIn && account.scopes == "all")
  }

  @Test func aSecondSignInIsRefusedWhileOneRuns() throws {
    try stub.on("POST", "/token", "{\"fault\":\"Stall\"}")
    let account = try host.account(stub)
    let first = try host.signIn(account)
    #expect(fails(.state) { _ = try host.signIn(account) })
    first.cancel()
    // A stall ends after 30 s.
    #expect(first.wait(milliseconds: 20_000) != nil)
  }

  @Test(arguments: ["cancel", "close"])
  func oneThatWaitsCanBeEnded(how: String) throws {
    let account = try host.account(stub)
    let job = try host.start(
      host.request(account, waits: true))
    if how == "cancel" { job.cancel() } else { host.client.close() }
    let error = try job.failure(within: 0)
    #expect(error.code == (how == "cancel" ? .cancelled : .released))
    host.collect()
    #expect(host.kinds == [.requestFailed])
  }

  @Test func aSignInThatIsRefusedSaysWhy() throws {
    try stub.on(
      "POST", "/token",
      "{\"status\":400,\"json\":{\"error\":\"invalid_grant\",\"error_description\":\"wrong\"}}")
    let account = try host.account(stub)
    let job = try host.signIn(account)
    let error = try job.failure()
    host.collect()
    #expect(error.code == .refused && error.line.contains("wrong"))
    #expect(host.kinds == [.accountFailed] && host.events[0].line == error.line)
    _ = try host.signIn(account).wait(milliseconds: 30_000)  // no sign-in is in progress
  }

  @Test func anUnansweredSignInCanBeCancelled() throws {
    try stub.on("POST", "/token", "{\"fault\":\"Stall\"}")
    let job = try host.signIn(host.account(stub))
    try stub.wait("/token")
    job.cancel()
    // A stall ends after 30 s.
    #expect(job.wait(milliseconds: 20_000) != nil)
    host.collect()
    #expect(host.events.last?.kind == .accountFailed && host.events.last?.result == .cancelled)
  }

  @Test func aTokenWithoutARefreshTokenIsNotRenewedAndStays() throws {
    let account = try host.account(stub, token: makeToken("t1"))
    var job: Job?
    try account.startRenewal { job = $0 }
    let error = try #require(job).failure()
    #expect(error.code == .unsupported && account.isSignedIn)
  }

  @Test func renewingAndSigningOutAreJobs() throws {
    try stub.on("POST", "/token", "{\"json\":{\"access_token\":\"t2\",\"refresh_token\":\"r2\"}}")
    let account = try host.account(stub, token: makeToken("t1", refresh: "r1"))
    var job: Job?
    try account.startRenewal { job = $0 }
    try #require(job).expectSuccess()
    #expect(
      try host.request(account).sign()
        .value == "Bearer t2")
    try account.startSignOut { job = $0 }
    try #require(job).expectSuccess()
    host.collect()
    #expect(host.kinds == [.accountSignedOut] && host.events[0].result == .ok)
    #expect(!account.isSignedIn && fails(.notSignedIn) { try account.startRenewal { _ in } })
  }
}
