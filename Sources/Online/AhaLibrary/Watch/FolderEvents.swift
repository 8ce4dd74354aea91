import AhaBase
import CShims

/// inotify events of folders.
final class FolderEvents: @unchecked Sendable {
  struct Event {
    let watch: Int32
    let name: FilePath
    /// Events were lost (queue overflow).
    let isOverflow: Bool
    /// The folder is not watched any more.
    let isGone: Bool
    /// A disk was unmounted.
    let isUnmounted: Bool
    let isNewFolder: Bool
  }

  private static let capacity = 1 << 16
  private let descriptor: Int32
  private let alarm: Int32
  private let blocks = MemoryBlocks()
  private let bytes: UnsafeMutableRawBufferPointer

  /// Errors: `limit`, `system`, `outOfMemory`.
  init() throws(AhaError) {
    let words: Buffer<UInt64> = try blocks.claim(FolderEvents.capacity / 8, of: "words")
    bytes = UnsafeMutableRawBufferPointer(start: words.base, count: FolderEvents.capacity)
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    let failure = shim_errno()
    alarm = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    // If a descriptor is free for the alarm, EMFILE of inotify means its limit.
    if alarm < 0 { throw AhaError.system(shim_errno(), "watch folders") }
    if descriptor < 0 { throw FolderEvents.error(for: failure, what: "watch folders") }
  }

  deinit {
    if descriptor >= 0 { _ = close(descriptor) }
    if alarm >= 0 { _ = close(alarm) }
  }

  /// ENOSPC here means inotify's limit, not a full disk.
  private static func error(for failure: Int32, what: String) -> AhaError {
    if failure == ENOSPC || failure == EMFILE {
      return AhaError(.limit, "\(what): the kernel watches no more folders for this user")
    }
    return AhaError.system(failure, what)
  }

  func wake() { _ = eventfd_write(alarm, 1) }

  /// Returns: Watch descriptor; equal for the same folder. Errors: `limit`, `notFound`, `access`.
  func watch(_ folder: FilePath) throws(AhaError) -> Int32 {
    let mask =
      IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF
      | IN_ONLYDIR
    let watch = folder.withCString { inotify_add_watch(descriptor, $0, UInt32(mask)) }
    if watch < 0 { throw FolderEvents.error(for: shim_errno(), what: "watch \(folder.text)") }
    return watch
  }

  /// True if events are available or the eventfd is set. A negative time waits forever.
  func wait(milliseconds: Int64) -> Bool {
    var ends = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: alarm, events: Int16(POLLIN), revents: 0),
    ]
    shim_begin_wait()
    defer { shim_end_wait() }
    return poll(&ends, 2, Int32(clamping: milliseconds)) != 0
  }

  func read(_ body: (Event) -> Void) {
    while true {
      let count = CShims.read(descriptor, bytes.baseAddress, bytes.count)
      if count <= 0 { return }
      var offset = 0
      let head = MemoryLayout<inotify_event>.size
      while offset + head <= count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let end = offset + head + Int(event.len)
        guard end <= count else { return }
        body(decoded(event, name: UnsafeRawBufferPointer(bytes)[(offset + head)..<end]))
        offset = end
      }
    }
  }

  private func decoded(_ event: inotify_event, name: Slice<UnsafeRawBufferPointer>) -> Event {
    let letters = name.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    let isGone = event.mask & UInt32(IN_MOVE_SELF) != 0
    if isGone { inotify_rm_watch(descriptor, event.wd) }
    let isFolder = event.mask & UInt32(IN_ISDIR) != 0
    return Event(
      watch: event.wd, name: FilePath(letters), isOverflow: event.mask & UInt32(IN_Q_OVERFLOW) != 0,
      isGone: isGone || event.mask & UInt32(IN_IGNORED | IN_UNMOUNT) != 0,
      isUnmounted: event.mask & UInt32(IN_UNMOUNT) != 0,
      isNewFolder: isFolder && event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0)
  }
}
