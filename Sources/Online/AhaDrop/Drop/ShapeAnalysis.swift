import AhaBase
import AhaNet
import AhaPiece

/// Analyzes the sound of a drop beside the upload. Releasing it cancels the analysis.
final class ShapeAnalysis {
  private let state: AnalysisState
  private let thread: Thread

  /// - Parameter peaks: Count of peaks; 0 for none.
  /// Errors: `system` (no thread).
  init(
    covers: any CoverMaker, stem: AssetRecord, forCover: Bool, peaks: Int
  ) throws(AhaError) {
    let state = AnalysisState()
    self.state = state
    thread = try Thread(name: "aha-drop-look") {
      state.end(with: state.look(with: covers, stem: stem, forCover: forCover, peaks: peaks))
    }
  }

  deinit {
    state.cancellation.cancel()
    thread.join()
  }

  /// Waits. Returns nil at the end; on timeout, the analyzed frames and their total.
  func wait(milliseconds: Int64) -> (Int64, Int64)? { state.wait(for: milliseconds) }

  /// Result after the end. Errors: `damaged` (the file is not the one being sent).
  func shape() throws(AhaError) -> SoundShape { try state.shape() }
}

/// State shared by the analysis thread and the drop's.
private final class AnalysisState: @unchecked Sendable {
  let cancellation = Cancellation()
  private let lock = Lock()
  private let changed: Condition
  // Invariant: the properties below are read and written under `lock`.
  private var progress: (Int64, Int64) = (0, 0)
  private var result: Result<SoundShape, AhaError>?

  init() { changed = Condition(lock) }

  func look(
    with covers: any CoverMaker, stem: AssetRecord, forCover: Bool, peaks: Int
  ) -> Result<SoundShape, AhaError> {
    do throws(AhaError) {
      let isThere = try stem.isUnchanged()
      let shape = covers.look(at: stem.path, forCover: forCover, peaks: peaks) { done, all in
        lock.locked { progress = (done, all) }
        return !cancellation.isWanted
      }
      // If the file has changed, the waveform belongs to another version.
      if try stem.isUnchanged() || !isThere { return .success(shape) }
      return .success(SoundShape())
    } catch { return .failure(error) }
  }

  func end(with result: Result<SoundShape, AhaError>) {
    lock.locked {
      self.result = result
      changed.signalAll()
    }
  }

  func wait(for milliseconds: Int64) -> (Int64, Int64)? {
    let deadline = Instant.after(milliseconds: milliseconds)
    lock.lock()
    defer { lock.unlock() }
    while result == nil { if !changed.wait(until: deadline) { break } }
    return result == nil ? progress : nil
  }

  func shape() throws(AhaError) -> SoundShape {
    guard let result = lock.locked({ result }) else { return SoundShape() }
    return try result.get()
  }
}

extension AssetRecord {
  /// True if the file exists unchanged, false if it is gone. Errors: `damaged` (replaced or written
  /// to).
  func isUnchanged() throws(AhaError) -> Bool {
    guard let status = FileStatus(path) else { return false }
    try mark.require(status, of: path.text)
    return true
  }
}

/// Waveform of a drop's sound, for its cover and page.
extension Drop {
  /// Count of peaks in a drawn waveform.
  private static let peaks = 1000

  /// Starts the analysis beside the upload. Errors: `system` (no thread).
  func startShapeAnalysis(hasPage: Bool) throws(AhaError) {
    let data = data
    // A cover may have to be drawn if none has been answered.
    let forCover = data.state[.cover] != .answered && data.state[.cover] != .sent
    guard let covers = registry.covers, forCover || hasPage, sharedAnalysis == nil else { return }
    let look = try ShapeAnalysis(
      covers: covers, stem: data[.mixStem], forCover: forCover, peaks: hasPage ? Drop.peaks : 0)
    lock.locked { shapeAnalysis = look }
  }

  /// Waits for the analysis, and starts it if needed, as after a restart. Errors: `damaged` (the
  /// file is not the one that was sent), `cancelled`, `system`.
  func shape(hasPage: Bool, via call: DropCall) throws(AhaError) -> SoundShape {
    try startShapeAnalysis(hasPage: hasPage)
    guard let look = sharedAnalysis else { return SoundShape() }
    let job = runningJob
    while let (done, all) = look.wait(milliseconds: 20) {
      try call.job.throwIfCancelled()
      // All bytes may be sent by now; the job then only waits for this.
      job?.enter(.decoding)
      job?.report(frames: done, of: all)
    }
    // Progress counts bytes again.
    job?.report(frames: 0, of: 0)
    job?.enter(.sending)
    // A changed file must not be published, even if its waveform was drawn before.
    _ = try data[.mixStem].isUnchanged()
    return try look.shape()
  }

  func stopShapeAnalysis() {
    // Released outside the lock, because that waits for its thread.
    let look = sharedAnalysis
    lock.locked { shapeAnalysis = nil }
    withExtendedLifetime(look) {}
  }

  private var sharedAnalysis: ShapeAnalysis? { lock.locked { shapeAnalysis } }
}
