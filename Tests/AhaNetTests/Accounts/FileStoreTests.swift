import AhaBase
import AhaTestSupport
import CShims
import Glibc
import Testing

@testable import AhaNet

@_silgen_name("unshare") private func unshare(_ what: Int32) -> Int32
private let CLONE_FS: Int32 = 0x200

@Suite("Token files")
struct FileStoreTests {
  let folder = TemporaryFolder()
  private var state: String { folder.file("state/aha") }

  private func make() -> FileStore { FileStore(folder: FilePath(state)) }

  private func saved() throws -> (FileStore, AccountKey) {
    let (store, key) = (make(), try AccountKey(provider: "p", name: "a"))
    try store.save(key, record: Secret("x"))
    return (store, key)
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test func keepAndForget() throws {
    let store = make()
    let key = try AccountKey(provider: "soundcloud", name: "default")
    #expect(try store.load(for: key) == nil && store.accounts().isEmpty)
    try store.forget(key)
    try store.save(key, record: Secret("one"))
    try store.save(key, record: Secret("two"))
    #expect(try make().load(for: key)?.text == "two")
    #expect(folder.names == ["state"])
    #expect(
      Set(try Disk.names(in: FilePath(state)).map { $0.text }) == [
        ".", "..", "soundcloud@default.json",
      ])
    try store.forget(key)
    #expect(try store.load(for: key) == nil)
  }

  @Test func areForTheirUserAloneWhateverTheMask() throws {
    let key = try AccountKey(provider: "p", name: "a")
    for mask in [0, 0o777] as [mode_t] {
      let folder = TemporaryFolder()
      // A mask that also removes the folder's permissions would prevent the test, so the folder is
      // made beforehand.
      if mask != 0 { mkdir(folder.file("aha"), 0o700) }
      let store = FileStore(folder: FilePath(folder.file("aha")))
      let told = try Background {
        // Gives this thread its own file mode mask.
        guard unshare(CLONE_FS) == 0 else { return "no unshare" }
        umask(mask)
        return failure { try store.save(key, record: Secret("x")) }?.line ?? "fine"
      }
      #expect(told.result() == "fine")
      #expect(mode(folder.file("aha/p@a.json")) == 0o600)
      #expect(mode(folder.file("aha")) == 0o700)
    }
  }

  @Test func keepLessThanThat() throws {
    let (store, key) = try saved()
    chmod("\(state)/p@a.json", 0o400)
    try store.save(key, record: Secret("y"))
    #expect(mode("\(state)/p@a.json") == 0o400)
    #expect(try store.load(for: key)?.text == "y")
  }

  @Test func thatOthersMayReadAreRefused() throws {
    let (store, key) = try saved()
    chmod("\(state)/p@a.json", 0o640)
    let told = failure { _ = try store.load(for: key) }
    #expect(told?.code == .access && told?.line.contains("p@a.json") == true)
    try store.save(key, record: Secret("y"))
    #expect(try store.load(for: key)?.text == "y" && mode("\(state)/p@a.json") == 0o600)
  }

  @Test func areNotPutWhereOthersMayWrite() throws {
    let (store, key) = try saved()
    chmod(state, 0o770)
    #expect(failure { try store.save(key, record: Secret("y")) }?.code == .access)
    #expect(failure { _ = try store.lockFile(for: key) }?.code == .access)
  }

  @Test func areNotFoundByLinks() throws {
    let (store, key) = try saved()
    rename("\(state)/p@a.json", "\(state)/real")
    symlink("real", "\(state)/p@a.json")
    #expect(failure { _ = try store.load(for: key) } != nil)
    #expect(failure { try store.save(key, record: Secret("y")) }?.code == .unsupported)
    try store.forget(key)
    #expect(folder.bytes(of: "state/aha/real") == Array("x".utf8))
  }

  @Test func survivePartsThatWereLeft() throws {
    let (store, key) = try saved()
    folder.write(Array("wh".utf8), to: "state/aha/.p@a.json.part", mode: 0o400)
    folder.write(Array("wh".utf8), to: "state/aha/.p@a.part", mode: 0o400)
    #expect(try store.load(for: key)?.text == "x" && store.accounts().count == 1)
    try store.save(key, record: Secret("next"))
    #expect(try store.load(for: key)?.text == "next")
    #expect(access("\(state)/.p@a.part", F_OK) != 0)
  }

  @Test func areDamagedOneByOne() throws {
    let (store, provider) = (make(), try makeProvider("p"))
    let accounts = try ["a", "b"].map { name in
      try Account(provider, name: name, store: store, send: FakeServer().send)
    }
    for account in accounts { try account.adopt(makeToken("t")) }
    folder.write([0, 1, 2], to: "state/aha/p@a.json", mode: 0o600)
    let fresh = try ["a", "b"].map { name in
      try Account(provider, name: name, store: store, send: FakeServer().send)
    }
    #expect(failure { _ = try fresh[0].hasToken() }?.code == .damaged)
    #expect(try fresh[1].hasToken())
    #expect(try store.accounts().count == 2)
    // Two remedies: sign out, or sign in again.
    try fresh[0].signOut()
    #expect(try !fresh[0].hasToken())
    folder.write(Array("{".utf8), to: "state/aha/p@b.json", mode: 0o600)
    try fresh[1].adopt(makeToken("new"))
    #expect(try Account(provider, name: "b", store: store, send: FakeServer().send).hasToken())
  }

  @Test func ofAnySizeAreRead() throws {
    let (store, _) = try saved()
    folder.write([UInt8](repeating: 65, count: 900_000), to: "state/aha/p@a.json", mode: 0o600)
    let account = try Account(makeProvider("p"), name: "a", store: store, send: FakeServer().send)
    #expect(failure { _ = try account.hasToken() }?.code == .damaged)
  }

  @Test(arguments: ["../../x", "a/b", ".", "..", "@", "ü", "a b", "%41", "A", "~", "x\ny"])
  func haveNamesThatAreNoPaths(name: String) throws {
    let (store, key) = (make(), try AccountKey(provider: "p@q/r", name: name))
    try store.save(key, record: Secret("x"))
    let found = try store.accounts()
    #expect(found.count == 1 && found[0] == key)
    #expect(try store.load(for: key)?.text == "x")
    #expect(folder.names == ["state"])
    #expect(try Disk.names(in: FilePath(state)).count == 3)
  }

  @Test func haveNamesThatAreNotTooLong() throws {
    let long = String(repeating: "ü", count: 40)
    #expect(failure { _ = try AccountKey(provider: "p", name: long) }?.code == .invalidArgument)
    #expect(failure { _ = try AccountKey(provider: "p", name: "") }?.code == .invalidArgument)
  }

  @Test func areNotWrittenWhereTheDiskSaysNo() throws {
    let folder = FilePath(folder.path)
    let key = try AccountKey(provider: "p", name: "a")
    chmod(folder.text, 0o555)
    defer { chmod(folder.text, 0o755) }
    let told = try asOrdinaryUser {
      failure { try FileStore(folder: folder / FilePath("no")).save(key, record: Secret("x")) }
    }
    #expect(told??.code == .access)
  }
}
