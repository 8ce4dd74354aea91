import AhaBase
import AhaPiece

/// Analyzes the sound of a drop beside the upload. Releasing it cancels the analysis.
final class ShapeAnalysis {
  private let state: AnalysisState
  private let thread: Thread

  /// - Parameter peaks: Count of peaks; 0 for none.
  /// Errors: `system` (no thread).
  init(
    artist: any PieceArtist, stem: AssetRecord, forCover: Bool, peaks: Int
  ) throws(AhaError) {
    let state = AnalysisState()
    self.state = state
    thread = try Thread(name: "aha-drop-look") {
      state.end(state.look(artist, stem: stem, forCover: forCover, peaks: peaks))
    }
  }

  deinit {
    state.cancellation.cancel()
    thread.join()
  }

  /// Waits. Returns nil at the end; on timeout, the analyzed frames and their total.
  func wait(milliseconds: Int64) -> (Int64, Int64)? { state.wait(milliseconds) }

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
    _ artist: any PieceArtist, stem: AssetRecord, forCover: Bool, peaks: Int
  ) -> Result<SoundShape, AhaError> {
    do throws(AhaError) {
      let isThere = try stem.isUnchanged()
      let shape = artist.look(at: stem.path, forCover: forCover, peaks: peaks) { done, all in
        lock.locked { progress = (done, all) }
        return !cancellation.isWanted
      }
      // If the file has changed, the waveform belongs to another version.
      if try stem.isUnchanged() || !isThere { return .success(shape) }
      return .success(SoundShape())
    } catch { return .failure(error) }
  }

  func end(_ result: Result<SoundShape, AhaError>) {
    lock.locked {
      self.result = result
      changed.signalAll()
    }
  }

  func wait(_ milliseconds: Int64) -> (Int64, Int64)? {
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
