import AhaBase
import AhaEngine
import CAha
import Synchronization

extension Job: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_JOB, "job") }

  func ended(_ handle: UInt) { tag.store(0, ordering: .relaxed) }
}

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

@c @implementation
public func aha_job_get_progress(
  _ job: OpaquePointer?, _ progress: UnsafeMutablePointer<aha_job_progress>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let job = try Handle.object(job, as: Job.self)
    let now = job.progress
    var value = aha_job_progress_init()
    value.result = job.result?.code.rawValue ?? aha_result(AHA_PENDING)
    value.frames_done = UInt64(now.framesDone)
    value.frames_total = UInt64(now.framesTotal)
    value.bytes_done = UInt64(now.bytes)
    value.fraction = fraction(now, result: value.result)
    value.elapsed_us = job.elapsed
    value.remaining_us = remaining(value)
    value.stage = job.stageName
    try Sized.write(value, to: progress, "progress")
  }
}

private func fraction(_ now: Job.Progress, result: aha_result) -> Double {
  if result == aha_result(AHA_OK) { return 1 }
  if now.framesTotal > 0 { return min(1, Double(now.framesDone) / Double(now.framesTotal)) }
  return now.bytesTotal > 0 ? min(1, Double(now.bytes) / Double(now.bytesTotal)) : -1
}

private func remaining(_ now: aha_job_progress) -> Int64 {
  if now.result != aha_result(AHA_PENDING) { return 0 }
  guard now.fraction > 0 else { return -1 }
  return Int64(Double(now.elapsed_us) * min(1 / now.fraction - 1, 1e6))
}

@c @implementation
public func aha_job_copy_error(
  _ job: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let outcome = try Handle.object(job, as: Job.self).result
    try Text.copyOut(outcome?.line ?? "", text, capacity, outLength)
  }
}

extension Job.Outcome {
  var code: ResultCode {
    if case .failure(let error) = self { return error.code }
    return .ok
  }

  var line: String {
    if case .failure(let error) = self { return error.line }
    return ""
  }
}
