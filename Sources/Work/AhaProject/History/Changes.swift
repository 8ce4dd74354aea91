import AhaBase
import AhaStore

/// The difference between two revisions of a project.
public struct Changes: Sendable {
  /// The changes are unknown: anything may have changed.
  public var isEverything = false
  public var settings = false
  public var markers = false
  /// Added, removed or changed rows.
  public var tracks = Set<Document.ID>()
  public var buses = Set<Document.ID>()
  /// Also effects with a changed value.
  public var effects = Set<Document.ID>()
  public var lanes = Set<Document.ID>()
  /// Lanes whose points changed, with the times of the first and the last changed row.
  public var points: [Document.ID: ClosedRange<Int64>] = [:]

  public init() {}

  public var isEmpty: Bool {
    let rows = tracks.count + buses.count + effects.count + lanes.count + points.count
    return !isEverything && !settings && !markers && rows == 0
  }

  init(of changes: ChangeSet) throws(AhaError) {
    var found = Changes()
    try changes.forEach { table, id, second in found.add(table, id: id, second: second) }
    self = found
  }

  private mutating func add(_ table: UnsafePointer<CChar>, id: Int64, second: Int64?) {
    switch String(cString: table) {
    case "point": addPoints(id, times: second.map { $0...$0 } ?? 0...Document.longest)
    case "track", "varispeed", "clip", "follow": tracks.insert(id)
    case "bus", "send": buses.insert(id)
    case "effect", "effect_value", "impulse", "plugin", "sidechain": effects.insert(id)
    case "lane": lanes.insert(id)
    case "marker": markers = true
    default: settings = true
    }
  }

  private mutating func addPoints(_ lane: Document.ID, times: ClosedRange<Int64>) {
    let known = points[lane] ?? times
    points[lane] =
      min(known.lowerBound, times.lowerBound)...max(known.upperBound, times.upperBound)
  }

  mutating func merge(_ other: Changes) {
    isEverything = isEverything || other.isEverything
    settings = settings || other.settings
    markers = markers || other.markers
    tracks.formUnion(other.tracks)
    buses.formUnion(other.buses)
    effects.formUnion(other.effects)
    lanes.formUnion(other.lanes)
    for (lane, times) in other.points { addPoints(lane, times: times) }
  }
}

/// The changes of the last revisions.
struct ChangeLog {
  private static let capacity = 256

  private(set) var revision: UInt64 = 1
  private var entries: [Changes] = []

  mutating func add(_ changes: Changes) {
    revision += 1
    entries.append(changes)
    if entries.count > ChangeLog.capacity { entries.removeFirst() }
  }

  func since(_ earlier: UInt64) -> Changes {
    var all = Changes()
    guard earlier <= revision, revision - earlier <= UInt64(entries.count) else {
      all.isEverything = true
      return all
    }
    for entry in entries.suffix(Int(revision - earlier)) { all.merge(entry) }
    return all
  }
}

extension History {
  /// A number that increases with every change, also by undo and by other programs.
  public func revision() throws(AhaError) -> UInt64 {
    try store.locked { (_) throws(AhaError) in
      try noticeOthers()
      return log.revision
    }
  }

  /// The changes since a revision, and the current revision.
  public func changes(
    since earlier: UInt64
  ) throws(AhaError) -> (revision: UInt64, changes: Changes) {
    try store.locked { (_) throws(AhaError) in
      try noticeOthers()
      return (log.revision, log.since(earlier))
    }
  }

  private func noticeOthers() throws(AhaError) {
    guard try store.isChangedByOthers() else { return }
    var everything = Changes()
    everything.isEverything = true
    log.add(everything)
  }
}
