import AhaBase
import Glibc

/// A connection of a `RawServer`, served byte by byte, so that a test can send replies that no
/// server would send.
public final class RawConnection: @unchecked Sendable {
  fileprivate let descriptor: Int32
  private var buffered: [UInt8] = []

  fileprivate init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  private func fill() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let got = recv(descriptor, &chunk, chunk.count, 0)
    if got > 0 { buffered += chunk[..<got] }
    return got > 0
  }

  /// Head of the next request; nil: the client closed the connection.
  public func head() -> String? {
    while true {
      for index in buffered.indices.dropLast(3)
      where buffered[index..<(index + 4)].elementsEqual([13, 10, 13, 10]) {
        let head = String(decoding: buffered[..<index], as: UTF8.self)
        buffered.removeFirst(index + 4)
        return head
      }
      if !fill() { return nil }
    }
  }

  /// A body of `count` bytes, or the bytes that arrived.
  public func body(_ count: Int) -> [UInt8] {
    while buffered.count < count, fill() {}
    let body = Array(buffered.prefix(count))
    buffered.removeFirst(body.count)
    return body
  }

  /// Body of the request with that head.
  public func body(of head: String) -> [UInt8] {
    body(Int(field("content-length", head) ?? "0") ?? 0)
  }

  @discardableResult
  public func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let put = bytes.withUnsafeBytes {
        send(descriptor, $0.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
      }
      if put <= 0 { return false }
      done += put
    }
    return true
  }

  public func answer(_ status: Int, _ headers: [String] = [], _ body: [UInt8] = []) {
    let lines = (["Content-Length: \(body.count)"] + headers).joined(separator: "\r\n")
    write(Array("HTTP/1.1 \(status) x\r\n\(lines)\r\n\r\n".utf8) + body)
  }

  /// Waits until the client closes the connection; false after the timeout.
  public func waitForEnd() -> Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, 0) <= 0 && errno != EAGAIN
  }

  /// Closes the connection now.
  public func cut() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Resets the connection instead of closing it cleanly.
  public func reset() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }
}

/// Field of a request's head; the case of its name does not matter.
public func field(_ name: String, _ head: String) -> String? {
  for line in head.split(separator: "\r\n") {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[0].lowercased() == name {
      return parts[1].trimmingPrefix(while: { $0 == " " }).description
    }
  }
  return nil
}

// Absent in Swift's module of glibc.
@_silgen_name("accept4")
private func accept4(
  _ listener: Int32, _ address: UnsafeMutablePointer<sockaddr>?,
  _ length: UnsafeMutablePointer<socklen_t>?, _ flags: Int32
) -> Int32

/// A server on 127.0.0.1 that serves each connection with a closure of the test.
public final class RawServer: @unchecked Sendable {
  public let port: Int
  private let listener: Int32
  private let lock = Lock()
  private var heads: [String] = []
  private var open: [Int32] = []
  private var threads: [Thread] = []
  private var acceptor: Thread?
  private var isClosing = false
  private var count = 0

  public init(_ serve: @escaping (RawConnection) -> Void) throws {
    // Close-on-exec: otherwise another test's command keeps a closed connection open.
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let found = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard found else { throw AhaError(.system, "no port for a test") }
    port = Int(UInt16(bigEndian: address.sin_port))
    acceptor = try Thread(name: "test-accept") { [unowned self] in accept(serve) }
  }

  /// Answers each request with the bytes that the closure writes, until the client closes the
  /// connection.
  public convenience init(each answer: @escaping (RawConnection, String) -> Void) throws {
    let noted = Noted()
    try self.init { connection in
      while let head = connection.head() {
        noted.add(head)
        answer(connection, head)
      }
    }
    self.noted = noted
  }

  private var noted = Noted()

  private final class Noted: @unchecked Sendable {
    let lock = Lock()
    var heads: [String] = []
    func add(_ head: String) { lock.locked { heads.append(head) } }
  }

  /// Heads of all requests so far; only with `each`.
  public var requests: [String] { noted.lock.locked { noted.heads } }
  public var connections: Int { lock.locked { count } }

  public func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  private func accept(_ serve: @escaping (RawConnection) -> Void) {
    while true {
      let descriptor = accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
      if descriptor < 0 { return }
      lock.lock()
      if isClosing {
        lock.unlock()
        Glibc.close(descriptor)
        return
      }
      open.append(descriptor)
      count += 1
      let thread = try? Thread(name: "test-serve") { [self] in
        serve(RawConnection(descriptor))
        lock.locked {
          open.removeAll { $0 == descriptor }
          _ = Glibc.close(descriptor)
        }
      }
      if let thread { threads.append(thread) }
      lock.unlock()
    }
  }

  /// Closes all connections and waits for their threads.
  public func close() {
    let all = lock.locked {
      isClosing = true
      for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
      let all = threads
      threads = []
      return all
    }
    shutdown(listener, Int32(SHUT_RDWR))
    acceptor?.join()
    for thread in all { thread.join() }
    Glibc.close(listener)
  }
}

/// Runs a body with a server that answers each request, then closes the server.
public func withServer<T>(
  _ answer: @escaping (RawConnection, String) -> Void, _ body: (RawServer) throws -> T
) throws -> T {
  let server = try RawServer(each: answer)
  defer { server.close() }
  return try body(server)
}

/// Runs a body with a server whose connections the test serves, then closes the server.
public func withConnections<T>(
  _ serve: @escaping (RawConnection) -> Void, _ body: (RawServer) throws -> T
) throws -> T {
  let server = try RawServer(serve)
  defer { server.close() }
  return try body(server)
}

public func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
