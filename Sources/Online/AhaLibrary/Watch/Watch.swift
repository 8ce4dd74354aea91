import AhaBase

/// Keeps a library up to date with folders: a thread waits for inotify events and scans the
/// changed folders. It starts with a full scan.
///
/// The kernel limits the watches of a user (`fs.inotify.max_user_watches`). At that limit, a full
/// scan runs every minute instead.
public final class Watch {
  public enum Event {
    /// Changed folders were scanned.
    case changed(ScanReport)
    /// More folders than the kernel can watch.
    case limit(AhaError)
    /// A scan failed; others follow.
    case failure(AhaError)
  }

  private let watcher: Watcher
  private let thread: Thread

  /// - Parameter tell: Called on the watch's thread; it must not call `stop`.
  /// Errors: `notFound` (a root), `invalidArgument` (no root), `limit` (too many watches in this
  /// process or of this user), `system`.
  public convenience init(
    library: Library, settings: ScanSettings, tell: @escaping (Event) -> Void = { _ in }
  ) throws(AhaError) {
    try self.init(library: library, settings: settings, bounds: WatchBounds(), tell: tell)
  }

  init(
    library: Library, settings: ScanSettings, bounds: WatchBounds,
    tell: @escaping (Event) -> Void
  ) throws(AhaError) {
    let starts = try Scan.starts(of: settings)
    let watcher = Watcher(
      library: library, settings: settings, starts: starts, events: try FolderEvents(),
      bounds: bounds, tell: tell)
    self.watcher = watcher
    thread = try Thread(name: "aha-watch") { watcher.run() }
  }

  deinit { stop() }

  /// Cancels a running scan and waits for the thread.
  public func stop() {
    watcher.stop()
    thread.leave()
  }
}

/// Timing; tests use other values. Units: milliseconds.
struct WatchBounds {
  /// Quiet time before a scan.
  var quiet: Int64 = 200
  /// Max delay of a scan while changes continue.
  var longest: Int64 = 2000
  /// Interval of full scans if not all folders can be watched.
  var again: Int64 = 60_000
  var maxFolders = Int.max
}
