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

  /// Tells of one that could not even begin.
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
    if Int(task.progress.stage) == AHA_DROP_CANCELLED {
      if console.isJSON { return console.print(task.object("cancelled").text) }
      return console.print(shown(task.destination) + ": cancelled")
    }
    LibraryNotes().drop(task.pointer)
    if console.isJSON { return console.print(task.object("dropped").text) }
    let url = task.text(AHA_DROP_URL)
    console.print(shown(task.destination) + ": " + (url.isEmpty ? "sent" : shown(url)))
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
  /// All there is to say about it, for programs.
  func object(_ event: String) -> JSONObject {
    let progress = self.progress
    var object = JSONObject()
    object.add("event", text: event)
    object.add("drop", name: id)
    object.add("stage", text: stageName(progress.stage))
    object.add("title", name: text(AHA_DROP_TITLE))
    object.add("destination", name: destination)
    object.add("kind", name: text(AHA_DROP_KIND))
    object.add("address", name: text(AHA_DROP_ADDRESS))
    object.add("bytes_done", number: UInt64(clamping: progress.bytes_done))
    object.add("bytes_total", number: UInt64(clamping: progress.bytes_total))
    object.add("bytes_repeated", number: UInt64(clamping: progress.bytes_repeated))
    object.add("url", name: text(AHA_DROP_URL))
    object.add("remote_id", name: text(AHA_DROP_REMOTE_ID))
    object.add("sha256", name: text(AHA_DROP_SHA256))
    object.add("preview_sha256", name: text(AHA_DROP_PREVIEW_SHA256))
    object.add("cover_sha256", name: text(AHA_DROP_COVER_SHA256))
    object.add("attachment_sha256", name: text(AHA_DROP_ATTACHMENT_SHA256))
    object.add("error", name: text(AHA_DROP_ERROR))
    return object
  }
}
