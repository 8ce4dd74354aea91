import CShims
import Synchronization

/// The name of a temporary file that a process writes, `.aha-PROCESS-NUMBER.part`, and the lock
/// that tells whether the process still lives: numbers are reused, and containers share folders.
enum PartFile {
  /// A new name in the folder of a path.
  static func name(beside path: FilePath) -> FilePath {
    let number = Instant.now().nanoseconds & 0xFFFF_FFFF
    return path.sibling(named: ".aha-\(getpid())-\(number).part")
  }

  /// Locks a part that was just made, for as long as its descriptor is open. False: another process
  /// has locked it, or took it for a leftover and deleted it before. On a file system without locks
  /// no part is ever swept.
  static func hold(_ path: FilePath, _ descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let error = shim_errno()
      if error == EAGAIN { return false }
      if error != EINTR { break }
    }
    return FileStatus.isAt(path, descriptor, followingLinks: false)
  }

  /// Deletes the parts in a folder that belong to the caller and that no process holds. A part
  /// whose process is alive stays for a day: libaha 0.8 held no lock.
  ///
  /// Cost: reads the names of the folder, so a process does it at most once a minute for a folder
  /// that it writes many files to.
  static func sweepSoon(_ folder: FilePath) {
    guard let status = FileStatus(folder) else { return }
    let minute = UInt64(bitPattern: Instant.now().nanoseconds / 60_000_000_000)
    let mark = (UInt64(status.number) &* 0x9E37_79B9_7F4A_7C15) ^ minute
    if lastSweep.exchange(mark, ordering: .relaxed) != mark { sweep(folder) }
  }

  /// The folder and the minute of the last sweep.
  private static let lastSweep = Atomic<UInt64>(0)

  /// Errors: none; what cannot be deleted stays.
  static func sweep(_ folder: FilePath) {
    guard let directory = folder.withCString({ opendir($0) }) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        FilePath($0.bindMemory(to: CChar.self).baseAddress!)
      }
      if let process = process(of: name) { removeIfLeft(folder / name, process) }
    }
  }

  /// The process of a name exactly as `name(beside:)` makes it; nil for any other name.
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

  private static func removeIfLeft(_ path: FilePath, _ process: Int32) {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    let descriptor = path.withCString { shim_open($0, flags, 0) }
    guard descriptor >= 0 else { return }
    defer { _ = close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG),
      status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      FileStatus.isAt(path, descriptor, followingLinks: false),
      kill(process, 0) != 0 || status.st_mtim.tv_sec < time(nil) - day
    else { return }
    Disk.remove(path)
  }
}
