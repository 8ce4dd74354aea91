import AhaBase
import CShims

/// A descriptor that polls readable while one of its members does.
final class PollSet {
  let descriptor: Int32
  private var members: [Int32] = []

  /// Errors: `system`.
  init(_ first: Int32) throws(AhaError) {
    descriptor = shim_poll_set()
    if descriptor < 0 { throw AhaError.system(shim_errno(), "make an event descriptor") }
    add(first)
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Ignores -1, and a member that it has.
  func add(_ member: Int32) {
    if member < 0 || members.contains(member) { return }
    if shim_add_to_poll_set(descriptor, member) == 0 { members.append(member) }
  }
}
