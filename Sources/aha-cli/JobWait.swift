import CAha

extension Console {
  /// Waits until the job has ended and gives what it came to. An interruption cancels it.
  func wait(for job: Handle, tick: () -> Void) -> aha_result {
    var isCancelled = false
    while true {
      let result = aha_job_wait(job.pointer, 100)
      if Int(result) != AHA_PENDING { return result }
      if isInterrupted, !isCancelled {
        isCancelled = true
        aha_job_cancel(job.pointer)
      }
      tick()
    }
  }
}

func jobProgress(_ job: Handle) -> aha_job_progress {
  var progress = aha_job_progress_init()
  _ = aha_job_get_progress(job.pointer, &progress)
  return progress
}

extension TrackSession {
  func refuseInterrupted() throws(Failure) {
    try console.refuseInterrupted("interrupted" + afterInterruption)
  }
}
