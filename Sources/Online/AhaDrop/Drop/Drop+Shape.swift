import AhaBase
import AhaNet
import AhaPiece

/// Waveform of a drop's sound, for its cover and page.
extension Drop {
  /// Count of peaks in a drawn waveform.
  private static let peaks = 1000

  /// Starts the analysis beside the upload. Errors: `system` (no thread).
  func startShapeAnalysis(hasPage: Bool) throws(AhaError) {
    let data = data
    // A cover may have to be drawn if none has been answered.
    let forCover = data.state[.cover] != .answered && data.state[.cover] != .sent
    guard let artist = registry.artist, forCover || hasPage, sharedAnalysis == nil else { return }
    let look = try ShapeAnalysis(
      artist: artist, stem: data[.mixStem], forCover: forCover, peaks: hasPage ? Drop.peaks : 0)
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
