import AhaBase

/// Cache for the search for moved files: per content, the last item that was checked. So each
/// missing item is checked once per scan, whatever the count of copies.
struct MovedFileCache {
  /// Max contents in the cache.
  private static let capacity = 100_000

  private var last: [UInt64: Int64] = [:]

  /// Last checked item of that content; 0: none.
  subscript(sha256: String) -> Int64 {
    get { last[MovedFileCache.beginning(sha256)] ?? 0 }
    set {
      if last.count >= MovedFileCache.capacity { last = [:] }
      last[MovedFileCache.beginning(sha256)] = newValue
    }
  }

  private static func beginning(_ sha256: String) -> UInt64 {
    sha256.array.prefix(16).reduce(0) { $0 << 4 | UInt64($1 & 0x40 == 0 ? $1 & 15 : ($1 & 15) + 9) }
  }
}
