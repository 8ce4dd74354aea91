import AhaBase
import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@testable import AhaProject
@testable import AhaStore

@Suite("Projects on bad disks")
struct DamageTests {
  let rig = Rig()

  /// Reading gives values or an error, never a trap. If the project opens, edits and undo work or
  /// are refused.
  @Test func anyBitMayBeWrong() throws {
    try rig.full().project.close()
    let bytes = try #require(rig.folder.bytes(of: "song.aha"))
    var (opened, refused, random) = (0, 0, Random(seed: 1))
    for _ in 0..<200 {
      var bad = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: bad.indices, using: &random)
        bad[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
      rig.folder.write(bad, to: "song.aha")
      let error = failure {
        let project = try rig.open()
        opened += 1
        _ = try? project.document.readAll()
        for _ in 0..<2 { _ = try? project.history.undo() }
        _ = try? project.document.addBus(named: "new")
      }
      if error != nil { refused += 1 }
      Disk.remove(FilePath(rig.folder.file("song.aha-journal")))
    }
    #expect(opened > 10 && refused > 10, "\(opened) opened, \(refused) refused")
  }

  @Test(.enabled(if: SmallDisk.isPossible, "NOT TESTED: no file system may be mounted here"))
  func aProjectThatDoesNotFitLeavesNoFile() throws {
    try #require(mount("tmpfs", rig.folder.path, "tmpfs", 0, "size=64k") == 0)
    defer { umount2(rig.folder.path, Int32(MNT_DETACH)) }
    for room in stride(from: 0, through: 56 << 10, by: 8 << 10) {
      rig.folder.write([UInt8](repeating: 1, count: 64 << 10 - room), to: "other")
      let error = failure { _ = try rig.create() }
      #expect(error?.code == .diskFull, "with \(room) bytes free")
      #expect(rig.folder.names == ["other"], "with \(room) bytes free")
    }
  }

  @Test func losesNothingOnAFullDisk() throws {
    let (project, lane) = try rig.full()
    let document = project.document
    let pages = try document.store.locked { (database) throws(AhaError) in
      try database.integer("PRAGMA page_count")
    }
    func limit(to pages: Int64) throws {
      try document.store.locked { (database) throws(AhaError) in
        try database.execute("PRAGMA max_page_count = \(pages)")
      }
    }
    let before = try document.dump()
    let steps = try project.history.steps().count
    let points = (0..<20_000).map { AutomationPoint(time: Int64($0), value: 100) }
    try limit(to: pages + 3)
    #expect(failure { try document.addPoints(points, to: lane) }?.code == .diskFull)
    #expect(try document.dump() == before && project.history.steps().count == steps)
    let group = failure {
      try project.history.edit("group") { () throws(AhaError) in
        _ = try document.addMarker(at: 1, named: "gone with the rest")
        do throws(AhaError) { try document.addPoints(points, to: lane) } catch {
          #expect(error.code == .diskFull)
        }
        _ = try document.addMarker(at: 2, named: "also")
      }
    }
    // SQLite may or may not keep the former edits, but never half an edit.
    let after = try document.dump()
    #expect(group == nil ? after.count == before.count + 2 : after == before)
    _ = try document.addMarker(at: 3, named: "small ones still fit")
    try limit(to: 1_000_000)
    try document.addPoints(points, to: lane)
    #expect(try document.pointCount(of: lane) == 20_000)
    project.close()
    #expect(try rig.open().document.pointCount(of: lane) == 20_000)
  }
}
