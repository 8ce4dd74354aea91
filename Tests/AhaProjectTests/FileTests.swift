import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaProject

@Suite("Files of tracks")
final class FileTests: ProjectRig {
  private func state(_ id: Document.ID, in other: Document? = nil) throws -> String {
    let folder = rig.folder.path
    func name(_ path: FilePath) -> String { String(path.text.dropFirst(folder.utf8.count + 1)) }
    return switch try (other ?? document).resolve(id) {
    case .present(let path): "present \(name(path))"
    case .moved(let path): "moved \(name(path))"
    case .changed(let path): "changed \(name(path))"
    case .missing: "missing"
    }
  }

  @Test func areFoundAgainByTheirContent() throws {
    let id = try document.addTrack(rig.sound("a.wav", 1))
    rig.sound("decoy.wav", 2)
    #expect(try state(id) == "present a.wav")
    mkdir(rig.folder.file("deep"), 0o755)
    mkdir(rig.folder.file("deep/er"), 0o755)
    rename(rig.folder.file("a.wav"), rig.folder.file("deep/er/b.wav"))
    let steps = try history.steps().count
    let revision = try history.revision()
    #expect(try state(id) == "moved deep/er/b.wav")
    #expect(try history.changes(since: revision).changes.tracks == [id])
    #expect(try state(id) == "present deep/er/b.wav")
    #expect(try history.steps().count == steps)
    // Undo can still remove the track.
    #expect(try history.undo() == "add track" && document.tracks().isEmpty)
    #expect(try history.redo() == "add track")
    #expect(try state(id) == "moved deep/er/b.wav")
    unlink(rig.folder.file("deep/er/b.wav"))
    #expect(try state(id) == "missing")
  }

  @Test func areHashedOnlyWhenTheyLookDifferent() throws {
    let id = try document.addTrack(rig.sound("a.wav", 1))
    rig.sound("a.wav", 1)
    #expect(try state(id) == "present a.wav")
    rig.sound("a.wav", 3)
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    utimensat(AT_FDCWD, rig.folder.file("a.wav"), &times, 0)
    #expect(try state(id) == "changed a.wav")
    rig.sound("copy.wav", 1)
    #expect(try state(id) == "moved copy.wav")
  }

  @Test func moveWithTheProject() throws {
    mkdir(rig.folder.file("one"), 0o755)
    mkdir(rig.folder.file("one/sounds"), 0o755)
    let project = try Project(creating: FilePath(rig.folder.file("one/song.aha")))
    let document = project.document
    let id = try document.addTrack(rig.sound("one/sounds/a.wav"))
    let outer = try document.addTrack(rig.sound("outer.wav", 5))
    #expect(try document.track(id).file.path.text == "sounds/a.wav")
    #expect(try document.track(outer).file.path.text == "../outer.wav")
    project.close()
    rename(rig.folder.file("one"), rig.folder.file("two"))
    let moved = try Project(opening: FilePath(rig.folder.file("two/song.aha")))
    #expect(try state(id, in: moved.document) == "present two/sounds/a.wav")
    #expect(try state(outer, in: moved.document) == "present two/../outer.wav")
  }

  @Test func needNotHaveNamesInUTF8() throws {
    let bytes: [CChar] = Array((rig.folder.path + "/a").utf8CString.dropLast()) + [-1, -2, 0]
    let path = FilePath(bytes)
    let descriptor = open(bytes, O_CREAT | O_WRONLY, 0o644)
    write(descriptor, "x", 1)
    close(descriptor)
    let id = try document.addTrack(path)
    guard case .present(let found) = try document.resolve(id) else {
      Issue.record("not present")
      return
    }
    #expect(found == (try #require(path.resolved)))
  }

  @Test(arguments: [
    ("/a/b/c.wav", "/a/b", "c.wav"), ("/a/c.wav", "/a/b", "../c.wav"),
    ("/a/x/y/c.wav", "/a/b/d", "../../x/y/c.wav"), ("/c.wav", "/", "c.wav"),
    ("/x/c.wav", "/a/b", "/x/c.wav"), ("/a/bb/c.wav", "/a/b", "../bb/c.wav"),
  ])
  func areRelative(path: String, folder: String, way: String) {
    #expect(FilePath(path).relative(to: FilePath(folder)).text == way)
  }
}
