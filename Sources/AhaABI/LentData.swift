import AhaBase
import CAha

/// What a host handed over with a function to end it.
///
/// The host may hand over one thing several times, each time with a function to end it, and what
/// came first may still be in use when the later ones are not needed: each function is called once,
/// when nobody holds that thing any more, however it came.
final class LentData {
  /// What is held of one thing.
  private final class Use {
    let data: UnsafeMutableRawPointer?
    var holders = 1
    var ends: [aha_destroy_fn] = []

    init(_ data: UnsafeMutableRawPointer?) { self.data = data }
  }

  /// Under the static lock.
  nonisolated(unsafe) private static var uses: [Use] = []

  let data: UnsafeMutableRawPointer?
  private let use: Use

  init(_ data: UnsafeMutableRawPointer?, _ destroy: aha_destroy_fn?) {
    self.data = data
    use = StaticLock.accounts.locked { LentData.enter(data) }
    if let destroy { StaticLock.accounts.locked { use.ends.append(destroy) } }
  }

  private static func enter(_ data: UnsafeMutableRawPointer?) -> Use {
    for use in uses where use.data == data {
      use.holders += 1
      return use
    }
    let use = Use(data)
    uses.append(use)
    return use
  }

  deinit {
    let use = use
    let isLast = StaticLock.accounts.locked { () -> Bool in
      use.holders -= 1
      if use.holders > 0 { return false }
      LentData.uses.removeAll { $0 === use }
      // Nothing stays allocated when the library is unloaded.
      if LentData.uses.isEmpty { LentData.uses = [] }
      return true
    }
    guard isLast else { return }
    for end in use.ends { Callback.stream { end(use.data) } }
  }
}
