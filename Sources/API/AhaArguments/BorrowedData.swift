import AhaBase
import CAha

/// A host's user data with its destroy function.
///
/// The host may pass the same data several times, each time with a destroy function, and an earlier
/// use may outlive a later one. Each function is called once, after the last user of that data has
/// ended.
public final class BorrowedData {
  /// Users of one data pointer.
  private final class Use {
    let data: UnsafeMutableRawPointer?
    var holders = 1
    var ends: [aha_destroy_fn] = []

    init(_ data: UnsafeMutableRawPointer?) { self.data = data }
  }

  private static let lock = StaticLock()
  /// Invariant: read and written under `lock`.
  nonisolated(unsafe) private static var uses: [Use] = []

  public let data: UnsafeMutableRawPointer?
  private let use: Use

  public init(data: UnsafeMutableRawPointer?, destroy: aha_destroy_fn?) {
    self.data = data
    use = BorrowedData.lock.locked { BorrowedData.enter(data) }
    if let destroy { BorrowedData.lock.locked { use.ends.append(destroy) } }
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
    let isLast = BorrowedData.lock.locked { () -> Bool in
      use.holders -= 1
      if use.holders > 0 { return false }
      BorrowedData.uses.removeAll { $0 === use }
      return true
    }
    guard isLast else { return }
    for end in use.ends { Callback.stream { end(use.data) } }
  }
}
