import AhaBase

/// How far items of some contents were looked at for one whose file is gone. Each is looked at once
/// in a scan, however many files have its content.
struct KnownContents {
  /// Contents that are kept in mind.
  private static let most = 100_000

  private var last: [UInt64: Int64] = [:]

  /// The last item of that content that was looked at; 0: none.
  subscript(sha256: String) -> Int64 {
    get { last[KnownContents.beginning(sha256)] ?? 0 }
    set {
      if last.count >= KnownContents.most { last = [:] }
      last[KnownContents.beginning(sha256)] = newValue
    }
  }

  private static func beginning(_ sha256: String) -> UInt64 {
    sha256.array.prefix(16).reduce(0) { $0 << 4 | UInt64($1 & 0x40 == 0 ? $1 & 15 : ($1 & 15) + 9) }
  }
}
