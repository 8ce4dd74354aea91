import AhaBase
import CAha
import Synchronization

extension Job: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_JOB, noun: "job") }

  public func ended(_ handle: UInt) { tag.store(0, ordering: .relaxed) }
}

/// Handle of a job, created before the job can report its end. The host gets it if it passed a
/// pointer for it.
private struct JobHandle: ~Copyable {
  private let out: UnsafeMutablePointer<OpaquePointer?>?
  private let engine: OpaquePointer?
  private(set) var number: UInt = 0

  init(out: UnsafeMutablePointer<OpaquePointer?>?, engine: OpaquePointer?) {
    self.out = out
    self.engine = engine
    out?.pointee = nil
  }

  /// Creates the handle of a job before the job starts.
  mutating func attach(_ job: Job) throws(AhaError) {
    guard out != nil else { return }
    number = try Handle.make(job, parent: engine)
    job.tag.store(number, ordering: .relaxed)
  }

  /// Passes the handle to the host, after the job was started.
  consuming func hand() { out?.pointee = OpaquePointer(bitPattern: number) }

  /// Ends the handle of a job that could not be started.
  consuming func drop() {
    if number != 0 {
      _ = try? Handle.release(OpaquePointer(bitPattern: number), as: Job.self)
    }
  }
}

/// Starts a job; its handle is created first.
public func starting(
  _ outJob: UnsafeMutablePointer<OpaquePointer?>?, of engine: OpaquePointer?,
  _ body: ((Job) throws(AhaError) -> Void) throws(AhaError) -> Void
) -> aha_result {
  var handle = JobHandle(out: outJob, engine: engine)
  let result = guarded { () throws(AhaError) in
    try body { (job) throws(AhaError) in try handle.attach(job) }
  }
  if result == aha_result(AHA_OK) { handle.hand() } else { handle.drop() }
  return result
}

/// The client that owns an account or a request; NULL for other handles.
public func parent(of handle: OpaquePointer?) -> OpaquePointer? {
  OpaquePointer(bitPattern: HandleTable.parent(of: UInt(bitPattern: handle)))
}
