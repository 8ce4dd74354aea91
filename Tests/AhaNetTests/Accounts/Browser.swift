import Glibc

/// Sends a request to a local listener as a browser does; nil: no reply.
func browse(_ port: Int, _ request: String) -> String? {
  guard let socket = connect(to: port) else { return nil }
  defer { close(socket) }
  send(socket, Array(request.utf8), request.utf8.count, Int32(MSG_NOSIGNAL))
  var all: [UInt8] = []
  var bytes = [UInt8](repeating: 0, count: 4096)
  while true {
    let got = recv(socket, &bytes, bytes.count, 0)
    if got <= 0 { break }
    all += bytes[..<got]
  }
  return all.isEmpty ? nil : String(decoding: all, as: UTF8.self)
}

/// A socket with a timeout of 30 s.
/// - Parameter machine: Any address of 127/8, all of them this machine.
func connect(to port: Int, of machine: UInt32 = 0x7F00_0001) -> Int32? {
  let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  var limit = timeval(tv_sec: 30, tv_usec: 0)
  setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(port).bigEndian
  address.sin_addr.s_addr = machine.bigEndian
  let failed = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  if failed == 0 { return made }
  close(made)
  return nil
}

func get(_ port: Int, _ target: String) -> String? {
  browse(port, "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
}
