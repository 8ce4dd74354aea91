import AhaBase
import CShims

/// Waits on this machine for the browser to come back.
///
/// Source: RFC 8252, section 7.3. It listens on 127.0.0.1 (on ::1 where the redirect URL says so)
/// and nowhere else, and only until it is let go. Browsers open connections on suspicion and ask
/// for icons, so several are served at a time, each for 5 s and 8 KiB at most.
/// Threads: one at a time.
final class LoopbackListener {
  static let requestBytes = 8192
  private static let requestMilliseconds: Int64 = 5000
  private static let connectionLimit = 16

  let port: Int
  private let socket: Int32
  private var connections: [LoopbackConnection] = []

  /// - Parameter port: 0: any that is free.
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

  deinit { _ = close(socket) }

  /// Serves until `body` is content with a target, the wake descriptor is readable, or the time is
  /// over: true, false, false. Ask again when it was woken.
  /// - Parameter body: Told the target of each request; what it says goes back.
  func serve(
    wake: Int32, until deadline: Instant, _ body: (String) -> LoopbackPage
  ) -> Bool {
    var waits: [pollfd] = []
    while true {
      let now = Instant.now()
      drop(now)
      if now >= deadline { return false }
      waits.removeAll(keepingCapacity: true)
      waits.append(pollfd(fd: wake, events: Int16(POLLIN), revents: 0))
      waits.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0))
      for connection in connections { waits.append(connection.wait) }
      let left = (next(deadline).nanoseconds - now.nanoseconds) / 1_000_000 + 1
      _ = poll(&waits, nfds_t(waits.count), Int32(clamping: left))
      if waits[0].revents != 0 { return false }
      for index in connections.indices where waits[index + 2].revents != 0 {
        if step(connections[index], body) { return true }
      }
      if waits[1].revents != 0 { accept() }
    }
  }

  /// True when what was asked for has come.
  private func step(_ connection: LoopbackConnection, _ body: (String) -> LoopbackPage) -> Bool {
    guard connection.receive() else { return false }
    let page = connection.target.map(body) ?? .bad
    connection.answer(page)
    if case .done = page { return true }
    return false
  }

  private func accept() {
    let made = shim_accept(socket)
    guard made >= 0 else {
      // Without descriptors left, it would be asked at once again.
      if shim_errno() == EMFILE || shim_errno() == ENFILE { Instant.pause(milliseconds: 10) }
      return
    }
    // Who came first and said nothing is the least to be missed.
    if connections.count == LoopbackListener.connectionLimit { connections.removeFirst() }
    connections.append(
      LoopbackConnection(made, until: .after(milliseconds: LoopbackListener.requestMilliseconds)))
  }

  private func drop(_ now: Instant) {
    var index = 0
    while index < connections.count {
      if connections[index].isOver(now) { connections.remove(at: index) } else { index += 1 }
    }
  }

  private func next(_ deadline: Instant) -> Instant {
    var next = deadline
    for connection in connections { next = min(next, connection.deadline) }
    return next
  }
}
