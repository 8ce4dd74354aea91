import AhaBase
import AhaStore

/// Brings a catalogue to what is in folders: new sounds, changed ones, those that have moved and those
/// that are gone. Work for a thread of its own; the catalogue can be used meanwhile.
///
/// A process that is ended meanwhile leaves what was found until then.
public struct Scan {
  /// How many files are written to the catalogue at a time.
  private static let batch = 128

  private let catalogue: Catalogue
  private let settings: ScanSettings
  private let job: Job
  private let starts: [TreeWalk.Start]
  /// Told of each folder before it is read.
  var entering: ((TreeWalk.Start) -> Void)?
  /// What came of it until now.
  public private(set) var report = ScanReport()
  private var seen = NumberSet()

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
      starts.append(TreeWalk.Start(folder: real, root: real, depth: 0))
    }
    if starts.isEmpty { throw AhaError(.invalidArgument, "a scan needs a folder") }
    return starts
  }

  /// Of folders that are in the roots.
  init(_ catalogue: Catalogue, _ settings: ScanSettings, _ job: Job, from starts: [TreeWalk.Start]) {
    (self.catalogue, self.settings, self.job, self.starts) = (catalogue, settings, job, starts)
  }

  /// Errors: `cancelled`, `limit` (more sounds than were to be), those of databases. What was found
  /// until then stays.
  public mutating func run() throws(AhaError) -> ScanReport {
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
    if !walk.isUnreadCut {
      let folders = starts.map { $0.folder }
      report.missing = try catalogue.markMissing(below: folders, besides: walk.unread, seen, job)
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
    report.unchanged += Int64(batch.count - news.count)
    try add(probed(news))
    job.report(frames: report.files, of: 0)
  }

  private func probed(_ news: [TreeWalk.Found]) -> [LibraryItem] {
    let items = Slots(news.count)
    let (hashes, job) = (settings.hashes, job)
    inParallel(news.count, threads: settings.threads) { place in
      if !job.isCancelled { items[place] = SoundProbe.item(news[place], hashes: hashes) }
    }
    return items.all
  }

  private mutating func add(_ items: [LibraryItem]) throws(AhaError) {
    if items.isEmpty { return }
    for (item, outcome) in zip(items, try catalogue.add(items)) {
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
