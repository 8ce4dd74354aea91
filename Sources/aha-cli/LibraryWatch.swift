import CAha
import CCli

/// Keeps a library as folders are, until a signal comes: tells each time that they were scanned.
final class LibraryWatch {
  private let library: LibraryFile
  private let console: Console
  private let about: Bytes
  private var last = aha_watch_status_init()

  /// Ends the watch when there are no owners. Errors: those of the watch.
  init(
    _ library: LibraryFile, _ options: aha_scan_options, _ console: Console, about: Bytes
  ) throws(Failure) {
    (self.library, self.console, self.about) = (library, console, about)
    var options = options
    try check(aha_library_start_watch(library.pointer, &options), .input, about: about)
  }

  /// A signal is how a watch is ended: that is no failure. Errors: nobody takes the output.
  func run() throws(Failure) {
    while !console.isInterrupted {
      _ = cli_wait(-1, 200, nil, 0)
      tellChanges()
    }
    try check(aha_library_stop_watch(library.pointer), .input, about: about)
    if cli_caught_signal() == 0 { try console.refuseInterrupted("") }
  }

  private func tellChanges() {
    var status = aha_watch_status_init()
    guard aha_library_get_watch(library.pointer, &status) >= 0 else { return }
    if status.is_limited != 0, last.is_limited == 0 {
      console.say("aha: warning: the kernel watches no more folders; all are scanned each minute")
    }
    let isNew = status.scans != last.scans || status.result != last.result
    if isNew { tell(status) }
    last = status
  }

  private func tell(_ status: aha_watch_status) {
    if status.result < 0 {
      return console.tell(.library(status.result, .input, about: about), file: about)
    }
    if console.isJSON {
      var object = JSONObject()
      object.add("event", text: "watched")
      object.add("source", name: about)
      object.add("scans", number: UInt64(clamping: status.scans))
      object.add("changes", number: UInt64(clamping: status.changes))
      object.add("is_limited", isTrue: status.is_limited != 0)
      console.print(object.text)
    } else if last.scans == 0 {
      console.print(shown(about) + ": watching")
    } else if status.changes > last.changes {
      console.print(shown(about) + ": changed items: \(status.changes - last.changes)")
    }
  }
}
