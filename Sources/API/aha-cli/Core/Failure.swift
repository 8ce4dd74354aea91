/// Exit codes of the program; aha(1) documents each.
enum ExitCode: Int32, Sendable {
  case success = 0
  case general = 1
  case usage = 2
  case input = 3
  case format = 4
  case output = 5
  case device = 6
  case network = 7
}

/// The side of the work on which a result came up: the exit code of the same result differs.
enum Side { case input, output }

/// Why the program, or its work on one file, failed.
struct Failure: Error {
  var exit: ExitCode
  var result: aha_result
  /// One line for a person, without the program's name in front.
  var message: String
  /// Advice behind the message; "" for none.
  var hint = ""
  /// True if it has been reported already and only the exit code is left.
  var isReported = false

  init(
    exit: ExitCode, result: aha_result, message: String, hint: String = "", isReported: Bool = false
  ) {
    (self.exit, self.result, self.message) = (exit, result, message.shownLine)
    (self.hint, self.isReported) = (hint, isReported)
  }
}

extension Failure {
  init(_ exit: ExitCode, code result: Int, _ message: String, hint: String = "") {
    self.init(exit: exit, result: aha_result(result), message: message, hint: hint)
  }

  static func usage(_ message: String, hint: String = "") -> Failure {
    Failure(.usage, code: AHA_ERROR_INVALID_ARGUMENT, message, hint: hint)
  }

  static func reported(_ exit: ExitCode) -> Failure {
    Failure(exit: exit, result: aha_result(AHA_OK), message: "", isReported: true)
  }

  static func interrupted(_ message: String) -> Failure {
    Failure(.general, code: AHA_ERROR_CANCELLED, message)
  }

  /// The library's last error on this thread, with the file in front unless the line names it.
  static func library(
    _ result: aha_result, side: Side, about path: Bytes, line: String = shown(aha_last_error())
  ) -> Failure {
    let name = path.text.shownLine
    let isNamed = line.utf8.indices.contains { line.utf8[$0...].starts(with: name.utf8) }
    let message = name.isEmpty || isNamed ? line : name + ": " + line
    return Failure(exit: exitCode(result, side), result: result, message: message)
  }

  static func system(_ error: Int32, about path: Bytes, exit: ExitCode = .output) -> Failure {
    Failure(AhaError.system(error, shown(path)), exit)
  }

  init(_ error: AhaError, _ exit: ExitCode = .output) {
    self.init(exit: exit, result: error.code.rawValue, message: error.line)
  }

  var fields: [Field] {
    [
      Field("code", .number(result)), Field("name", .text(shown(aha_result_name(result)))),
      Field("message", .text(message)),
    ] + (hint.isEmpty ? [] : [Field("hint", .text(hint))])
  }

  func has(_ result: Int) -> Bool { Int(self.result) == result }

  func with(hint: String) -> Failure {
    var failure = self
    failure.hint = hint
    return failure
  }
}

func check(_ result: aha_result, _ side: Side, about path: Bytes = []) throws(Failure) {
  if result < 0 { throw .library(result, side: side, about: path) }
}

/// The indices of a list. A count is 0 after an error too, which the function of its first element
/// returns.
func indices(
  _ count: UInt32, _ side: Side, about path: Bytes = [], first: () -> aha_result
) throws(Failure) -> Range<UInt32> {
  if count == 0 {
    let result = first()
    if Int(result) != AHA_ERROR_INVALID_ARGUMENT { try check(result, side, about: path) }
  }
  return 0..<count
}

/// Exit codes of the groups of aha/base.h.
private func exitCode(_ result: aha_result, _ side: Side) -> ExitCode {
  switch Int(result) {
  case AHA_ERROR_INVALID_ARGUMENT: return .usage
  // Formats were checked before, so that the file is of an unusable kind, such as a pipe.
  case AHA_ERROR_UNSUPPORTED: return side == .input ? .input : .output
  case AHA_ERROR_DISK_FULL, AHA_ERROR_VERIFY: return .output
  case AHA_ERROR_LIMIT where side == .input: return .format
  case -39 ... -20: return side == .input ? .input : .output
  case -59 ... -40: return side == .input ? .format : .output
  case -79 ... -60: return .device
  case -99 ... -80: return side == .input ? .format : .usage
  case -119 ... -100: return .network
  default: return .general
  }
}

/// The exit code of several pieces of work: that of all failures if they agree, else 1.
struct Tally {
  private(set) var exit = ExitCode.success

  mutating func add(_ failure: Failure) {
    exit = exit == .success || exit == failure.exit ? failure.exit : .general
  }

  func end() throws(Failure) { if exit != .success { throw .reported(exit) } }
}
