import AhaBase
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices

/// A drop to a destination whose account signs in later, or never.
@Suite struct DropSignInTests {
  /// A destination that becomes ready when the test says so.
  private final class Guarded: Destination {
    let inner: any Destination
    let account: Account?
    private let lock = Lock()
    private var isOpen = false

    init(_ inner: any Destination, _ account: Account?) {
      (self.inner, self.account) = (inner, account)
    }

    var kind: DestinationKind { inner.kind }
    var name: String { inner.name }
    var address: String { inner.address }
    var traits: DestinationTraits { inner.traits }

    func signIn() {
      lock.locked { isOpen = true }
      account?.resumeWaiters()
    }

    func checkReady() throws(AhaError) {
      if !lock.locked({ isOpen }) { throw AhaError(.notSignedIn, "the account is not signed in") }
    }

    func check(_ call: DropCall) throws(AhaError) -> DestinationOwner { try inner.check(call) }

    func makeLocation(for drop: DropPlan, via call: DropCall) throws(AhaError) -> String {
      try inner.makeLocation(for: drop, via: call)
    }

    func upload(
      _ asset: DropAsset, at place: String, from state: String?, via call: DropCall
    ) throws(AhaError) -> any AssetUpload {
      try inner.upload(asset, at: place, from: state, via: call)
    }

    func create(
      _ drop: DropContent, at place: String, via call: DropCall
    ) throws(AhaError) -> DropReceipt { try inner.create(drop, at: place, via: call) }

    func discard(
      _ uploads: [StoredUpload], at place: String, via call: DropCall
    ) throws(AhaError) { try inner.discard(uploads, at: place, via: call) }
  }

  private let folder = TemporaryFolder()
  private let target = HostUnderTest()

  private func guarded(_ process: DropProcess) throws -> Guarded {
    let provider = try Provider("stub")
    (provider.tokenURL, provider.apiURL) = ("https://stub.example/t", "https://stub.example/")
    provider.clientID = "an id"
    let account = try Account.open(
      process.client, provider: provider, name: "default", kind: .memory)
    return Guarded(try target.make(), account)
  }

  private func drop(
    _ process: DropProcess, _ destination: any Destination, waits: Bool = true
  ) throws -> Drop {
    let mix = FilePath(folder.write(patterned(100), to: "mix.wav"))
    return try process.drop(destination, mix, waits: waits)
  }

  private func waitUntilItWaits(_ process: DropProcess) throws {
    let deadline = Instant.after(milliseconds: 10_000)
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
    let destination = try guarded(process)
    let drop = try drop(process, destination)
    let job = try process.start(drop)
    try waitUntilItWaits(process)
    #expect(drop.stage == .signingIn && job.isIn("signing in"))
    destination.signIn()
    #expect(try #require(job.wait(milliseconds: 10_000)).error == nil)
  }

  @Test(arguments: [true, false]) func theWaitEndsWithTheJobAndTheClient(isCancelled: Bool) throws {
    let process = try DropProcess(folder)
    let drop = try drop(process, try guarded(process))
    let job = try process.start(drop)
    try waitUntilItWaits(process)
    if isCancelled { job.cancel() } else { process.end() }
    let error = try #require(job.wait(milliseconds: 10_000)).error
    #expect(error?.code == (isCancelled ? .cancelled : .released))
    #expect(drop.stage == (isCancelled ? .cancelled : .broken))
  }

  @Test func withoutWaitingTheErrorIsImmediate() throws {
    let process = try DropProcess(folder)
    let destination = try guarded(process)
    let drop = try drop(process, destination, waits: false)
    #expect { try drop.start() } throws: { ($0 as? AhaError)?.code == .notSignedIn }
    destination.signIn()
    #expect(try process.run(drop).error == nil)
  }

  @Test func withoutAnAccountTheDropDoesNotWait() throws {
    let process = try DropProcess(folder)
    let drop = try drop(process, Guarded(try target.make(), nil))
    #expect(try process.run(drop).error?.code == .notSignedIn)
    #expect(drop.stage == .broken)
  }
}
