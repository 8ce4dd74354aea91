import AhaBase
import AhaTestSupport
import CShims
import Glibc
import Testing

@testable import AhaNet

@Suite("Pending sign-ins")
struct PendingSignInTests {
  let folder = TemporaryFolder()
  private var pending: PendingSignIns { PendingSignIns(in: FilePath(folder.file("state"))) }
  private var files: [String] {
    let path = FilePath(folder.file("state/sign-ins"))
    let names = (try? Disk.names(in: path)) ?? []
    return names.map { folder.file("state/sign-ins/\($0.text)") }.filter { $0.hasSuffix(".json") }
  }

  private func make(_ state: String, omitsState: Bool = false) throws -> PendingSignIn {
    PendingSignIn(
      key: try AccountKey(provider: "service", name: "default"), owner: "owner",
      state: Secret(state),
      verifier: Secret("hush-verifier"), redirect: "my-app://back", isImplicit: false,
      omitsState: omitsState)
  }

  private func found(_ url: String) throws -> PendingSignIn? {
    if case .pending(let one) = pending.find(answeredBy: try #require(URLParts(url))) {
      one
    } else {
      nil
    }
  }

  @Test func areReadByAnotherProcess() throws {
    try pending.add(make("s1"), milliseconds: 60_000)
    let one = try #require(try found("my-app://back?code=c&state=s1"))
    #expect(one.verifier?.text == "hush-verifier" && one.owner == "owner")
    #expect(one.key.text == "service (default)" && one.redirect == "my-app://back")
    #expect(try found("my-app://back?code=c&state=s2") == nil)
    #expect(try found("my-app://elsewhere?code=c&state=s1") == nil)
  }

  @Test func areForTheirUserAlone() throws {
    try pending.add(make("hush-state"), milliseconds: 60_000)
    var status = stat()
    let file = try #require(files.first)
    #expect(lstat(file, &status) == 0 && status.st_mode & 0o7777 == 0o600)
    #expect(stat(folder.file("state/sign-ins"), &status) == 0 && status.st_mode & 0o7777 == 0o700)
    #expect(!file.contains("hush-state"))
    chmod(file, 0o644)
    #expect(try found("my-app://back?code=c&state=hush-state") == nil && files.isEmpty)
  }

  @Test func areNotReadThroughALink() throws {
    try pending.add(make("s1"), milliseconds: 60_000)
    let file = try #require(files.first)
    let moved = folder.file("elsewhere")
    #expect(rename(file, moved) == 0 && symlink(moved, file) == 0)
    #expect(try found("my-app://back?code=c&state=s1") == nil)
    #expect(Disk.exists(FilePath(moved)))
  }

  @Test func areClaimedOnce() throws {
    try pending.add(make("s1"), milliseconds: 60_000)
    let lock = Lock()
    var claims = 0
    let ended = try concurrently(8) { _ in
      if pending.claim(withState: Secret("s1")) { lock.locked { claims += 1 } }
    }
    #expect(ended && claims == 1)
    // The remains only recognize a second redirect.
    guard case .used = pending.find(answeredBy: try #require(URLParts("my-app://back?state=s1")))
    else {
      throw AhaError(.state, "not used")
    }
    #expect(files.count == 1)
    for file in files { #expect(try !String(contentsOfPath: file).contains("hush")) }
  }

  @Test func expire() throws {
    try pending.add(make("s1"), milliseconds: -5000)
    #expect(try found("my-app://back?code=c&state=s1") == nil)
    #expect(!pending.claim(withState: Secret("s1")) && files.isEmpty)
  }

  @Test func areFoundWithoutAStateOnlyIfItIsClear() throws {
    try pending.add(make("s1"), milliseconds: 60_000)
    #expect(try found("my-app://back?code=c") == nil)
    #expect(try found("my-app://back?error=access_denied")?.state.text == "s1")
    try pending.add(make("s2", omitsState: true), milliseconds: 60_000)
    #expect(try found("my-app://back?code=c")?.state.text == "s2")
    #expect(try found("my-app://back?error=access_denied") == nil)
    #expect(try found("my-app://other?code=c") == nil)
  }

  /// Although a child between fork and exec has a copy of its descriptor.
  @Test func haveNoInboxOnceItIsClosed() throws {
    let name = try URLInbox.name(of: "sign-in", secret: folder.path)
    var inbox = URLInbox(named: name)
    let copy = dup(try #require(inbox?.descriptor))
    defer { close(copy) }
    #expect(URLInbox.isOpen(named: name))
    inbox = nil
    #expect(!URLInbox.isOpen(named: name))
  }
}

extension String {
  fileprivate init(contentsOfPath path: String) throws {
    self = try FileStream(reading: FilePath(path)).all(limit: 65536).text
  }
}
