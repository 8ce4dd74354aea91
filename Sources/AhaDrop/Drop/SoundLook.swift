import AhaBase
import AhaPiece

/// Looks at the sound that a drop sends, beside the sending. Let go of, it ends.
final class SoundLook {
  private let looking: Looking
  private let thread: Thread

  /// - Parameter peaks: So many; 0: none are asked for.
  /// Errors: `system` (no thread).
  init(
    _ artist: any PieceArtist, _ stem: AssetRecord, forCover: Bool, peaks: Int
  ) throws(AhaError) {
    let looking = Looking()
    self.looking = looking
    thread = try Thread(name: "aha-drop-look") {
      looking.end(looking.look(artist, stem, forCover: forCover, peaks: peaks))
    }
  }

  deinit {
    looking.cancellation.cancel()
    thread.join()
  }

  /// Nil when it is over, after so many milliseconds the frames so far, and all of them.
  func wait(milliseconds: Int64) -> (Int64, Int64)? { looking.wait(milliseconds) }

  /// What came of it, once it is over. Errors: `damaged` (it was not what is being sent).
  func shape() throws(AhaError) -> SoundShape { try looking.shape() }
}

/// What its thread and the drop's have in common.
private final class Looking: @unchecked Sendable {
  let cancellation = Cancellation()
  private let lock = Lock()
  private let changed: Condition
  // Under the lock.
  private var progress: (Int64, Int64) = (0, 0)
  private var result: Result<SoundShape, AhaError>?

  init() { changed = Condition(lock) }

  func look(
    _ artist: any PieceArtist, _ stem: AssetRecord, forCover: Bool, peaks: Int
  ) -> Result<SoundShape, AhaError> {
    do throws(AhaError) {
      let isThere = try stem.isUnchanged()
      let shape = artist.look(at: stem.path, forCover: forCover, peaks: peaks) { done, all in
        lock.locked { progress = (done, all) }
        return !cancellation.isWanted
      }
      // What was drawn was of that version.
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
  /// Whether the file is still there, as it was. Errors: `damaged` (it is another one, or was
  /// written to).
  func isUnchanged() throws(AhaError) -> Bool {
    guard let status = FileStatus(path) else { return false }
    try mark.require(status, path.text)
    return true
  }
}
