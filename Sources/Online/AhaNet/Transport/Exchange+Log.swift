import AhaBase

/// Log lines of a transfer, without secrets: no query, user, header or body.
extension Exchange {
  /// "PUT cloud.example/music/piece.json".
  private var shown: String {
    let path = request.hidesPath ? "/..." : url.path.cut
    return "\(method) \(url.authority)\(path)" + (url.query.isEmpty ? "" : "?...")
  }

  /// The request of a hop begins.
  func logStart() {
    let count = transfer.bytesToSend
    Log.debug("\(shown): begins" + (count > 0 ? ", \(count) bytes to send" : ""))
  }

  /// The head of a reply has arrived.
  func logHead() {
    Log.debug(
      "\(shown): head of HTTP \(response.status)"
        + (response.length.map { ", \($0) bytes to receive" } ?? ""))
  }

  /// The transfer has ended.
  func logEnd(with failure: AhaError?) {
    Log.info(line(of: failure))
  }

  private func line(of failure: AhaError?) -> String {
    let sent = failure == nil ? sourceOffset : transfer.bytesSent
    let received = max(stored, Int64(response.body.count))
    let milliseconds = (Instant.now().nanoseconds - begun.nanoseconds) / 1_000_000
    let counts = "\(sent) bytes sent, \(received) received, \(milliseconds) ms"
    guard let failure else { return "\(shown): HTTP \(response.status), \(counts)" }
    return "\(shown): failed (\(failure.code.name)), \(counts)"
  }
}

extension ResultCode {
  /// For log lines.
  fileprivate var name: String {
    switch self {
    case .cancelled: "cancelled"
    case .timeout: "timeout"
    case .network: "network"
    case .tls: "TLS"
    case .refused: "refused"
    case .reply: "unusable reply"
    case .limit: "limit"
    default: "code \(rawValue)"
    }
  }
}
