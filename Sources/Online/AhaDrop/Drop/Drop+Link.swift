import AhaBase
import AhaNet

/// The check of a finished drop's URL.
extension Drop {
  private static let maxBytes: Int64 = 1 << 20
  private static let stallMilliseconds: Int64 = 5000

  /// Requests the receipt's URL once, without keys, as a listener does. If it does not answer with
  /// a page, the drop has a warning and is done nevertheless: the server may show it later.
  func checkLink(_ receipt: DropReceipt, at destination: any Destination, via call: DropCall) {
    guard destination.traits.checksLink, receipt.url.begins(with: "http") else { return }
    var request = HTTPRequest("GET", receipt.url)
    request.limits.body = Drop.maxBytes
    request.limits.stallMilliseconds = Drop.stallMilliseconds
    request.limits.totalMilliseconds = 2 * Drop.stallMilliseconds
    var trouble = ""
    do throws(AhaError) {
      let reply = try client.transport.send(request) { call.job.isCancelled }
      if !(200..<300).contains(reply.status) { trouble = "HTTP \(reply.status)" }
    } catch {
      // A server that sends more than a page has answered.
      if error.code != .limit && error.code != .cancelled { trouble = error.line }
    }
    if trouble.isEmpty { return }
    let line =
      "the drop is sent, but its URL does not answer: \(trouble) at "
      + receipt.url.shownLocation
    lock.locked { foundWarning = line }
    Log.warning("\(destination.name): \(line)")
    post(.dropWarning, value: 0, line: line)
  }

  /// "" for none.
  public var warning: String { lock.locked { foundWarning } }
}

extension EventKind {
  public static let dropWarning = EventKind(144)
}
