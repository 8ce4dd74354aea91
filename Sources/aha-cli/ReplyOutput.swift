import CAha

/// Sends a request, and brings what it is answered to where it is wanted, as it comes.
final class ReplyOutput {
  private let request: SentRequest
  private let console: Console
  /// nil: standard output.
  private let path: Bytes?
  private var kept: Bytes = []
  private var size = 0

  /// Of a reply that is printed as JSON.
  private static let mostKept = 64 << 20

  init(_ request: SentRequest, _ console: Console) {
    (self.request, self.console, path) = (request, console, request.output)
  }

  func run() throws(Failure) {
    try transfer()
    if path != nil { size = Int(request.progress.received_bytes) }
    if console.isJSON { console.print(object(kept).text) }
  }

  private func transfer() throws(Failure) {
    let job = try request.start()
    var result = aha_result(AHA_PENDING)
    while Int(result) == AHA_PENDING {
      if console.isInterrupted { aha_job_cancel(job.pointer) }
      try console.refuseInterrupted("interrupted")
      // A result comes before the last of the data is taken.
      result = aha_job_wait(job.pointer, path == nil ? 5 : 50)
      if path == nil { try takeData() }
    }
    if result < 0 { throw refused(result) }
  }

  private func takeData() throws(Failure) {
    var buffer = Bytes(repeating: 0, count: 1 << 18)
    var length = 0
    while aha_request_read(request.pointer, &buffer, buffer.count, &length) >= 0, length > 0 {
      try keep(buffer.prefix(length))
      if console.isInterrupted { return }
    }
  }

  private func keep(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    size += bytes.count
    if !console.isJSON {
      console.write(Bytes(bytes))
    } else if kept.count + bytes.count <= ReplyOutput.mostKept {
      kept += bytes
    } else {
      throw Failure(
        exit: .output, result: aha_result(AHA_ERROR_LIMIT),
        message: "over 64 MiB can't be printed as JSON", hint: "give -o FILE")
    }
  }

  /// What the server said goes to standard error, and into the object.
  private func refused(_ result: aha_result) -> Failure {
    let failure = Failure.library(result, .output, about: path ?? [])
    let body = request.errorBody
    if !body.isEmpty { console.say(shownLines(body)) }
    if console.isJSON { console.print(object(body).text) }
    return failure
  }

  private func object(_ body: Bytes) -> JSONObject {
    var object = JSONObject()
    object.add("event", text: "reply")
    object.add("status", number: UInt64(request.status))
    object.add("type", name: request.status == 0 ? [] : request.header("Content-Type"))
    object.add("bytes", number: UInt64(size))
    object.add("tries", number: UInt64(request.progress.tries))
    if path == nil { object.add("body", name: body) }
    return object
  }

  /// As `shown`, with its line feeds.
  private func shownLines(_ text: Bytes) -> String {
    joined(text.split(separator: 0x0a).map { shown($0) }, "\n")
  }
}
