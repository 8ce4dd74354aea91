import CAha

/// Waits for drops that were started, tells how far they are, and what came of each.
final class DropRun {
  private let console: Console
  private let online: Online
  private let bar: DropBar
  private var tasks: [DropTask] = []
  private var tally = Tally()

  init(_ online: Online, _ console: Console) {
    (self.online, self.console) = (online, console)
    bar = DropBar(console)
  }

  func add(_ task: DropTask) { tasks.append(task) }

  func add(_ failure: Failure) {
    tally.add(failure)
    console.tell(failure)
  }

  /// Errors: one of them failed; it was interrupted, and what runs is kept for later.
  func wait() throws(Failure) {
    while let first = tasks.first(where: { $0.isRunning }) {
      try refuseInterrupted()
      poll(first, 100)
      for task in tasks where task.isRunning { poll(task, 0) }
      online.dropEvents()
      bar.tell(tasks)
    }
    bar.clear()
    try tally.end()
  }

  private func poll(_ task: DropTask, _ milliseconds: Int64) {
    do throws(Failure) {
      try task.wait(milliseconds)
      if !task.isRunning { tell(task) }
      try task.refuseEdited()
    } catch {
      bar.clear()
      if console.isJSON { console.print(task.object("failed").text) }
      add(error)
    }
  }

  private func tell(_ task: DropTask) {
    bar.clear()
    let (name, url) = (shown(task.destination), task.text(AHA_DROP_URL))
    if Int(task.progress.stage) == AHA_DROP_CANCELLED {
      return console.print(task.object("cancelled"), or: name + ": cancelled")
    }
    LibraryNotes().drop(task.pointer)
    console.print(task.object("dropped"), or: name + ": " + (url.isEmpty ? "sent" : shown(url)))
  }

  private func refuseInterrupted() throws(Failure) {
    guard console.isInterrupted else { return }
    bar.clear()
    let ids = tasks.filter { $0.isRunning }.map { $0.shortID }
    let kept = "interrupted; aha drops --resume " + joined(ids, " ") + " goes on"
    try console.refuseInterrupted(kept)
  }
}

extension DropTask {
  func object(_ event: String) -> JSONObject {
    let progress = self.progress
    return [
      "event": .text(event), "drop": .name(id), "stage": .text(stageName(progress.stage)),
      "title": .name(text(AHA_DROP_TITLE)), "destination": .name(destination),
      "kind": .name(text(AHA_DROP_KIND)), "address": .name(text(AHA_DROP_ADDRESS)),
      "bytes_done": .count(progress.bytes_done), "bytes_total": .count(progress.bytes_total),
      "bytes_repeated": .count(progress.bytes_repeated), "url": .name(text(AHA_DROP_URL)),
      "remote_id": .name(text(AHA_DROP_REMOTE_ID)), "sha256": .name(text(AHA_DROP_SHA256)),
      "preview_sha256": .name(text(AHA_DROP_PREVIEW_SHA256)),
      "cover_sha256": .name(text(AHA_DROP_COVER_SHA256)),
      "attachment_sha256": .name(text(AHA_DROP_ATTACHMENT_SHA256)),
      "error": .name(text(AHA_DROP_ERROR)),
    ]
  }
}

final class DropTask {
  let destination: Bytes
  /// As a person types it: the beginning of the drop's id.
  var shortID: String { shown(id.prefix(12)) }
  let id: Bytes
  private(set) var result = aha_result(AHA_PENDING)
  private let handle: Handle
  private var job: Handle?

  var pointer: OpaquePointer { handle.pointer }

  init(_ side: Side, about: Bytes, _ make: (UnsafeMutablePointer<OpaquePointer?>) -> aha_result)
    throws(Failure)
  {
    var pointer: OpaquePointer?
    let result = make(&pointer)
    let handle = try Handle(pointer, aha_drop_release, result, side, about: about)
    self.handle = handle
    destination = dropText(handle, AHA_DROP_DESTINATION)
    id = dropText(handle, AHA_DROP_ID)
  }

  func start(_ call: (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>) -> aha_result)
    throws(Failure)
  {
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
    filled(aha_drop_progress_init()) { aha_drop_get_progress(pointer, &$0) }
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

  func text(_ which: Int) -> Bytes { dropText(handle, which) }
}

private func dropText(_ drop: Handle, _ which: Int) -> Bytes {
  copiedText { aha_drop_copy_text(drop.pointer, aha_drop_text(which), $0, $1, $2) }
}

func stageName(_ stage: aha_drop_stage_code) -> String {
  let names = [
    "preparing", "signing in", "editing", "sending", "creating", "cleaning", "done", "broken",
    "failed", "cancelled",
  ]
  return names.indices.contains(Int(stage)) ? names[Int(stage)] : "stage \(stage)"
}
