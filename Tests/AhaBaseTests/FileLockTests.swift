import AhaTestSupport
import Glibc
import Testing

@testable import AhaBase

@Suite("Locks of files")
struct FileLockTests {
  let folder = TemporaryFolder()
  var path: FilePath { FilePath(folder.file("held.lock")) }

  private func claim(_ calls: FileLock.Calls) -> AhaError? {
    failure { close(try FileLock.claim(path, to: "lock it", busy: "in use", calls: calls)) }
  }

  @Test func aHeldLockIsBusy() throws {
    let held = try FileLock(path, busy: "in use")
    let error = claim(FileLock.Calls())
    #expect(error?.code == .state && error?.line == "in use")
    withExtendedLifetime(held) {}
  }

  @Test(arguments: [ENOLCK, EOPNOTSUPP, EIO, EINVAL, ENOSYS])
  func anotherFailureOfFlockIsNotBusy(number: Int32) {
    var calls = FileLock.Calls()
    calls.lock = { _ in number }
    let error = claim(calls)
    #expect(error?.code == .io && error?.line.hasPrefix("lock it: ") == true)
  }

  @Test func anInterruptedLockIsTriedAgain() {
    nonisolated(unsafe) var failures = [EINTR, EINTR, 0]
    var calls = FileLock.Calls()
    calls.lock = { _ in failures.removeFirst() }
    #expect(claim(calls) == nil && failures.isEmpty)
  }

  @Test func anUnknownStatusEndsTheClaim() {
    var calls = FileLock.Calls()
    calls.isAt = { (path, _) throws(AhaError) in throw AhaError.system(EIO, "look at it") }
    let error = claim(calls)
    #expect(error?.code == .io && error?.line == "look at it: Input/output error")
  }

  @Test func aFileThatWasReplacedIsOpenedAgain() {
    nonisolated(unsafe) var tries = 0
    var calls = FileLock.Calls()
    calls.isAt = { (_, _) throws(AhaError) in
      tries += 1
      return tries == 3
    }
    #expect(claim(calls) == nil && tries == 3)
  }

  private func status(_ name: String) -> ResultCode? {
    let path = FilePath(folder.file(name))
    return failure { _ = try FileStatus.required(path, absence: "absent") }?.code
  }

  @Test func onlyAnAbsentPathIsNotFound() throws {
    folder.write([1], to: "file")
    folder.makeFolder("hidden")
    folder.write([1], to: "hidden/file")
    chmod(folder.file("hidden"), 0)
    defer { chmod(folder.file("hidden"), 0o700) }
    #expect(status("file") == nil)
    for name in ["file/below", "missing"] { #expect(status(name) == .notFound) }
    nonisolated(unsafe) let tests = self
    let hidden = try asOrdinaryUser { tests.status("hidden/file") }
    #expect(hidden == .some(.access))
  }

  @Test func aFileInThePlaceOfAFolderIsAnError() throws {
    folder.write([1], to: "file")
    let file = FilePath(folder.file("file"))
    #expect(throws: AhaError.self) { try Disk.makeFolders(file, mode: 0o777) }
    try Disk.makeFolders(FilePath(folder.path), mode: 0o777)
  }
}
