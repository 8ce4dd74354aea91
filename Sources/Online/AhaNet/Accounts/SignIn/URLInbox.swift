import AhaBase
import AhaHash
import CShims

/// Receives URLs from other processes of the same user: a redirect belongs to the process that
/// waits for it, but the desktop starts a new process for it.
///
/// A socket with an abstract name, so no file is left behind by a killed process. Both ends check
/// the other's user. Threads: any.
final class URLInbox {
  /// Max wait for the other process.
  private static let milliseconds: Int32 = 1000

  /// Result of sending a URL.
  enum Sent {
    case accepted
    /// The other process refused the URL.
    case refused
    /// No other process of this user answers at the name.
    case noReceiver
  }

  let descriptor: Int32

  /// Nil if another process has the name, or the system has no such sockets.
  init?(named name: String) {
    descriptor = name.withCString { shim_listen_for_processes($0) }
    if descriptor < 0 { return nil }
  }

  deinit { if descriptor >= 0 { shim_close_listener(descriptor) } }

  /// The name of an inbox. A hash: the names of all sockets are public.
  /// Errors: those of `Sha256`.
  static func name(of purpose: StaticString, secret: String) throws(AhaError) -> String {
    var bytes = Array("libaha \(purpose) \(Int(geteuid())) ".utf8)
    bytes += secret.utf8
    defer { bytes.wipe() }
    return "libaha-" + Base64.urlText(try Sha256.digest(of: bytes))
  }

  // MARK: Receiving

  /// Passes each waiting URL to `body`, and its result to the sender.
  func receive(_ body: (String) -> Bool) {
    while true {
      let connection = shim_accept(descriptor)
      if connection < 0 { return }
      defer { _ = close(connection) }
      if let url = URLInbox.read(from: connection) {
        var answer: UInt8 = body(url) ? 1 : 0
        _ = shim_send(connection, &answer, 1)
      }
    }
  }

  /// Nil from another user, and from a process that no longer waits: it handles the URL itself.
  private static func read(from connection: Int32) -> String? {
    var process = pid_t()
    guard shim_is_own_users(connection, &process) != 0, wait(for: connection) else { return nil }
    var bytes = [UInt8](repeating: 0, count: URLParts.maximumLength)
    defer { bytes.wipe() }
    let count = bytes.withUnsafeMutableBytes { shim_receive(connection, $0.baseAddress!, $0.count) }
    guard count > 0, !hasHungUp(connection) else { return nil }
    return bytes[..<count].text
  }

  private static func wait(for connection: Int32) -> Bool {
    var one = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    return poll(&one, 1, milliseconds) > 0
  }

  private static func hasHungUp(_ connection: Int32) -> Bool {
    var one = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
    return poll(&one, 1, 0) > 0 && Int32(one.revents) & (POLLHUP | POLLERR) != 0
  }

  // MARK: Sending

  /// Sends a URL to the process with the inbox of a name, and waits up to a second for its answer.
  /// - Parameter toSelf: False: an inbox of this process counts as none.
  static func send(_ url: String, to name: String, toSelf: Bool) -> Sent {
    let connection = connect(to: name, toSelf: toSelf)
    guard connection >= 0 else { return .noReceiver }
    defer { _ = close(connection) }
    var url = url
    let sent = url.withUTF8 { shim_send(connection, $0.baseAddress, $0.count) }
    guard sent > 0, wait(for: connection) else { return .noReceiver }
    var answer = UInt8(0)
    guard shim_receive(connection, &answer, 1) == 1 else { return .noReceiver }
    return answer == 1 ? .accepted : .refused
  }

  /// True if a process has the inbox of a name.
  static func isOpen(named name: String) -> Bool {
    let connection = connect(to: name, toSelf: true)
    if connection >= 0 { _ = close(connection) }
    return connection >= 0
  }

  private static func connect(to name: String, toSelf: Bool) -> Int32 {
    let connection = name.withCString { shim_connect_to_process($0) }
    if connection < 0 { return -1 }
    var process = pid_t()
    if shim_is_own_users(connection, &process) != 0, toSelf || process != getpid() {
      return connection
    }
    _ = close(connection)
    return -1
  }
}
