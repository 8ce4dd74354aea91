import AhaBase
import AhaLibrary
import AhaNet

public struct SyncSettings: Sendable {
  /// Max entries of a list; the sync ends with `limit` above it.
  public var maxItems: Int64 = 1_000_000
  /// Requests a complete list, not only changes.
  public var isWhole = false
  /// Also sends the user's texts of items back to their drops.
  public var sendsEdits = false

  public init() {}
}

/// Counts of a sync.
public struct SyncReport: Sendable {
  public internal(set) var added: Int64 = 0
  public internal(set) var changed: Int64 = 0
  public internal(set) var unchanged: Int64 = 0
  /// Deleted at the source.
  public internal(set) var removed: Int64 = 0
  /// Changed both at the source and here.
  public internal(set) var conflicts: Int64 = 0
  /// Items whose texts the source got.
  public internal(set) var sent: Int64 = 0
  /// One line per entry that was deleted, in conflict or skipped, max 100. Then those of the
  /// sending of edits: max 1000, and one with the count of further ones.
  public internal(set) var troubles: [String] = []
  private var (sendingLines, furtherLines) = (0, 0)
  /// The service reported that nothing has changed.
  public internal(set) var wasUnchanged = false

  mutating func note(_ line: String) {
    if troubles.count < 100 { troubles.append(line.shownLine) }
  }

  /// A line of the sending of edits. The lines of a long list do not displace it.
  mutating func note(sending line: String) {
    if sendingLines < 1000 { troubles.append(line.shownLine) } else { furtherLines += 1 }
    sendingLines += 1
  }

  mutating func endSending() {
    if furtherLines > 0 { troubles.append("and \(furtherLines) more lines of edits") }
    furtherLines = 0
  }

  mutating func note(_ outcome: RemoteOutcome) {
    switch outcome {
    case .added: added += 1
    case .changed: changed += 1
    case .unchanged: unchanged += 1
    case .conflict(let line):
      conflicts += 1
      note(line)
    case .skipped(let line): note(line)
    }
  }

  mutating func note(_ gone: [RemoteRemoval]) {
    removed += Int64(gone.count)
    for one in gone { note(one.line) }
  }
}

extension SyncReport {
  fileprivate var info: ReportInfo {
    var info = ReportInfo()
    (info.added, info.changed, info.unchanged) = (added, changed, unchanged)
    (info.missing, info.conflicts) = (removed, conflicts)
    info.seen = added + changed + unchanged + conflicts
    (info.isUnchanged, info.sent) = (wasUnchanged, sent)
    return info
  }
}

extension OpenLibrary {
  /// A sync on a thread of the remote catalogue's client; its job is started with the report.
  /// Errors: those of `Sync`.
  public func sync(
    with remote: any Catalogue, settings: SyncSettings
  ) throws(AhaError) -> Report {
    let (job, client) = (Job(), remote.client)
    let sync = try Sync(library: library, remote: remote, settings: settings, job: job)
    let end = { client.events.end(job, outcome: $0) }
    return Report(job: job, on: client.jobs, afterwards: end) { (job, report) throws(AhaError) in
      var sync = sync
      job.enter(.receiving)
      defer { report.fill(sync.report.info, lines: sync.report.troubles) }
      _ = try sync.run()
    }
  }
}
