import AhaBase
import AhaStore

/// Updates a library from folders: new, changed, moved and deleted sounds. Run it on a thread of
/// its own; the library stays usable meanwhile.
///
/// An interrupted scan keeps its results so far.
public struct Scan {
  /// Count of files between two checks for a cancel.
  private static let batch = 128
  /// Max items per write, during which other writers wait; and the time in ms after which fewer are
  /// written.
  private static let maxBatch = 512
  private static let longest: Int64 = 300
  /// Max contested files in memory; with more, those so far are stored.
  private static let maxContested = 1 << 14

  private let library: Library
  private let settings: ScanSettings
  private let job: Job
  private let starts: [TreeWalk.Start]
  /// Called for each folder before it is read.
  var entering: ((TreeWalk.Start) -> Void)?
  /// Result so far.
  public private(set) var report = ScanReport()
  private var seen = NumberSet()
  private var contents = MovedFileCache()
  /// Found, not written yet.
  private var fresh: [LibraryItem] = []
  /// Files that are stored once all files are read: see `Finding.contested`.
  private var contested: [LibraryItem] = []
  private var lastWritten = Instant.now()

  /// Errors: `notFound` (a root), `invalidArgument` (no root).
  public init(
    library: Library, settings: ScanSettings, job: Job
  ) throws(AhaError) {
    self.init(library: library, settings: settings, job: job, from: try Scan.starts(of: settings))
  }

  static func starts(of settings: ScanSettings) throws(AhaError) -> [TreeWalk.Start] {
    var starts: [TreeWalk.Start] = []
    for root in settings.roots {
      let absence = "the folder \(root.text) is not there"
      let status = try FileStatus.required(root, absence: absence)
      guard let real = root.resolved else { throw AhaError(.notFound, absence) }
      if status.kind != .folder {
        throw AhaError(.notFound, "\(root.text) is not a folder")
      }
      starts.append(TreeWalk.Start(folder: real, root: real, depth: 0))
    }
    if starts.isEmpty { throw AhaError(.invalidArgument, "a scan needs a folder") }
    return starts
  }

  /// A scan of folders below the roots.
  init(
    library: Library, settings: ScanSettings, job: Job, from starts: [TreeWalk.Start]
  ) {
    (self.library, self.settings, self.job, self.starts) = (library, settings, job, starts)
  }

  /// Errors: `cancelled`, `limit` (too many sounds), those of databases. Results before the error
  /// remain.
  public mutating func run() throws(AhaError) -> ScanReport {
    do throws(AhaError) {
      return try look()
    } catch {
      try? write()
      throw error
    }
  }

  private mutating func look() throws(AhaError) -> ScanReport {
    var walk = TreeWalk(settings: settings, from: starts)
    walk.entering = entering
    var found: [TreeWalk.Found] = []
    while true {
      try job.throwIfCancelled()
      var troubles: [AhaError] = []
      guard let next = walk.next(onTrouble: { troubles.append($0) }) else { break }
      for trouble in troubles { report.note(trouble) }
      found += next
      while found.count >= Scan.batch { try process(&found) }
    }
    while !found.isEmpty { try process(&found) }
    try write()
    try settle()
    if !walk.isUnreadCut {
      let folders = starts.map { $0.folder }
      report.missing = try library.markMissing(
        below: folders, besides: walk.unread, seen: seen, isFlat: settings.isFlat, job: job)
    }
    return report
  }

  /// Handles the next files; new and changed ones are read in parallel.
  private mutating func process(_ found: inout [TreeWalk.Found]) throws(AhaError) {
    try job.throwIfCancelled()
    let batch = Array(found.prefix(Scan.batch))
    found.removeFirst(batch.count)
    report.files += Int64(batch.count)
    if report.files > settings.maxFiles {
      throw AhaError(.limit, "there are more than \(settings.maxFiles) sounds")
    }
    let news =
      settings.rereads
      ? batch : try library.unknown(of: batch, hashes: settings.hashes, seen: &seen)
    let items = probed(news)
    fresh += items
    // After a cancel, files without a result are not unchanged ones.
    try job.throwIfCancelled()
    report.unchanged += Int64(batch.count - items.count)
    // Undecodable files that were read again without success.
    report.undecodable += Int64(news.count - items.count)
    let waits = (Instant.now().nanoseconds - lastWritten.nanoseconds) / 1_000_000
    if fresh.count >= Scan.maxBatch || waits > Scan.longest { try write() }
    job.report(frames: report.files, of: 0)
  }

  private func probed(_ news: [TreeWalk.Found]) -> [LibraryItem] {
    let items = Slots(count: news.count)
    let (hashes, job) = (settings.hashes, job)
    inParallel(news.count, threads: settings.threads) { index in
      let file = news[index]
      if file.isDoubted, !SoundProbe.isSound(file.path) { return }
      items[index] = SoundProbe.item(for: file, hashes: hashes, job: job)
    }
    return items.all
  }

  private mutating func write() throws(AhaError) {
    let items = fresh
    (fresh, lastWritten) = ([], Instant.now())
    if items.isEmpty { return }
    let outcomes = try library.add(items, contents: &contents)
    for (item, outcome) in zip(items, outcomes) {
      if let outcome {
        count(item, number: outcome.number, change: outcome.change)
      } else {
        contested.append(item)
      }
    }
    if contested.count >= Scan.maxContested { try settle() }
  }

  private mutating func settle() throws(AhaError) {
    let items = contested
    contested = []
    if items.isEmpty { return }
    for stored in try library.settle(items, job: job) {
      count(stored.item, number: stored.number, change: stored.change)
    }
  }

  private mutating func count(_ item: LibraryItem, number: Int64, change: Library.Change) {
    seen.insert(number)
    if item.state == .undecodable { report.undecodable += 1 }
    switch change {
    case .added: report.added += 1
    case .changed: report.changed += 1
    case .moved: report.moved += 1
    }
  }
}

/// Results of parallel work.
private final class Slots: @unchecked Sendable {
  private let lock = Lock()
  private var items: [LibraryItem?]

  init(count: Int) { items = [LibraryItem?](repeating: nil, count: count) }

  subscript(index: Int) -> LibraryItem? {
    get { lock.locked { items[index] } }
    set { lock.locked { items[index] = newValue } }
  }

  var all: [LibraryItem] { lock.locked { items.compactMap { $0 } } }
}

extension Job.Stage {
  public static let scanning = Job.Stage("scanning")
}

/// Settings of a scan.
public struct ScanSettings: Sendable {
  /// Folders, absolute or relative; a folder below another root is scanned once.
  public var roots: [FilePath] = []
  /// Ignored names, or paths relative to a root: shell patterns.
  public var ignored: [String] = [".*"]
  /// Max depth of subfolders; 0: only the roots.
  public var depth = 32
  /// Max count of sounds; the scan ends with `limit` above it.
  public var maxFiles: Int64 = 10_000_000
  /// Follows symbolic links to folders; each folder is scanned once.
  public var followsLinks = false
  /// Hashes file contents, which detects moved files.
  public var hashes = true
  /// Reads unchanged files again.
  public var rereads = false
  /// Count of files read in parallel.
  public var threads = 2

  /// Only the start folders, without subfolders.
  var isFlat = false

  public init() {}

  /// True for endings of sound files, also of formats that libaha cannot decode.
  static func isSound(_ name: FilePath) -> Bool {
    switch name.fileExtension {
    case "wav", "wave", "rf64", "w64", "aif", "aiff", "aifc", "caf", "flac", "ogg", "oga", "opus",
      "mp3", "mp2", "m4a", "mp4", "aac", "wma", "ape", "wv", "au", "snd", "mka", "weba":
      return true
    default: return false
    }
  }
}

/// Result of a scan.
public struct ScanReport: Sendable {
  public internal(set) var files: Int64 = 0
  public internal(set) var added: Int64 = 0
  public internal(set) var changed: Int64 = 0
  public internal(set) var moved: Int64 = 0
  public internal(set) var unchanged: Int64 = 0
  public internal(set) var missing: Int64 = 0
  /// Count of all undecodable files, including unchanged ones.
  public internal(set) var undecodable: Int64 = 0
  /// One line per folder that could not be read, max 100.
  public internal(set) var troubles: [String] = []

  mutating func note(_ trouble: AhaError) {
    if troubles.count < 100 { troubles.append(trouble.line) }
  }
}
