import AhaBase

/// Keeps a catalogue as the folders are: a thread that is told by the kernel what changes, and
/// scans those folders that do. It begins with a scan of all.
///
/// The kernel lets a user watch so many folders at once (`fs.inotify.max_user_watches`); where that
/// is reached, all is scanned each minute instead.
public final class Watch {
  public enum Event {
    /// Folders were scanned because something had changed in them.
    case changed(ScanReport)
    /// More folders than the kernel watches.
    case limit(AhaError)
    /// A scan has failed; others follow.
    case failure(AhaError)
  }

  private let watcher: Watcher
  private let thread: Thread

  /// - Parameter tell: Called on the watch's thread; it must not call `stop`.
  /// Errors: `notFound` (a root), `invalidArgument` (no root), `limit` (too many watches in this
  /// process or of this user), `system`.
  public convenience init(
    _ catalogue: Catalogue, settings: ScanSettings, tell: @escaping (Event) -> Void = { _ in }
  ) throws(AhaError) {
    try self.init(catalogue, settings, bounds: WatchBounds(), tell)
  }

  init(
    _ catalogue: Catalogue, _ settings: ScanSettings, bounds: WatchBounds,
    _ tell: @escaping (Event) -> Void
  ) throws(AhaError) {
    let starts = try Scan.starts(settings)
    let watcher = Watcher(catalogue, settings, starts, try FolderEvents(), bounds, tell)
    self.watcher = watcher
    thread = try Thread(name: "aha-watch") { watcher.run() }
  }

  deinit { stop() }

  /// Waits for the end of the thread; a scan is cancelled.
  public func stop() {
    watcher.stop()
    thread.leave()
  }
}

/// Tests have others. Units: milliseconds.
struct WatchBounds {
  /// Nothing has changed for so long: a scan may begin.
  var quiet: Int64 = 200
  /// A scan begins though there are changes all the time.
  var longest: Int64 = 2000
  /// Between scans of all, where not all folders can be watched.
  var again: Int64 = 60_000
  var mostFolders = Int.max
}
