import AhaBase
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices

/// A drop to a destination whose account signs in later, or never.
@Suite struct DropSignInTests {
  private let folder = TemporaryFolder()
  private let target = HostUnderTest()

  private func account(_ process: DropProcess) throws -> Account {
    let provider = try Provider("stub")
    (provider.tokenURL, provider.apiURL) = ("https://stub.example/t", "https://stub.example/")
    provider.clientID = "an id"
    return try Account.open(for: process.client, provider: provider, name: "default", kind: .memory)
  }

  /// A destination that is not ready until the account signs in.
  private func guarded(_ account: Account?) throws -> WatchedDestination {
    let destination = WatchedDestination(try target.make(), account: account)
    destination.checking = { () throws(AhaError) in
      throw AhaError(.notSignedIn, "the account is not signed in")
    }
    return destination
  }

  private func signIn(_ destination: WatchedDestination) {
    destination.checking = { () throws(AhaError) in }
    destination.account?.resumeWaiters()
  }

  private func drop(
    _ process: DropProcess, _ destination: any Destination, waits: Bool = true
  ) throws -> Drop {
    let mix = FilePath(folder.write(patterned(100), to: "mix.wav"))
    return try process.drop(destination, mix, waits: waits)
  }

  private func waitUntilItWaits(_ process: DropProcess) throws {
    let deadline = Instant.after(milliseconds: 60_000)
    while Instant.now() < deadline {
      if let event = process.client.events.next() {
        if event.kind == .dropStage, event.value == 1 { return }
      } else {
        Instant.pause(milliseconds: 2)
      }
    }
    Issue.record("it does not wait for a sign-in")
  }

  @Test func itWaitsForTheSignIn() throws {
    let process = try DropProcess(folder)
    let destination = try guarded(account(process))
    let drop = try drop(process, destination)
    let job = try process.start(drop)
    try waitUntilItWaits(process)
    #expect(drop.stage == .signingIn && job.isIn("signing in"))
    // The account gets the drop after the event.
    drop.order.locked {}
    signIn(destination)
    #expect(try #require(job.wait(milliseconds: 60_000)).error == nil)
  }

  @Test(arguments: [true, false]) func theWaitEndsWithTheJobAndTheClient(isCancelled: Bool) throws {
    let process = try DropProcess(folder)
    let drop = try drop(process, try guarded(account(process)))
    let job = try process.start(drop)
    try waitUntilItWaits(process)
    if isCancelled { job.cancel() } else { process.end() }
    let error = try #require(job.wait(milliseconds: 60_000)).error
    #expect(error?.code == (isCancelled ? .cancelled : .released))
    #expect(drop.stage == (isCancelled ? .cancelled : .broken))
  }

  @Test func withoutWaitingTheErrorIsImmediate() throws {
    let process = try DropProcess(folder)
    let destination = try guarded(account(process))
    let drop = try drop(process, destination, waits: false)
    #expect(failure { try drop.start() }?.code == .notSignedIn)
    signIn(destination)
    #expect(try process.run(drop).error == nil)
  }

  @Test func withoutAnAccountTheDropDoesNotWait() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process, guarded(nil))
    #expect(try process.run(drop).error?.code == .notSignedIn)
    #expect(drop.stage == .broken)
  }
}
