import AhaBase
import CShims

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

  func answer(_ page: LoopbackPage) {
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
