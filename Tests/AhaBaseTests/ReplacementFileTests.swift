import AhaBase
import AhaTestSupport
import Glibc
import Testing

@Suite("Replacement files")
struct ReplacementFileTests {
  let folder = TemporaryFolder()

  private func begin(_ name: String) throws -> ReplacementFile {
    let file = try ReplacementFile(for: FilePath(folder.file(name)))
    try file.stream.write([42])
    return file
  }

  private func replace(_ name: String) throws { try begin(name).commit() }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    stat(folder.file(name), &status)
    return status.st_mode & 0o7777
  }

  private func kind(_ name: String) -> mode_t {
    var status = stat()
    lstat(folder.file(name), &status)
    return status.st_mode & S_IFMT
  }

  @Test(arguments: [true, false], [true, false])
  func appearOnlyWhenCommitted(exists: Bool, commits: Bool) throws {
    let old: [UInt8]? = exists ? [1, 2] : nil
    if let old { folder.write(old, to: "song.wav") }
    var file: ReplacementFile? = try begin("song.wav")
    #expect(folder.bytes(of: "song.wav") == old && folder.names.count == (exists ? 2 : 1))
    if commits { try file?.commit() }
    file = nil
    #expect(folder.bytes(of: "song.wav") == (commits ? [42] : old))
    #expect(folder.names == (exists || commits ? ["song.wav"] : []))
  }

  @Test(arguments: [mode_t(0o600), 0o640, 0o644, 0o444, 0o755, 0o664, 0o666, 0o777])
  func keepThePermissions(of mode: mode_t) throws {
    folder.write([1], to: "old", mode: mode)
    try replace("old")
    #expect(self.mode("old") == mode)
    #expect(folder.bytes(of: "old") == [42])
  }

  @Test func giveNewFilesTheUsualPermissions() throws {
    close(creat(folder.file("other"), 0o666))
    try replace("new")
    #expect(mode("new") == mode("other"))
  }

  @Test(arguments: ["real", "folder/../real", "second"])
  func goThroughSymbolicLinks(to target: String) throws {
    mkdir(folder.file("folder"), 0o755)
    folder.write([1], to: "real")
    symlink("real", folder.file("second"))
    symlink(target, folder.file("link"))
    try replace("link")
    #expect(kind("link") == S_IFLNK && kind("second") == S_IFLNK)
    #expect(folder.bytes(of: "real") == [42])
    #expect(folder.names == ["folder", "link", "real", "second"])
  }

  /// The temporary file is in the target's folder, so that the final rename is atomic.
  @Test func writeBesideTheFileBehindALink() throws {
    let other = TemporaryFolder()
    other.write([1], to: "real")
    symlink(other.file("real"), folder.file("link"))
    let file = try begin("link")
    #expect(other.names.count == 2 && folder.names == ["link"])
    try file.commit()
    #expect(other.names == ["real"] && other.bytes(of: "real") == [42])
  }

  private func refusal(_ path: String) -> AhaError? {
    failure { _ = try ReplacementFile(for: FilePath(path)) }
  }

  @Test func refuseDirectories() {
    mkdir(folder.file("folder"), 0o755)
    symlink("folder", folder.file("link"))
    for name in ["folder", "folder/", "link"] {
      let error = refusal(folder.file(name))
      #expect(error?.code == .isDirectory && error?.line.contains("folder") == true, "\(name)")
    }
    #expect(folder.names == ["folder", "link"])
  }

  /// Such a folder cannot be synced.
  @Test func replaceInAFolderWithoutReadPermission() throws {
    chmod(folder.path, 0o333)
    defer { chmod(folder.path, 0o755) }
    let path = FilePath(folder.file("new"))
    let isReplaced = try asOrdinaryUser { failure { try path.replace(with: [1, 2]) } == nil }
    #expect(isReplaced == true)
    chmod(folder.path, 0o755)
    #expect(folder.bytes(of: "new") == [1, 2])
  }

  /// Never committed, so that a failing test does not replace the device.
  @Test func refuseDevicesAndPipes() {
    mkfifo(folder.file("pipe"), 0o600)
    symlink("pipe", folder.file("to-pipe"))
    symlink("/dev/null", folder.file("to-null"))
    for path in ["pipe", "to-pipe", "to-null"].map(folder.file) + ["/dev/null", "/dev/full"] {
      #expect(refusal(path)?.code == .unsupported, "\(path)")
    }
    #expect(folder.names == ["pipe", "to-null", "to-pipe"])
    #expect(kind("pipe") == S_IFIFO)
  }

  @Test func refuseNamesThatCannotBe() {
    folder.write([1], to: "file")
    #expect(refusal("")?.code == .invalidArgument)
    for name in ["missing/new", "file/new", "new/", String(repeating: "x", count: 256)] {
      let error = failure { try replace(name) }
      #expect(error?.code == .notFound, "\(name): \(error?.line ?? "made")")
      #expect(error?.line.contains(folder.file(name)) == true)  // and not the temporary file's name
    }
    #expect(folder.names == ["file"])
  }

  @Test(arguments: [1, 200, 254, 255])
  func takeLongNames(length: Int) throws {
    let name = String(repeating: "n", count: length)
    try replace(name)
    try replace(name)
    #expect(folder.names == [name] && folder.bytes(of: name) == [42])
  }

  @Test func tellThatAFolderIsNotWritable() throws {
    let error = try asOrdinaryUser { refusal("/new") }
    #expect(error??.code == .access)
  }

  @Test func leaveNoTraceWhenCommittingFails() throws {
    let file = try begin("target")
    mkdir(folder.file("target"), 0o755)
    #expect(failure { try file.commit() }?.code == .isDirectory)
    _ = consume file
    #expect(folder.names == ["target"] && kind("target") == S_IFDIR)
  }

  @Test func doNotMeetOneAnother() throws {
    nonisolated(unsafe) let suite = self
    let allEnded = try concurrently(4) { _ in
      for _ in 0..<25 { try? suite.replace("same") }
    }
    #expect(allEnded)
    #expect(folder.names == ["same"] && folder.bytes(of: "same") == [42])
  }
}
