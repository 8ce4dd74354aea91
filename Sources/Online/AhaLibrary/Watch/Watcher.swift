import AhaBase

/// Thread of a watch.
final class Watcher: @unchecked Sendable {
  /// Max new folders that are scanned one by one.
  private static let maxNew = 1000

  private let library: Library
  private let settings: ScanSettings
  private let starts: [TreeWalk.Start]
  private let events: FolderEvents
  private let bounds: WatchBounds
  private let tell: (Watch.Event) -> Void
  private let job = Job()

  private var folders: [Int32: TreeWalk.Start] = [:]
  /// Watch descriptors of changed folders.
  private var changed: Set<Int32> = []
  private var new: [TreeWalk.Start] = []
  private var isAllChanged = true
  private var isLimited = false
  /// A scan failed, so changes are not yet in the library.
  private var isBehind = false
  /// A root is gone; no event reports its return.
  private var hasGone = false
  /// Identity of each root at the last full scan.
  private var identities: [FileStatus.ID?] = []
  private var lastWhole = Instant.now()

  init(
    library: Library, settings: ScanSettings, starts: [TreeWalk.Start],
    events: FolderEvents, bounds: WatchBounds, tell: @escaping (Watch.Event) -> Void
  ) {
    (self.library, self.settings, self.starts) = (library, settings, starts)
    (self.events, self.bounds, self.tell) = (events, bounds, tell)
  }

  func stop() {
    job.cancel()
    events.wake()
  }

  func run() {
    var first = Instant.now()
    while !job.isCancelled {
      if isAllChanged || isDue { scanAll() }
      let hasChanges = !changed.isEmpty || !new.isEmpty
      let isLate = hasChanges && elapsed(since: first) > bounds.longest
      let isOpen = isLimited || isBehind || hasGone
      let limit = hasChanges ? bounds.quiet : isOpen ? bounds.again : -1
      if !isLate, events.wait(milliseconds: limit) {
        if !hasChanges { first = Instant.now() }
        events.read { note($0) }
      } else if hasChanges {
        scanChanged()
      }
    }
  }

  /// True if a full scan is due without an event.
  private var isDue: Bool {
    guard elapsed(since: lastWhole) >= bounds.again else { return false }
    return isLimited || isBehind || hasGone && isBack
  }

  /// Another disk at the same path counts as another folder.
  private var isBack: Bool {
    zip(starts, identities).contains { start, identity in
      guard let status = FileStatus(start.folder), status.kind == .folder else { return false }
      return status.id != identity
    }
  }

  private func elapsed(since instant: Instant) -> Int64 {
    (Instant.now().nanoseconds - instant.nanoseconds) / 1_000_000
  }

  private func note(_ event: FolderEvents.Event) {
    if event.isOverflow {
      isAllChanged = true
      return
    }
    guard let folder = folders[event.watch] else { return }
    if event.isGone {
      folders[event.watch] = nil
      changed.remove(event.watch)
      // The deletion of a subfolder is reported by its parent; a root has no watched parent.
      if folder.depth == 0 || event.isUnmounted { isAllChanged = true }
      if folder.depth == 0 { hasGone = true }
      return
    }
    changed.insert(event.watch)
    guard event.isNewFolder else { return }
    if new.count >= Watcher.maxNew { isAllChanged = true }
    let path = folder.folder.appending(event.name)
    new.append(TreeWalk.Start(folder: path, root: folder.root, depth: folder.depth + 1))
  }

  private func scanAll() {
    isAllChanged = false
    (changed, new, isBehind) = ([], [], false)
    identities = starts.map { FileStatus($0.folder)?.id }
    scan(starts, settings: settings)
    lastWhole = Instant.now()
    let watched = folders.values.filter { $0.depth == 0 }
    for (index, start) in starts.enumerated()
    where !watched.contains(where: { $0.folder == start.folder }) {
      (hasGone, identities[index]) = (true, nil)
    }
  }

  /// Scans the changed folders themselves, and new ones with all their subfolders.
  private func scanChanged() {
    let (folders, news) = (changed.compactMap { self.folders[$0] }, new)
    (changed, new) = ([], [])
    var own = settings
    own.isFlat = true
    if !folders.isEmpty { scan(folders, settings: own) }
    let wanted = news.filter { !$0.isSkipped(by: settings) }
    if !wanted.isEmpty { scan(wanted, settings: settings) }
  }

  private func scan(_ starts: [TreeWalk.Start], settings: ScanSettings) {
    var scan = Scan(library: library, settings: settings, job: job, from: starts)
    scan.entering = { [self] in watch($0) }
    do throws(AhaError) {
      let report = try scan.run()
      tell(.changed(report))
    } catch {
      if error.code == .cancelled { return }
      isBehind = true
      tell(.failure(error))
    }
  }

  /// Called before the folder is read, so that later changes are reported.
  private func watch(_ start: TreeWalk.Start) {
    do throws(AhaError) {
      if folders.count >= bounds.maxFolders { throw AhaError(.limit, "\(folders.count) folders") }
      folders[try events.watch(start.folder)] = start
    } catch {
      // A folder that is gone meanwhile needs no watch.
      guard error.code == .limit, !isLimited else { return }
      isLimited = true
      tell(.limit(error))
    }
  }
}
