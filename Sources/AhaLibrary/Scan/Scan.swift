import AhaBase
import AhaStore

/// Brings a catalogue to what is in folders: new sounds, changed ones, those that have moved and
/// those that are gone. Work for a thread of its own; the catalogue can be used meanwhile.
///
/// A process that is ended meanwhile leaves what was found until then.
public struct Scan {
  /// How many files are looked at between two questions whether to go on.
  private static let batch = 128
  /// How many are written at a time, which others wait for; and after how many milliseconds fewer
  /// are.
  private static let mostFound = 512
  private static let longest: Int64 = 300

  private let catalogue: Catalogue
  private let settings: ScanSettings
  private let job: Job
  private let starts: [TreeWalk.Start]
  /// Told of each folder before it is read.
  var entering: ((TreeWalk.Start) -> Void)?
  /// What came of it until now.
  public private(set) var report = ScanReport()
  private var seen = NumberSet()
  private var contents = KnownContents()
  /// Not written yet.
  private var fresh: [LibraryItem] = []
  private var lastWritten = Instant.now()

  /// Errors: `notFound` (a root), `invalidArgument` (no root).
  public init(
    _ catalogue: Catalogue, _ settings: ScanSettings, _ job: Job
  ) throws(AhaError) {
    self.init(catalogue, settings, job, from: try Scan.starts(settings))
  }

  static func starts(_ settings: ScanSettings) throws(AhaError) -> [TreeWalk.Start] {
    var starts: [TreeWalk.Start] = []
    for root in settings.roots {
      guard let real = root.resolved else {
        throw AhaError(.notFound, "the folder \(root.text) is not there")
      }
      if let status = FileStatus(real), status.kind != .folder {
        throw AhaError(.notFound, "\(root.text) is no folder")
      }
      starts.append(TreeWalk.Start(folder: real, root: real, depth: 0))
    }
    if starts.isEmpty { throw AhaError(.invalidArgument, "a scan needs a folder") }
    return starts
  }

  /// Of folders that are in the roots.
  init(
    _ catalogue: Catalogue, _ settings: ScanSettings, _ job: Job, from starts: [TreeWalk.Start]
  ) {
    (self.catalogue, self.settings, self.job, self.starts) = (catalogue, settings, job, starts)
  }

  /// Errors: `cancelled`, `limit` (more sounds than were to be), those of databases. What was found
  /// until then stays.
  public mutating func run() throws(AhaError) -> ScanReport {
    do throws(AhaError) {
      return try look()
    } catch {
      try? write()
      throw error
    }
  }

  private mutating func look() throws(AhaError) -> ScanReport {
    var walk = TreeWalk(settings, from: starts)
    walk.entering = entering
    var found: [TreeWalk.Found] = []
    while true {
      try job.throwIfCancelled()
      var troubles: [AhaError] = []
      guard let next = walk.next({ troubles.append($0) }) else { break }
      for trouble in troubles { report.note(trouble) }
      found += next
      while found.count >= Scan.batch { try take(&found) }
    }
    while !found.isEmpty { try take(&found) }
    try write()
    if !walk.isUnreadCut {
      let folders = starts.map { $0.folder }
      report.missing = try catalogue.markMissing(
        below: folders, besides: walk.unread, seen, isFlat: settings.isFlat, job)
    }
    return report
  }

  /// The next files: those that are not as the catalogue knows them are looked at side by side.
  private mutating func take(_ found: inout [TreeWalk.Found]) throws(AhaError) {
    try job.throwIfCancelled()
    let batch = Array(found.prefix(Scan.batch))
    found.removeFirst(batch.count)
    report.files += Int64(batch.count)
    if report.files > settings.mostFiles {
      throw AhaError(.limit, "there are more than \(settings.mostFiles) sounds")
    }
    let news = try catalogue.unknown(of: batch, settings.hashes, &seen)
    let items = probed(news)
    fresh += items
    // What was not read to its end is left out: those are no files that are as they were.
    try job.throwIfCancelled()
    report.unchanged += Int64(batch.count - items.count)
    // Tried again, in vain.
    report.undecodable += Int64(news.count - items.count)
    let waits = (Instant.now().nanoseconds - lastWritten.nanoseconds) / 1_000_000
    if fresh.count >= Scan.mostFound || waits > Scan.longest { try write() }
    job.report(frames: report.files, of: 0)
  }

  private func probed(_ news: [TreeWalk.Found]) -> [LibraryItem] {
    let items = Slots(news.count)
    let (hashes, job) = (settings.hashes, job)
    inParallel(news.count, threads: settings.threads) { place in
      let file = news[place]
      if file.isDoubted, !SoundProbe.isSound(file.path) { return }
      items[place] = SoundProbe.item(file, hashes: hashes, job)
    }
    return items.all
  }

  private mutating func write() throws(AhaError) {
    let items = fresh
    (fresh, lastWritten) = ([], Instant.now())
    if items.isEmpty { return }
    let outcomes = try catalogue.add(items, &contents)
    for (item, outcome) in zip(items, outcomes) {
      seen.insert(outcome.number)
      if item.state == .undecodable { report.undecodable += 1 }
      switch outcome.change {
      case .added: report.added += 1
      case .changed: report.changed += 1
      case .moved: report.moved += 1
      }
    }
  }
}

/// A place for each result of work that is done side by side.
private final class Slots: @unchecked Sendable {
  private let lock = Lock()
  private var items: [LibraryItem?]

  init(_ count: Int) { items = [LibraryItem?](repeating: nil, count: count) }

  subscript(place: Int) -> LibraryItem? {
    get { lock.locked { items[place] } }
    set { lock.locked { items[place] = newValue } }
  }

  var all: [LibraryItem] { lock.locked { items.compactMap { $0 } } }
}
