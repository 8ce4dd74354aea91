import AhaBase
import CShims

/// eventfd that wakes a thread in `poll`.
final class EventFD {
  let descriptor: Int32

  /// Errors: `system`.
  init() throws(AhaError) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    if descriptor < 0 { throw AhaError.system(shim_errno(), "make an event descriptor") }
  }

  deinit { _ = close(descriptor) }

  func set() { eventfd_write(descriptor, 1) }

  func clear() {
    var value = eventfd_t()
    eventfd_read(descriptor, &value)
  }

  /// Waits until one of the descriptors is readable or the deadline has passed; may also return
  /// early.
  static func wait(for descriptors: [Int32], until deadline: Instant) {
    var waits: [pollfd] = []
    for one in descriptors { waits.append(pollfd(fd: one, events: Int16(POLLIN), revents: 0)) }
    let left = (deadline.nanoseconds - Instant.now().nanoseconds) / 1_000_000 + 1
    shim_begin_wait()
    _ = poll(&waits, nfds_t(waits.count), Int32(clamping: max(0, left)))
    shim_end_wait()
  }
}
