import AhaBase

/// Finds out whom a URL is for that the host was opened with.
///
/// Threads: any.
public final class URLHandler {
  public enum Answer {
    case handled
    case notMine
  }

  /// Asked to open a piece: the scheme (`ah-` and the application's id) and the piece's uuid. Returns
  /// whether it will.
  public typealias Open = (_ scheme: String, _ uuid: String) -> Bool

  private let lock = Lock()
  // Under the lock.
  private var signIns: [SignIn] = []
  private var open: Open?

  /// So many are remembered, that a browser's second redirect is known as handled.
  private static let remembered = 32

  public init() {}

  /// A sign-in that URLs may be for, also when it has ended.
  public func add(_ signIn: SignIn) {
    lock.locked {
      if signIns.count == URLHandler.remembered { signIns.removeFirst() }
      signIns.append(signIn)
    }
  }

  public func remove(_ signIn: SignIn) {
    lock.locked { signIns.removeAll { $0 === signIn } }
  }

  /// What to do with pieces that are to be opened; until it is set, they are not ours.
  public func setOpen(_ open: Open?) {
    lock.locked { self.open = open }
  }

  /// A URL that is none, or could be read in two ways, is not ours.
  /// Errors: `limit` (over 64 KiB), `refused` (it leads to a sign-in that did not ask for it).
  public func handle(_ text: String) throws(AhaError) -> Answer {
    guard text.utf8.count <= URLParts.maximumLength else {
      throw AhaError(.limit, "a URL of \(text.utf8.count) bytes: over \(URLParts.maximumLength)")
    }
    guard let url = URLParts(text) else { return .notMine }
    let (waiting, open) = lock.locked { (signIns, self.open) }
    var isWrong = false
    for signIn in waiting {
      switch signIn.offer(url) {
      case .taken: return .handled
      case .wrong: isWrong = true
      case .notMine: break
      }
    }
    if isWrong {
      throw AhaError(.refused, "the answer at \(url.scheme)://\(url.host) was not asked for by us")
    }
    if let open, let uuid = URLHandler.piece(url), open(url.scheme, uuid) { return .handled }
    return .notMine
  }

  /// Of `ah-{app}://open?uuid=…`.
  private static func piece(_ url: URLParts) -> String? {
    guard Array(url.scheme.utf8)[...].begins(with: "ah-"), url.host.isSame(as: "open"),
      let uuid = FormFields.value(of: "uuid", in: url.query), !uuid.isEmpty, uuid.utf8.count <= 256
    else { return nil }
    return uuid
  }
}
