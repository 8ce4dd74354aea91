final class DropRun {
  private let online: Online
  private let bar = StatusLine()
  private var rate = ByteRate()
  private var tasks: [DropTask] = []
  private var tally = Tally()

  private let (hasQR, isRenewal): (Bool, Bool)

  init(on online: Online, hasQR: Bool = false, isRenewal: Bool = false) {
    (self.online, self.hasQR, self.isRenewal) = (online, hasQR, isRenewal)
  }

  func start(_ task: DropTask, call: (OpaquePointer, Handle.Out) -> aha_result) {
    do throws(Failure) {
      try task.start(call)
      tasks.append(task)
    } catch { add(error) }
  }

  func add(_ failure: Failure) {
    tally.add(failure)
    console.tell(failure)
  }

  /// Errors: a drop failed, or an interruption, which keeps running drops for later.
  func wait() throws(Failure) {
    while let first = tasks.first(where: { $0.isRunning }) {
      if console.isInterrupted {
        bar.clear()
        let ids = tasks.filter { $0.isRunning }.map { $0.shortID }
        let message = "interrupted; resume with: \(program) drops --resume " + joined(ids, by: " ")
        try console.refuseInterrupted(message)
      }
      poll(first, milliseconds: 100)
      for task in tasks where task.isRunning { poll(task, milliseconds: 0) }
      online.dropEvents()
      if !bar.isDue() { continue }
      if console.isJSON {
        for task in tasks where task.isRunning { task.tellProgress() }
      } else if let line = progressLine() {
        bar.draw(line, isUrgent: true)
      }
    }
    bar.clear()
    try tally.end()
  }

  private func poll(_ task: DropTask, milliseconds: Int64) {
    do throws(Failure) {
      try task.wait(for: milliseconds)
      if !task.isRunning { tell(task) }
      try task.refuseEdited()
    } catch {
      bar.clear()
      if console.isJSON { console.print(task.record(of: "failed")) }
      add(error)
    }
  }

  private func tell(_ task: DropTask) {
    bar.clear()
    let (name, url) = (shown(task.destination), task.text(AHA_DROP_URL))
    if Int(task.progress.stage) == AHA_DROP_CANCELLED {
      return console.print(task.record(of: "cancelled"), or: name + ": cancelled")
    }
    if !isRenewal { LibraryNotes().note(drop: task.pointer) }
    console.print(
      task.record(of: isRenewal ? "renewed" : "dropped"),
      or: name + ": " + (url.isEmpty ? "sent" : shown(url)))
    if console.isJSON { return }
    if hasQR { showQR(of: url) }
    // AHA_DROP_WARNING is in the log, too.
    let end = task.text(AHA_DROP_URL_EXPIRES)
    if !end.isEmpty {
      let open = "\(program) open \(task.text(AHA_DROP_REMOTE_ID))"
      let renew = "\(program) drops --renew \(task.shortID)"
      console.note("the link ends at \(end); for a new one: \(renew); with your keys: " + open)
    }
  }

  private func progressLine() -> String? {
    let running = tasks.filter { $0.isRunning }
    guard let stage = running.map({ $0.progress.stage }).min() else { return nil }
    let drawn = running.compactMap { $0.drawn }
    if drawn.count == running.count {
      return barLine("drawing", fraction: drawn.min() ?? 0, facts: "")
    }
    let all = tasks.map { $0.progress }
    let done = all.reduce(0) { $0 + $1.bytes_done }
    let total = all.reduce(0) { $0 + $1.bytes_total }
    let count = tasks.count > 1 ? " to \(tasks.count)" : ""
    let isLocked = running.contains { $0.isLocked }
    let name = isLocked ? "locked" : stageName(of: stage)
    return byteLine(name + count, done: done, total: total, perSecond: rate.perSecond(done))
  }
}

final class DropTask: Handle {
  private var result = aha_result(AHA_PENDING)
  private var job: Handle?
  /// Its piece has texts that were cut for its destination.
  var isShortened = false
  private var reported: (stage: aha_drop_stage_code, bytes: Int64, isLocked: Bool)?

  var destination: Bytes { text(AHA_DROP_DESTINATION) }
  var id: Bytes { text(AHA_DROP_ID) }
  var shortID: String { shown(id.prefix(12)) }
  var isRunning: Bool { job != nil && Int(result) == AHA_PENDING }

  var progress: aha_drop_progress {
    filled(aha_drop_progress_init()) { aha_drop_get_progress(pointer, &$0) }
  }

  func text(_ which: Int) -> Bytes {
    copiedText { aha_drop_copy_text(pointer, aha_drop_text(which), $0, $1, $2) }
  }

  func start(_ call: (OpaquePointer, Handle.Out) -> aha_result) throws(Failure) {
    job = try Handle(.output, about: destination) { call(pointer, $0) }
  }

  /// Errors: the job's, once it has ended.
  func wait(for milliseconds: Int64) throws(Failure) {
    guard isRunning, let job else { return }
    let result = aha_job_wait(job.pointer, milliseconds)
    if Int(result) == AHA_PENDING { return }
    self.result = result
    if result >= 0 { return }
    // The error of a file that has changed is the file's, not the destination's.
    let side = Int(result) == AHA_ERROR_DAMAGED ? Side.input : .output
    let failure = Failure.library(result, side: side, about: destination)
    switch Int(progress.stage) {
    case AHA_DROP_BROKEN:
      throw failure.with(hint: "resume with: \(program) drops --resume " + shortID)
    case AHA_DROP_CLEANING:
      throw failure.with(hint: "\(program) drops --cancel " + shortID + " tries again to clean up")
    default: throw failure
    }
  }

  /// Errors: the drop waits for answers of the program that created it.
  func refuseEdited() throws(Failure) {
    guard isRunning, Int(progress.stage) == AHA_DROP_EDITING else { return }
    result = aha_result(AHA_ERROR_STATE)
    throw .library(
      result, side: .output, about: destination,
      line: "it is still being edited: only the program that created it can continue")
  }

  /// How much of the sound was decoded, 0 to 1, while nothing else is left to do; else nil.
  var drawn: Double? {
    guard let job else { return nil }
    let progress = jobProgress(job)
    guard same("decoding", bytes(of: progress.stage)) else { return nil }
    return min(1, Double(progress.frames_done) / Double(max(1, progress.frames_total)))
  }

  /// Another client's lock at the destination is waited for.
  var isLocked: Bool { job.map { same("locked", bytes(of: jobProgress($0).stage)) } ?? false }

  func tellProgress() {
    let (now, isLocked) = (progress, isLocked)
    if let reported, reported == (now.stage, now.bytes_done, isLocked) { return }
    reported = (now.stage, now.bytes_done, isLocked)
    console.print([
      "event": .text("progress"), "drop": .name(id), "destination": .name(destination),
      "stage": .text(isLocked ? "locked" : stageName(of: now.stage)),
      "bytes_done": .count(now.bytes_done), "bytes_total": .count(now.bytes_total),
    ])
  }

  func record(of event: String) -> Record {
    let progress = self.progress
    func name(_ which: Int) -> JSONValue { .name(text(which)) }
    return [
      "event": .text(event), "drop": .name(id), "stage": .text(stageName(of: progress.stage)),
      "title": name(AHA_DROP_TITLE), "destination": .name(destination),
      "kind": name(AHA_DROP_KIND), "address": name(AHA_DROP_ADDRESS),
      "bytes_done": .count(progress.bytes_done), "bytes_total": .count(progress.bytes_total),
      "bytes_repeated": .count(progress.bytes_repeated), "url": name(AHA_DROP_URL),
      "url_expires": name(AHA_DROP_URL_EXPIRES), "warning": name(AHA_DROP_WARNING),
      "remote_id": name(AHA_DROP_REMOTE_ID), "sha256": name(AHA_DROP_SHA256),
      "preview_sha256": name(AHA_DROP_PREVIEW_SHA256),
      "cover_sha256": name(AHA_DROP_COVER_SHA256),
      "attachment_sha256": name(AHA_DROP_ATTACHMENT_SHA256), "error": name(AHA_DROP_ERROR),
    ]
  }

  var lines: String {
    let progress = self.progress
    var state = stageName(of: progress.stage)
    let isUnderWay = Int(progress.stage) < AHA_DROP_DONE || Int(progress.stage) == AHA_DROP_BROKEN
    if isUnderWay, progress.bytes_total > 0 {
      state += " \(progress.bytes_done * 100 / progress.bytes_total)%"
    }
    var lines =
      shortID + "  " + padded(state, to: 13) + " \(text(AHA_DROP_TITLE))  ->  \(destination)"
    let end = text(AHA_DROP_URL_EXPIRES)
    let until = end.isEmpty ? [] : "until ".array + end
    for line in [text(AHA_DROP_URL), until, text(AHA_DROP_ERROR)] where !line.isEmpty {
      lines += "\n" + String(repeating: " ", count: 14) + shown(line)
    }
    return lines
  }
}

private func stageName(of stage: aha_drop_stage_code) -> String {
  let names = [
    "preparing", "signing in", "editing", "sending", "creating", "cleaning", "done", "broken",
    "failed", "cancelled",
  ]
  return word(names, at: stage)
}
