extension Job {
  /// Snapshot of a job.
  public struct Status {
    /// Nil until the job has ended.
    public let result: Outcome?
    public let progress: Progress
    /// Working time. Units: microseconds.
    public let elapsed: Int64
    /// Name of the stage; static.
    public let stageName: UnsafePointer<CChar>

    /// 0 to 1; -1 if unknown.
    public var fraction: Double {
      if case .success = result { return 1 }
      let (done, total) = (Double(progress.framesDone), Double(progress.framesTotal))
      if total > 0 { return min(1, done / total) }
      let bytes = Double(progress.bytesTotal)
      return bytes > 0 ? min(1, Double(progress.bytes) / bytes) : -1
    }

    /// Estimate of the rest of the working time; -1 if unknown. Units: microseconds.
    public var remaining: Int64 {
      if result != nil { return 0 }
      let fraction = fraction
      return fraction > 0 ? Int64(Double(elapsed) * min(1 / fraction - 1, 1e6)) : -1
    }
  }

  public var status: Status {
    let progress = progress
    return Status(result: result, progress: progress, elapsed: elapsed, stageName: stageName)
  }
}

extension Job.Outcome {
  public var code: ResultCode {
    if case .failure(let error) = self { return error.code }
    return .ok
  }

  /// Line of the error; "" after success.
  public var line: String {
    if case .failure(let error) = self { return error.line }
    return ""
  }
}
