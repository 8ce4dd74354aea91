import AhaBase
import AhaHash
import CShims

/// Setup of a sign-in: listener, redirect URL, authorization URL.
extension SignIn {
  /// Starts a listener if needed; returns it with the redirect URL, its port included.
  static func listen(
    for provider: Provider, settings: Settings
  ) throws(AhaError) -> (LoopbackListener?, String) {
    let url = provider.redirect
    let isShown = url.isEmpty && provider.showsCodes
    guard settings.mayListen, !isShown else { return (nil, url) }
    if url.isEmpty {
      let listener = try LoopbackListener(port: 0, isSix: false)
      return (listener, "http://127.0.0.1:\(listener.port)/")
    }
    guard let parts = URLParts(url), parts.scheme == "http",
      LoopbackListener.serves(parts.host)
    else {
      return (nil, url)
    }
    let listener = try LoopbackListener(
      port: parts.hasPort ? parts.port : 0, isSix: parts.host == "[::1]")
    if parts.hasPort { return (listener, url) }
    let query = parts.query.isEmpty ? "" : "?" + parts.query
    return (listener, "http://\(parts.host):\(listener.port)\(parts.plainPath)\(query)")
  }

  /// Source: RFC 6749, section 4.1.1; RFC 7636, section 4.3.
  static func authorizationURL(
    of provider: Provider, redirect: String, state: Secret, pkce: PKCE?, type: String
  ) -> String {
    let fields = FormFields()
    fields.add("response_type", type)
    fields.add("client_id", provider.clientID)
    if !redirect.isEmpty { fields.add("redirect_uri", redirect) }
    if !provider.scopes.isEmpty { fields.add("scope", provider.scopes) }
    fields.add("state", state)
    if let pkce {
      fields.add("code_challenge", pkce.challenge)
      fields.add("code_challenge_method", "S256")
    }
    for more in provider.authorizationParameters { fields.add(more.name, more.value) }
    for (name, value) in Provider.pairs(in: provider.authorizationQuery) {
      fields.add(name, value)
    }
    return fields.appended(to: provider.authorizationURL)
  }

  static func origin(of url: URLParts) -> String { "\(url.scheme)://\(url.host):\(url.port)" }

  /// Without spaces and line ends around the text.
  static func trimmed(_ text: String) -> String {
    var bytes = Array(text.utf8)[...]
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return bytes.text
  }
}

/// PKCE code verifier and challenge: proves that the client that redeems an authorization code is
/// the client that requested it.
///
/// Source: RFC 7636 (S256).
public final class PKCE {
  public let verifier: Secret
  public let challenge: String

  /// Verifier from 256 random bits. Errors: `system`.
  public convenience init() throws(AhaError) {
    try self.init(verifier: Base64.urlText(Random.bytes(32)))
  }

  convenience init(verifier: String) throws(AhaError) { try self.init(verifier: Secret(verifier)) }

  init(verifier: Secret) throws(AhaError) {
    self.verifier = verifier
    challenge = Base64.urlText(try Sha256.digest(of: UnsafeRawBufferPointer(self.verifier.bytes)))
  }

  /// Unpredictable value for the `state` parameter: 192 random bits.
  static func state() throws(AhaError) -> Secret { Secret(Base64.urlText(try Random.bytes(24))) }
}

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
