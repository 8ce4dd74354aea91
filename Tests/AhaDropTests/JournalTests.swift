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

  @Test func keepsAll() throws {
    try Journal(folder: path, of: "app").save(drop(), assets: [asset()], isNew: true)
    let journal = try Journal(folder: path, of: "app")
    let kept = try #require(try journal.drops().first)
    let wanted = drop()
    #expect(kept.id == wanted.id && kept.kind == "folder")
    #expect(kept.name == "mine" && kept.address == "/drops" && kept.piece == "{}")
    #expect(kept.title == wanted.title && kept.isCommitted && kept.stage == .sending)
    #expect(kept.location == "place" && kept.receipt.url == "file:///x" && kept.receipt.id == "x")
    #expect(kept.created == 1 && kept.updated == 2 && kept.result == .network)
    #expect(kept.line == "gone" && kept.repeated == 7)
    let file = try #require(try journal.assets(of: Self.id).first)
    #expect(file.role == .mixStem && file.state == .sending && file.path.text == "/a/b.wav")
    #expect(file.asset.name == "b.wav" && file.asset.type == "audio/wav" && file.asset.size == 100)
    #expect(file.mark.size == 100 && file.mark.modified == -5 && file.mark.number == 9)
    #expect(file.upload == "state" && file.confirmed == 50 && file.result == "done")
    #expect(file.pending == 9)
    #expect(file.known?.count == 40 && file.known?.sha256 == asset().known?.sha256)
  }

  @Test func aJournalWithForeignObjectsIsRefused() throws {
    try Journal(folder: path, of: "app").save(drop(), assets: [asset()], isNew: true)
    let other = try Database(path / FilePath("drops.db"), access: .log(applicationID: 0x4168_6144))
    try other.execute("CREATE INDEX slow ON upload (printf('%.*c', 9, name))")
    #expect { _ = try Journal(folder: path, of: "app") } throws: {
      ($0 as? AhaError)?.code == .damaged
    }
  }

  @Test func aJournalOfVersion1IsMigrated() throws {
    try Journal(folder: path, of: "app").save(drop(), assets: [asset()], isNew: true)
    let old = try Database(path / FilePath("drops.db"), access: .log(applicationID: 0x4168_6144))
    try old.execute("DROP TABLE pending_bytes; PRAGMA user_version = 1")
    let journal = try Journal(folder: path, of: "app")
    #expect(try journal.assets(of: Self.id).first?.confirmed == 50)
    try journal.savePending(3, role: .mixStem, of: Self.id)
    #expect(try journal.assets(of: Self.id).first?.pending == 3)
  }

  @Test(arguments: ["../../../../../../../../../../ab", "0123456789ABCDEF0123456789ABCDEF"])
  func idsThatNameOtherFilesAreNotTaken(id: String) throws {
    let journal = try Journal(folder: path, of: "app")
    try journal.save(drop(id), assets: [], isNew: true)
    try journal.save(drop(), assets: [], isNew: true)
    #expect(try journal.drops().map { $0.id } == [Self.id])
    #expect(failure { _ = try journal.drop(id) }?.code == .notFound)
  }

  @Test func hugeNumbersAreClamped() throws {
    let journal = try Journal(folder: path, of: "app")
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
    let journal = try Journal(folder: path, of: "app")
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
    let journal = try Journal(folder: path, of: "app")
    let other = "01" + String(repeating: "f", count: 30)
    try journal.save(drop(), assets: [], isNew: true)
    try journal.save(drop(other), assets: [], isNew: true)
    #expect(try journal.drops().map { $0.id } == [other, Self.id])
    #expect(try journal.id(beginning: "012") == Self.id)
    for (text, code) in [
      ("01", ResultCode.invalidArgument), ("02", .notFound), ("", .invalidArgument),
    ] {
      #expect { try journal.id(beginning: text) } throws: { ($0 as? AhaError)?.code == code }
    }
  }

  @Test func theNewestDropIsFoundByItsReceipt() throws {
    let journal = try Journal(folder: path, of: "app")
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
    let other = try Journal(folder: path, of: "other")
    #expect(failure { _ = try other.id(beginning: "s3://b/1") }?.code == .notFound)
  }

  @Test func dropsOfAnotherApplicationAreLeftAlone() throws {
    let (mine, other) = (
      try Journal(folder: path, of: "app"), try Journal(folder: path, of: "other")
    )
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
    let (journal, other) = (
      try Journal(folder: path, of: "app"), try Journal(folder: path, of: "app")
    )
    try journal.save(drop(), assets: [asset()], isNew: true)
    var held: FileLock? = try journal.lock(Self.id)
    #expect { try other.lock(Self.id) } throws: { error in
      (error as? AhaError)?.line == "the drop \(Self.id) is being sent by another process"
    }
    #expect { try other.forget(Self.id) } throws: { ($0 as? AhaError)?.code == .state }
    withExtendedLifetime(held) {}
    held = nil
    try other.forget(Self.id)
    #expect(try journal.drops().isEmpty && journal.assets(of: Self.id).isEmpty)
  }

  @Test func onlyItsUserMayReadIt() throws {
    try Journal(folder: path, of: "app").save(drop(), assets: [], isNew: true)
    var status = stat()
    #expect(stat(folder.file("drops.db"), &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func aFileThatIsNoJournalIsReported() throws {
    folder.write(Array("not a database, but long enough to be one".utf8), to: "drops.db")
    #expect { try Journal(folder: path, of: "app") } throws: {
      ($0 as? AhaError)?.code == .unknownFormat
    }
  }

  @Test func aTruncatedFileIsReported() throws {
    try Journal(folder: path, of: "app").save(drop(), assets: [asset()], isNew: true)
    truncate(folder.file("drops.db"), 5000)
    #expect { try Journal(folder: path, of: "app") } throws: { ($0 as? AhaError)?.code == .damaged }
  }

  @Test func aNewerFileIsReported() throws {
    try Journal(folder: path, of: "app").save(drop(), assets: [], isNew: true)
    // Overwrites SQLite's user_version.
    let file = open(folder.file("drops.db"), O_WRONLY)
    #expect(pwrite(file, [0, 0, 0, 99] as [UInt8], 4, 60) == 4)
    close(file)
    #expect { try Journal(folder: path, of: "app") } throws: {
      ($0 as? AhaError)?.line.contains("version 99") ?? false
    }
  }

  @Test func aMissingFolderIsReported() throws {
    #expect { try Journal(folder: FilePath(folder.file("none")), of: "app") } throws: { error in
      (error as? AhaError)?.code == .notFound
    }
  }
}
