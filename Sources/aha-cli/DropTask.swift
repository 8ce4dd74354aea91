import CAha

/// One drop of the library on its way to one destination.
final class DropTask {
  /// What its destination is called.
  let destination: Bytes
  /// As a person types it: the beginning of the drop's id.
  var shortID: String { shown(id.prefix(12)) }
  let id: Bytes
  private(set) var result = aha_result(AHA_PENDING)
  private let handle: Handle
  private var job: Handle?

  var pointer: OpaquePointer { handle.pointer }

  /// - Parameter make: Gives a drop of the library.
  init(
    _ side: Side, about: Bytes, _ make: (UnsafeMutablePointer<OpaquePointer?>) -> aha_result
  ) throws(Failure) {
    var pointer: OpaquePointer?
    let result = make(&pointer)
    let handle = try Handle(pointer, aha_drop_release, result, side, about: about)
    self.handle = handle
    destination = dropText(handle, AHA_DROP_DESTINATION)
    id = dropText(handle, AHA_DROP_ID)
  }

  /// - Parameter call: Starts a job with the drop.
  func start(
    _ call: (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>) -> aha_result
  ) throws(Failure) {
    var pointer: OpaquePointer?
    let result = call(handle.pointer, &pointer)
    if result < 0 { self.result = result }
    job = try Handle(pointer, aha_job_release, result, .output, about: destination)
  }

  /// Errors: what the job came to, once it has ended.
  func wait(_ milliseconds: Int64) throws(Failure) {
    guard isRunning, let job else { return }
    let result = aha_job_wait(job.pointer, milliseconds)
    if Int(result) == AHA_PENDING { return }
    self.result = result
    if result >= 0 { return }
    // A file that is another one than it was is what is wrong, not the destination.
    let side = Int(result) == AHA_ERROR_DAMAGED ? Side.input : .output
    var failure = Failure.library(result, side, about: destination)
    switch Int(progress.stage) {
    case AHA_DROP_BROKEN:
      failure.hint = "aha drops --resume " + shortID + " goes on where it broke off"
    case AHA_DROP_CLEANING:
      failure.hint = "aha drops --cancel " + shortID + " tries again to take away what it left"
    default: break
    }
    throw failure
  }

  /// Errors: it waits for answers that nobody here gives; leaving its client breaks it off again.
  func refuseEdited() throws(Failure) {
    guard isRunning, Int(progress.stage) == AHA_DROP_EDITING else { return }
    result = aha_result(AHA_ERROR_STATE)
    throw .library(
      result, .output, about: destination,
      line: "it is still being edited: the program that began it goes on")
  }

  var isRunning: Bool { Int(result) == AHA_PENDING }

  var progress: aha_drop_progress {
    var progress = aha_drop_progress_init()
    _ = aha_drop_get_progress(pointer, &progress)
    return progress
  }

  /// How much of the sound was looked at, while that is what it waits for; else nil.
  var drawn: Double? {
    guard isRunning, let job, same("decoding", bytes(of: aha_job_stage(job.pointer))) else {
      return nil
    }
    let progress = jobProgress(job)
    guard progress.frames_total > 0 else { return 0 }
    return min(1, Double(progress.frames_done) / Double(progress.frames_total))
  }

  /// - Parameter which: AHA_DROP_URL …
  func text(_ which: Int) -> Bytes { dropText(handle, which) }
}

private func dropText(_ drop: Handle, _ which: Int) -> Bytes {
  copiedText { aha_drop_copy_text(drop.pointer, aha_drop_text(which), $0, $1, $2) }
}

/// As programs get it.
func stageName(_ stage: aha_drop_stage_code) -> String {
  let names = [
    "preparing", "signing in", "editing", "sending", "creating", "cleaning", "done", "broken",
    "failed", "cancelled",
  ]
  return names.indices.contains(Int(stage)) ? names[Int(stage)] : "stage \(stage)"
}
