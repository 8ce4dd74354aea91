import AhaBase
import AhaLibrary
import CAha

/// Handle object of a scan's or sync's report, filled when the job is done.
///
/// Threads: any.
final class ReportBox: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_REPORT, "report") }
  private let lock = Lock()
  /// Invariant: read and written under `lock`. Nil until the job is done.
  private var info: aha_report_info?
  private var lines: [String] = []

  /// Stores the result of the job.
  func fill(_ found: aha_report_info, _ said: [String]) {
    lock.locked {
      info = found
      info?.line_count = UInt32(clamping: said.count)
      lines = said
    }
  }

  /// Errors: `state`.
  func done() throws(AhaError) -> (info: aha_report_info, lines: [String]) {
    let found = lock.locked { info.map { ($0, lines) } }
    guard let found else { throw AhaError(.state, "its job is not done") }
    return found
  }
}

/// Handle of a report, created before its job starts. The host gets it if it passed a pointer for
/// it.
struct ReportHandle {
  let box = ReportBox()
  private let out: UnsafeMutablePointer<OpaquePointer?>?
  private var number: UInt = 0

  init(_ out: UnsafeMutablePointer<OpaquePointer?>?) throws(AhaError) {
    self.out = out
    if out != nil { number = try Handle.make(box) }
  }

  /// Starts the job; passes the handle to the host, or ends it if the start fails.
  func end(_ start: () throws(AhaError) -> Void) throws(AhaError) {
    do throws(AhaError) {
      try start()
      out?.pointee = OpaquePointer(bitPattern: number)
    } catch {
      if number != 0 {
        _ = try? Handle.release(OpaquePointer(bitPattern: number), as: ReportBox.self)
      }
      throw error
    }
  }
}

extension ReportBox {
  func getInfo() throws(AhaError) -> aha_report_info { try done().info }

  func line(_ index: UInt32) throws(AhaError) -> String {
    try element(done().lines, index, "lines")
  }
}
