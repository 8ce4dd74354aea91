import AhaBase
import CShims

/// Waits on this machine for the browser's redirect.
///
/// Source: RFC 8252, section 7.3. It listens on 127.0.0.1 only (on ::1 if the redirect URL names
/// it), and only until it is released. Browsers open speculative connections and request icons, so
/// it serves several connections at a time, each for max 5 s and 8 KiB.
/// Threads: one at a time.
final class LoopbackListener {
  static let requestBytes = 8192
  private static let requestMilliseconds: Int64 = 5000
  private static let connectionLimit = 16

  let port: Int
  let socket: Int32
  private var connections: [LoopbackConnection] = []

  static func serves(_ host: String) -> Bool {
    ["127.0.0.1", "[::1]", "localhost"].contains(host)
  }

  /// - Parameter port: 0: any free port.
  /// Errors: `exists` (the port is in use), `access`, `system`.
  init(port: Int, isSix: Bool) throws(AhaError) {
    let made = shim_listen_on_loopback(isSix ? 1 : 0, UInt16(clamping: port))
    if made < 0 {
      let reason = shim_errno()
      if reason == EADDRINUSE {
        throw AhaError(.exists, "port \(port) of this machine is in use by another program")
      }
      throw AhaError.system(reason, "listen on port \(port)")
    }
    socket = made
    self.port = Int(shim_socket_port(made))
  }

  deinit { shim_close_listener(socket) }

  /// Serves requests until `body` accepts a target (returns true), a wake descriptor is readable or
  /// the deadline has passed (returns false). After a wake-up, call it again.
  /// - Parameter body: Gets the target of each request and returns the page to send.
  func serve(
    wakes: [Int32], until deadline: Instant, answering body: (String) -> LoopbackPage
  ) -> Bool {
    var waits: [pollfd] = []
    while true {
      let now = Instant.now()
      drop(at: now)
      if now >= deadline { return false }
      waits.removeAll(keepingCapacity: true)
      waits.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0))
      for wake in wakes { waits.append(pollfd(fd: wake, events: Int16(POLLIN), revents: 0)) }
      for connection in connections { waits.append(connection.wait) }
      let left = (next(until: deadline).nanoseconds - now.nanoseconds) / 1_000_000 + 1
      shim_begin_wait()
      _ = poll(&waits, nfds_t(waits.count), Int32(clamping: left))
      shim_end_wait()
      let first = 1 + wakes.count
      if waits[1..<first].contains(where: { $0.revents != 0 }) { return false }
      for index in connections.indices where waits[index + first].revents != 0 {
        if step(connections[index], answering: body) { return true }
      }
      if waits[0].revents != 0 { accept() }
    }
  }

  /// Returns true when the expected request has arrived.
  private func step(_ connection: LoopbackConnection, answering body: (String) -> LoopbackPage)
    -> Bool
  {
    guard connection.receive() else { return false }
    let page = connection.target.map(body) ?? .bad
    connection.answer(with: page)
    if case .done = page { return true }
    return false
  }

  private func accept() {
    let made = shim_accept(socket)
    guard made >= 0 else {
      // Without free descriptors, `accept` would fail again at once.
      if shim_errno() == EMFILE || shim_errno() == ENFILE { Instant.pause(milliseconds: 10) }
      return
    }
    // At the limit, drops the oldest connection: it has sent nothing for the longest time.
    if connections.count == LoopbackListener.connectionLimit { connections.removeFirst() }
    connections.append(
      LoopbackConnection(
        socket: made, until: .after(milliseconds: LoopbackListener.requestMilliseconds)))
  }

  private func drop(at now: Instant) {
    var index = 0
    while index < connections.count {
      if connections[index].isOver(at: now) { connections.remove(at: index) } else { index += 1 }
    }
  }

  private func next(until deadline: Instant) -> Instant {
    var next = deadline
    for connection in connections { next = min(next, connection.deadline) }
    return next
  }
}

/// Page that the browser shows after the redirect.
enum LoopbackPage {
  /// The expected redirect.
  case done(isSignedIn: Bool)
  /// A request for another path.
  case missing
  case bad

  var bytes: [UInt8] {
    let (status, text): (String, String) =
      switch self {
      case .done(true): ("200 OK", "You can close this window and go back to the application.")
      case .done(false): ("200 OK", "The sign-in was refused. You can close this window.")
      case .missing: ("404 Not Found", "Not found.")
      case .bad: ("400 Bad Request", "This is not the expected answer.")
      }
    let page =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Sign-in</title>"
      + "<p>\(text)</p>\n"
    let head =
      "HTTP/1.1 \(status)\r\nContent-Type: text/html; charset=utf-8\r\n"
      + "Content-Length: \(page.utf8.count)\r\nConnection: close\r\nCache-Control: no-store\r\n"
      + "Referrer-Policy: no-referrer\r\nContent-Security-Policy: default-src 'none'\r\n\r\n"
    return Array(head.utf8) + Array(page.utf8)
  }
}

/// One browser connection, with one request.
final class LoopbackConnection {
  let deadline: Instant
  /// Requested path and query; nil if the request is not readable.
  private(set) var target: String?
  private let socket: Int32
  private var head: [UInt8] = []
  private var isAnswered = false

  init(socket: Int32, until deadline: Instant) {
    (self.socket, self.deadline) = (socket, deadline)
  }

  deinit {
    head.wipe()
    _ = close(socket)
  }

  var wait: pollfd { pollfd(fd: socket, events: Int16(POLLIN), revents: 0) }

  func isOver(at now: Instant) -> Bool { isAnswered || now >= deadline }

  /// Reads available bytes. Returns true when the request is complete, or too long, and must be
  /// answered.
  func receive() -> Bool {
    var isAtEnd = false
    withUnsafeTemporaryAllocation(byteCount: 2048, alignment: 1) { buffer in
      while !isAtEnd && head.count <= LoopbackListener.requestBytes {
        let got = shim_receive(socket, buffer.baseAddress!, buffer.count)
        if got < 0 && shim_errno() == EINTR { continue }
        if got < 0 && shim_errno() == EAGAIN { return }
        if got <= 0 { isAtEnd = true } else { head += buffer[..<got] }
      }
    }
    if hasWholeHead {
      target = requestTarget()
      return true
    }
    // The browser closed the connection, so no answer is possible.
    if isAtEnd { isAnswered = true }
    return !isAtEnd && head.count > LoopbackListener.requestBytes
  }

  func answer(with page: LoopbackPage) {
    let bytes = page.bytes
    // The answer fits into the socket's send buffer.
    _ = bytes.withUnsafeBufferPointer { shim_send(socket, $0.baseAddress!, $0.count) }
    shim_end_sending(socket)
    isAnswered = true
  }

  private var hasWholeHead: Bool {
    guard head.count >= 4, head.count <= LoopbackListener.requestBytes else { return false }
    for start in 0...(head.count - 4)
    where head[start] == 13 && head[start + 1] == 10 && head[start + 2] == 13
      && head[start + 3] == 10
    {
      return true
    }
    return false
  }

  /// The target of `GET /path?query HTTP/1.1`.
  private func requestTarget() -> String? {
    let line = head[..<(head.firstIndex(of: 13) ?? 0)]
    guard line.begins(with: "GET /") else { return nil }
    let rest = line[4...]
    guard let space = rest.firstIndex(of: 0x20), rest[(space + 1)...].begins(with: "HTTP/1.")
    else { return nil }
    return rest[..<space].text
  }
}
