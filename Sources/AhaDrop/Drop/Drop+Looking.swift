import AhaBase
import AhaNet
import AhaPiece

/// What the sound of a drop looks like: its cover and its page need that.
extension Drop {
  /// How fine the drawing of a sound is.
  private static let peaks = 1000

  /// Begins, beside the sending. Errors: `system` (no thread).
  func beginLooking(hasPage: Bool) throws(AhaError) {
    let data = data
    // A cover that is not answered yet may have to be drawn.
    let forCover = data.state[.cover] != .answered && data.state[.cover] != .sent
    guard let artist = desk.artist, forCover || hasPage, sharedLook == nil else { return }
    let look = try SoundLook(
      artist, data[.mixStem], forCover: forCover, peaks: hasPage ? Drop.peaks : 0)
    lock.locked { soundLook = look }
  }

  /// Waits for what was begun, and begins where nothing was, as in a process that goes on.
  /// Errors: `damaged` (the file is not the one that was sent), `cancelled`, `system`.
  func shape(hasPage: Bool, _ call: DropCall) throws(AhaError) -> SoundShape {
    try beginLooking(hasPage: hasPage)
    guard let look = sharedLook else { return SoundShape() }
    let job = runningJob
    while let (done, all) = look.wait(milliseconds: 100) {
      try call.job.throwIfCancelled()
      // All may have been sent: this is what it waits for.
      job?.enter(.decoding)
      job?.report(frames: done, of: all)
    }
    // Bytes are what it tells of again.
    job?.report(frames: 0, of: 0)
    job?.enter(.sending)
    // Nothing is made public of a file that was written to since, whatever was drawn before.
    _ = try data[.mixStem].isUnchanged()
    return try look.shape()
  }

  func stopLooking() {
    // Let go outside of the lock: that waits for its thread.
    let look = sharedLook
    lock.locked { soundLook = nil }
    withExtendedLifetime(look) {}
  }

  private var sharedLook: SoundLook? { lock.locked { soundLook } }
}
