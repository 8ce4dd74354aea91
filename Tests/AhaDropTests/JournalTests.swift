import AhaBase
import AhaHash
import AhaStore
import AhaTestSupport
import Glibc
import Testing

@testable import AhaDrop

@Suite struct JournalTests {
  let folder = TemporaryFolder()
  static let id = "0123456789abcdef0123456789abcdef"

  private var path: FilePath { FilePath(folder.path) }

  private func opened(_ application: String = "app") throws -> Journal {
    try Journal(folder: path, of: application)
  }

  private func drop(_ id: String = id) -> DropRecord {
    var drop = DropRecord(id: id)
    (drop.kind, drop.name, drop.address) = ("folder", "mine", "/drops")
    (drop.piece, drop.title, drop.isCommitted, drop.stage) = ("{}", "Ein \"Lied\"", true, .sending)
    (drop.location, drop.receipt) = ("place", DropReceipt(url: "file:///x", id: "x"))
    (drop.created, drop.updated, drop.result, drop.line) = (1, 2, .network, "gone")
    (drop.repeated, drop.revision) = (7, 1)
    return drop
  }

  private func asset(_ role: AssetRole = .mixStem) -> AssetRecord {
    var asset = AssetRecord(role: role)
    (asset.state, asset.path) = (.sending, FilePath("/a/b.wav"))
    asset.asset = DropAsset(role: role, name: "b.wav", type: "audio/wav", size: 100)
    asset.mark = FileMark(size: 100, modified: -5, number: 9)
    (asset.upload, asset.confirmed, asset.sha256, asset.result) = ("state", 50, "ab", "done")
    asset.pending = 9
    asset.known = PrefixDigest(count: 40, sha256: [UInt8](repeating: 0xAB, count: 32))
    return asset
  }

  @Test func everyFieldIsKept() throws {
    try opened().save(drop(), assets: [asset()], isNew: true)
    let journal = try opened()
    let kept = try #require(try journal.drops().first)
    #expect("\(kept)" == "\(drop())")
    let file = try #require(try journal.assets(of: Self.id).first)
    #expect("\(file)" == "\(asset())")
  }

  @Test func aJournalWithForeignObjectsIsRefused() throws {
    try opened().save(drop(), assets: [asset()], isNew: true)
    let other = try Database(path / FilePath("drops.db"), access: .log(applicationID: 0x4168_6144))
    try other.execute("CREATE INDEX slow ON upload (printf('%.*c', 9, name))")
    #expect(failure { _ = try opened() }?.code == .damaged)
  }

  @Test func aJournalOfVersion1IsMigrated() throws {
    try opened().save(drop(), assets: [asset()], isNew: true)
    let old = try Database(path / FilePath("drops.db"), access: .log(applicationID: 0x4168_6144))
    try old.execute("DROP TABLE pending_bytes; PRAGMA user_version = 1")
    let journal = try opened()
    #expect(try journal.assets(of: Self.id).first?.confirmed == 50)
    try journal.savePending(bytes: 3, role: .mixStem, of: Self.id)
    #expect(try journal.assets(of: Self.id).first?.pending == 3)
  }

  @Test(arguments: ["../../../../../../../../../../ab", "0123456789ABCDEF0123456789ABCDEF"])
  func idsThatNameOtherFilesAreNotTaken(id: String) throws {
    let journal = try opened()
    try journal.save(drop(id), assets: [], isNew: true)
    try journal.save(drop(), assets: [], isNew: true)
    #expect(try journal.drops().map { $0.id } == [Self.id])
    #expect(failure { _ = try journal.drop(id) }?.code == .notFound)
  }

  @Test func hugeNumbersAreClamped() throws {
    let journal = try opened()
    var (drop, asset) = (drop(), asset())
    drop.repeated = .max
    asset.mark = FileMark(size: .max, modified: .max, number: .min)
    (asset.confirmed, asset.known) = (.max, nil)
    try journal.save(drop, assets: [asset], isNew: true)
    #expect(try journal.drop(Self.id).repeated == 1 << 60)
    let file = try #require(try journal.assets(of: Self.id).first)
    #expect(file.mark.size == 1 << 60 && file.confirmed == 1 << 60)
  }

  @Test func stepsAndChangesTakeTheirPlace() throws {
    let journal = try opened()
    try journal.save(drop(), assets: [asset()], isNew: true)
    var changed = asset()
    (changed.confirmed, changed.upload) = (80, nil)
    try journal.saveStep(changed, of: Self.id)
    var other = drop()
    (other.stage, other.revision) = (.done, 2)
    try journal.save(other, assets: [])
    #expect(try journal.assets(of: Self.id).map { $0.confirmed } == [80])
    #expect(try journal.assets(of: Self.id).first?.upload == nil)
    #expect(try journal.drops().map { $0.stage } == [.done])
  }

  @Test func dropsAreFoundByTheirBeginning() throws {
    let journal = try opened()
    let other = "01" + String(repeating: "f", count: 30)
    try journal.save(drop(), assets: [], isNew: true)
    try journal.save(drop(other), assets: [], isNew: true)
    #expect(try journal.drops().map { $0.id } == [other, Self.id])
    #expect(try journal.id(beginning: "012") == Self.id)
    for (text, code) in [
      ("01", ResultCode.invalidArgument), ("02", .notFound), ("", .invalidArgument),
    ] {
      #expect(failure { _ = try journal.id(beginning: text) }?.code == code)
    }
  }

  @Test func theNewestDropIsFoundByItsReceipt() throws {
    let journal = try opened()
    // More than a page of any list.
    for number in 0..<300 {
      var drop = drop(String(repeating: "0", count: 29) + String(1000 + number, radix: 16))
      let pair = number / 2
      drop.receipt = DropReceipt(url: "https://x.example/\(pair)/", id: "s3://b/\(pair)")
      try journal.save(drop, assets: [], isNew: true)
    }
    for receipt in ["https://x.example/1/", "s3://b/1"] {
      #expect(try journal.id(beginning: receipt) == String(repeating: "0", count: 29) + "3eb")
    }
    #expect(failure { _ = try journal.id(beginning: "https://x.example/1") }?.code == .notFound)
    let other = try opened("other")
    #expect(failure { _ = try other.id(beginning: "s3://b/1") }?.code == .notFound)
  }

  @Test func dropsOfAnotherApplicationAreLeftAlone() throws {
    let (mine, other) = (try opened(), try opened("other"))
    try mine.save(drop(), assets: [asset()], isNew: true)
    #expect(try other.drops().isEmpty)
    #expect(failure { _ = try other.drop(Self.id) }?.code == .notFound)
    #expect(failure { _ = try other.id(beginning: "0") }?.code == .notFound)
    var changed = drop()
    (changed.title, changed.revision) = ("Theirs", 2)
    #expect(failure { try other.save(changed, assets: []) }?.code == .notFound)
    try other.forget(Self.id)
    #expect(try mine.drops().map { $0.title } == [drop().title])
    #expect(try mine.assets(of: Self.id).count == 1)
  }

  @Test func oneWorksOnADropAndItIsForgottenWhole() throws {
    let (journal, other) = (try opened(), try opened())
    try journal.save(drop(), assets: [asset()], isNew: true)
    var held: FileLock? = try journal.lock(Self.id)
    #expect(
      failure { _ = try other.lock(Self.id) }?.line
        == "the drop \(Self.id) is being sent by another process")
    #expect(failure { try other.forget(Self.id) }?.code == .state)
    withExtendedLifetime(held) {}
    held = nil
    try other.forget(Self.id)
    #expect(try journal.drops().isEmpty && journal.assets(of: Self.id).isEmpty)
  }

  @Test func onlyItsUserMayReadIt() throws {
    try opened().save(drop(), assets: [], isNew: true)
    var status = stat()
    #expect(stat(folder.file("drops.db"), &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func aFileThatIsNoJournalIsReported() throws {
    folder.write(Array("not a database, but long enough to be one".utf8), to: "drops.db")
    #expect(failure { _ = try opened() }?.code == .unknownFormat)
  }

  @Test func aTruncatedFileIsReported() throws {
    try opened().save(drop(), assets: [asset()], isNew: true)
    truncate(folder.file("drops.db"), 5000)
    #expect(failure { _ = try opened() }?.code == .damaged)
  }

  @Test func aNewerFileIsReported() throws {
    try opened().save(drop(), assets: [], isNew: true)
    // Overwrites SQLite's user_version.
    let file = open(folder.file("drops.db"), O_WRONLY)
    #expect(pwrite(file, [0, 0, 0, 99] as [UInt8], 4, 60) == 4)
    close(file)
    #expect(failure { _ = try opened() }?.line.contains("version 99") == true)
  }

  @Test func aMissingFolderIsReported() throws {
    #expect(
      failure { _ = try Journal(folder: FilePath(folder.file("none")), of: "app") }?.code
        == .notFound)
  }
}
