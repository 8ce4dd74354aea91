import CShims
import Synchronization

/// The name of a temporary file that a process writes, `.aha-PROCESS-NUMBER.part`, and the lock
/// that shows whether the process is alive: process ids are reused, and containers share folders.
public enum PartFile {
  /// A new name. Threads that ask in the same nanosecond get different ones.
  public static func newName(at instant: Instant = .now()) -> String {
    let count = names.wrappingAdd(1, ordering: .relaxed).newValue
    let number = UInt32(truncatingIfNeeded: instant.nanoseconds) &+ count &* 0x9E37_79B1
    return ".aha-\(getpid())-\(number).part"
  }

  private static let names = Atomic<UInt32>(0)

  /// Locks a new part file until its descriptor is closed. Returns false if another process has
  /// locked the file, or has deleted it as a leftover. On a file system without locks, part files
  /// are never swept.
  static func hold(_ path: FilePath, descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let error = shim_errno()
      if error == EAGAIN { return false }
      if error != EINTR { break }
    }
    return FileStatus.isAt(path, descriptor: descriptor, followingLinks: false)
  }

  /// Deletes the part files in a folder that belong to the caller's user and that no process has
  /// locked. A file whose process id is alive stays for a day: libaha 0.8 held no lock.
  ///
  /// Cost: reads the names of the folder, so a process does it at most once a minute while it
  /// writes to one folder.
  static func sweepSoon(in folder: FilePath) {
    guard let status = FileStatus(folder) else { return }
    let minute = UInt64(bitPattern: Instant.now().nanoseconds / 60_000_000_000)
    let mark = (UInt64(status.number) &* 0x9E37_79B9_7F4A_7C15) ^ minute
    if lastSweep.exchange(mark, ordering: .relaxed) != mark { sweep(in: folder) }
  }

  /// Hash of the folder and the minute of the last sweep.
  private static let lastSweep = Atomic<UInt64>(0)

  /// Ignores every failure: a file that cannot be deleted stays.
  static func sweep(in folder: FilePath) {
    guard let directory = folder.withCString({ opendir($0) }) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        FilePath($0.bindMemory(to: CChar.self).baseAddress!)
      }
      if let process = process(of: name) { removeIfLeft(folder / name, process: process) }
    }
  }

  /// The process id in a name that `newName` made; nil for any other name.
  static func process(of name: FilePath) -> Int32? {
    guard name.hasPrefix(".aha-"), name.hasSuffix(".part"), name.bytes.count > 10 else {
      return nil
    }
    let fields = name.bytes[5..<(name.bytes.count - 5)].split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard fields.count == 2 else { return nil }
    for field in fields {
      guard (1...10).contains(field.count), field.allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
    }
    return Int32(clamping: fields[0].reduce(0) { $0 * 10 + Int($1 - 0x30) })
  }

  private static let day = 86_400

  private static func removeIfLeft(_ path: FilePath, process: Int32) {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    let descriptor = path.withCString { shim_open($0, flags, 0) }
    guard descriptor >= 0 else { return }
    defer { FileLock.release(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG),
      status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      FileStatus.isAt(path, descriptor: descriptor, followingLinks: false),
      kill(process, 0) != 0 || status.st_mtim.tv_sec < time(nil) - day
    else { return }
    Disk.remove(path)
  }
}
