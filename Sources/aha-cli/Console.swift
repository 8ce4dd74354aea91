import CAha
import CCli

/// Standard output and standard error.
final class Console {
  /// Whether results and errors also go out as JSON lines.
  private(set) var isJSON: Bool
  /// errno of the first write to standard output that failed; 0 while all went well.
  private(set) var outputError: Int32 = 0

  init(isJSON: Bool) { self.isJSON = isJSON }

  /// True once there is no point in going on: a signal came, or nobody takes the output.
  var isInterrupted: Bool { cli_caught_signal() != 0 || outputError != 0 }

  /// Throws when the work is to end. A standard output that fails is told of at the very end.
  func refuseInterrupted(_ message: String) throws(Failure) {
    if outputError != 0 { throw .told(.output) }
    if cli_caught_signal() != 0 { throw .interrupted(message) }
  }

  /// For commands whose output is JSON wherever no person reads it.
  func useJSON() { isJSON = true }

  /// A line on standard output.
  func print(_ line: String) { write(Array(line.utf8) + [0x0a]) }

  /// Bytes on standard output.
  func write(_ bytes: Bytes) {
    if outputError == 0 { outputError = cli_write(1, bytes, bytes.count) }
  }

  /// A line on standard error.
  func say(_ line: String) { drawOnError(line + "\n") }

  /// Text on standard error as it is.
  func drawOnError(_ text: String) {
    let bytes = Array(text.utf8)
    // There is nowhere left to tell that standard error fails.
    _ = cli_write(2, bytes, bytes.count)
  }

  /// Tells of a failure, on standard error and, for programs, on standard output.
  func tell(_ failure: Failure, file: Bytes? = nil) {
    if failure.isTold { return }
    if isJSON { print(errorObject(failure, file).text) }
    say("aha: " + failure.message)
    if !failure.hint.utf8.isEmpty { say("aha: " + failure.hint) }
  }

  private func errorObject(_ failure: Failure, _ file: Bytes?) -> JSONObject {
    var object = JSONObject()
    object.add("event", text: "error")
    if let file { object.add("file", name: file) }
    object.add("code", number: failure.result)
    object.add("name", text: shown(aha_result_name(failure.result)))
    object.add("message", text: failure.message)
    return object
  }
}
