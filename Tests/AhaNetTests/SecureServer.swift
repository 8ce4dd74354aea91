import AhaBase
import AhaTestSupport

/// Certificates of a test authority.
final class Certificates: Sendable {
  enum Kind: CaseIterable { case good, otherHost, expired, selfSigned }

  nonisolated(unsafe) let folder = TemporaryFolder()
  var authority: String { folder.file("ca.pem") }

  init() throws {
    try make("ca", "/CN=aha test CA", ["-x509", "-days", "2"])
    for kind in Kind.allCases {
      let name = "\(kind)"
      let place = kind == .otherHost ? "DNS:other.test" : "IP:127.0.0.1"
      if kind == .selfSigned {
        try make(
          name, "/CN=\(name)", ["-x509", "-days", "2", "-addext", "subjectAltName=\(place)"])
        continue
      }
      try make(name, "/CN=\(name)", [])
      folder.write(Array("subjectAltName=\(place)\n".utf8), to: "\(name).ext")
      try run(
        ["openssl", "x509", "-req", "-in", "\(name).pem", "-out", "\(name).pem", "-CA", "ca.pem"]
          + ["-CAkey", "ca.key", "-CAcreateserial", "-extfile", "\(name).ext"]
          + ["-days", kind == .expired ? "-1" : "2"], in: folder.path)
    }
  }

  private func make(_ name: String, _ subject: String, _ more: [String]) throws {
    try run(
      ["openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        + ["-keyout", "\(name).key", "-out", "\(name).pem", "-subj", subject] + more,
      in: folder.path)
  }
}

/// The `openssl` command as a server: it replies with files of the folder.
final class SecureServer {
  let port: Int
  private let command: Command

  init(_ certificates: Certificates, _ kind: Certificates.Kind, _ options: [String] = []) throws {
    command = try Command(
      ["openssl", "s_server", "-accept", "127.0.0.1:0", "-HTTP"]
        + ["-cert", "\(kind).pem", "-key", "\(kind).key"] + options,
      in: certificates.folder.path)
    var said = ""
    // "ACCEPT 127.0.0.1:46717"
    while said.last != "\n" || !said.contains("ACCEPT") {
      let more = command.more()
      if more.isEmpty { throw AhaError(.system, "openssl s_server: \(said)") }
      said += text(more)
    }
    port = Int(said.split(separator: ":").last!.prefix(while: \.isNumber))!
  }

  func url(_ path: String) -> String { "https://127.0.0.1:\(port)/\(path)" }
}
