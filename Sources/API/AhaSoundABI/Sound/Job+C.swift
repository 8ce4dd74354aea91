import AhaArguments
import AhaBase
import AhaEngine
import CAha
import Synchronization

@c @implementation
public func aha_job_wait(_ job: OpaquePointer?, _ timeoutMs: Int64) -> aha_result {
  var result = aha_result(AHA_PENDING)
  let called = guardedBlocking { () throws(AhaError) in
    let outcome = try Handle.object(job, as: Job.self).wait(milliseconds: timeoutMs)
    switch outcome {
    case nil: try refuseAtEnd()
    case .success: result = aha_result(AHA_OK)
    case .failure(let error): throw error
    }
  }
  return called == aha_result(AHA_OK) ? result : called
}

extension aha_job_progress {
  init(_ job: Job) {
    let now = job.status
    self = aha_job_progress_init()
    result = now.result?.code.rawValue ?? aha_result(AHA_PENDING)
    frames_done = UInt64(now.progress.framesDone)
    frames_total = UInt64(now.progress.framesTotal)
    bytes_done = UInt64(now.progress.bytes)
    (fraction, elapsed_us, remaining_us) = (now.fraction, now.elapsed, now.remaining)
    stage = now.stageName
  }
}

extension Job {
  var error: String { result?.line ?? "" }
}
