import AhaBase
import AhaLibrary
import CAha

/// What came of a scan or a sync, when that is done: what a handle stands for.
///
/// Threads: any.
final class ReportBox: Handled {
  static var kind: HandleTable.Kind { .report }
  private let lock = Lock()
  /// Under the lock; nil until its job is done.
  private var info: aha_report_info?
  private var lines: [String] = []

  /// The job is done.
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

/// A report's handle, made before its job runs; the host gets it if it wants it.
struct ReportHandle {
  let box = ReportBox()
  private let out: UnsafeMutablePointer<OpaquePointer?>?
  private var number: UInt = 0

  init(_ out: UnsafeMutablePointer<OpaquePointer?>?) throws(AhaError) {
    self.out = out
    if out != nil { number = try Handle.make(box) }
  }

  /// The job runs, or could not be started.
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
