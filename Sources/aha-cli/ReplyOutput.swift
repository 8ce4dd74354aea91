import CAha
import CCli

/// Sends a request, and brings what it is answered to where it is wanted, as it comes.
final class ReplyOutput {
  private let request: SentRequest
  private let console: Console
  /// nil: standard output.
  private let path: Bytes?
  private var part: Bytes { (path ?? []) + Bytes(".part".utf8) }
  private var descriptor: Int32 = -1
  private var kept: Bytes = []
  private var size = 0

  /// Of a reply that is printed as JSON.
  private static let mostKept = 64 << 20

  init(_ request: SentRequest, _ arguments: Arguments, _ console: Console) {
    (self.request, self.console) = (request, console)
    let path = arguments.value("--output")
    self.path = path.map { same("-", $0) } == true ? nil : path
  }

  func run() throws(Failure) {
    if path != nil {
      descriptor = withCString(part) { cli_create_file($0) }
      if descriptor < 0 { throw failed(-descriptor) }
    }
    do throws(Failure) {
      try transfer()
      try finish()
    } catch {
      if descriptor >= 0 { _ = cli_close(descriptor) }
      if path != nil { _ = withCString(part) { cli_remove($0) } }
      throw error
    }
  }

  private func transfer() throws(Failure) {
    let job = try request.start()
    var buffer = Bytes(repeating: 0, count: 1 << 18)
    var result = aha_result(AHA_PENDING)
    while true {
      if console.isInterrupted { aha_job_cancel(job.pointer) }
      try console.refuseInterrupted("interrupted")
      var length = 0
      let read = aha_request_read(request.pointer, &buffer, buffer.count, &length)
      if length > 0 {
        try keep(buffer.prefix(length))
        continue
      }
      if Int(read) == AHA_END { break }
      // The job's result is looked at before the data is, or the last of that would be missed.
      if Int(result) != AHA_PENDING { break }
      result = aha_job_wait(job.pointer, 5)
    }
    if Int(result) == AHA_PENDING { result = aha_job_wait(job.pointer, -1) }
    if result < 0 { throw refused(result) }
  }

  private func keep(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    size += bytes.count
    if descriptor >= 0 {
      let error = bytes.withUnsafeBytes { cli_write(descriptor, $0.baseAddress, $0.count) }
      if error != 0 { throw failed(error) }
    } else if !console.isJSON {
      console.write(Bytes(bytes))
    } else if kept.count + bytes.count <= ReplyOutput.mostKept {
      kept += bytes
    } else {
      throw Failure(
        exit: .output, result: aha_result(AHA_ERROR_LIMIT),
        message: "over 64 MiB can't be printed as JSON", hint: "give -o FILE")
    }
  }

  private func finish() throws(Failure) {
    if let path {
      let closed = cli_close(descriptor)
      descriptor = -1
      if closed != 0 { throw failed(closed) }
      let error = withCString(part) { part in withCString(path) { cli_rename(part, $0) } }
      if error != 0 { throw failed(error) }
    }
    if console.isJSON { console.print(object(kept).text) }
  }

  /// What the server said goes to standard error, and into the object.
  private func refused(_ result: aha_result) -> Failure {
    let failure = Failure.library(result, .input, about: [])
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

  private func failed(_ error: Int32) -> Failure {
    Failure(
      exit: .output, result: aha_result(error == ENOSPC ? AHA_ERROR_DISK_FULL : AHA_ERROR_IO),
      message: shown(path ?? []) + ": " + shown(cli_error_text(error)))
  }

  /// As `shown`, with its line feeds.
  private func shownLines(_ text: Bytes) -> String {
    joined(text.split(separator: 0x0a).map { shown($0) }, "\n")
  }
}
