import AhaBase
import CShims

/// Passes the URLs of pieces to the first process of an application that reads its events.
///
/// Threads: any.
final class URLReceiver {
  private let urls: URLHandler
  private let application: String
  /// Nil without a state folder.
  private let name: String?
  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  private var inbox: URLInbox?
  private var next: Instant?

  /// - Parameter folder: The client's own state folder; its processes share it.
  init(urls: URLHandler, application: String, folder: FilePath?) {
    (self.urls, self.application) = (urls, application)
    var base = folder ?? (try? UserFolder.state.path())
    if let relative = base, !relative.isAbsolute, let here = FilePath(".").resolved {
      base = here / relative
    }
    name = base.map { base in
      let hash = Fingerprint(Array("\(application) \(base.text)".utf8)).value
      return "libaha-pieces-\(Int(geteuid()))-\(hash)"
    }
  }

  /// Accepts the URLs that other processes pass on, from the first call on. Another process may be
  /// the first one; then a try each second takes its place once it has ended.
  func receive() { claimInbox()?.receive { [urls] url in (try? urls.handle(url)) == .handled } }

  /// Descriptor that polls readable while URLs wait; -1 while another process is the first one.
  var descriptor: Int32 { claimInbox()?.descriptor ?? -1 }

  /// Returns true if another process accepts the URL of a piece.
  func passOn(_ url: URLParts, text: String) -> Bool {
    guard URLHandler.isScheme(url.scheme, of: application), URLHandler.piece(in: url) != nil,
      lock.locked({ inbox == nil }), let name
    else { return false }
    return URLInbox.send(text, to: name, toSelf: false) == .accepted
  }

  private func claimInbox() -> URLInbox? {
    lock.lock()
    defer { lock.unlock() }
    if let inbox { return inbox }
    let now = Instant.now()
    if let next, now < next { return nil }
    next = .after(milliseconds: 1000)
    inbox = name.flatMap { URLInbox($0) }
    return inbox
  }
}
