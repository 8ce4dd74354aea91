import AhaBase
import AhaLibrary

public struct SyncSettings: Sendable {
  /// Entries of a list at most; the sync ends with `limit` where there are more.
  public var mostItems: Int64 = 1_000_000
  /// Asks for everything, whatever was asked before.
  public var isWhole = false

  public init() {}
}

/// What came of a sync.
public struct SyncReport: Sendable {
  public internal(set) var added: Int64 = 0
  public internal(set) var changed: Int64 = 0
  public internal(set) var unchanged: Int64 = 0
  /// They are there no more.
  public internal(set) var removed: Int64 = 0
  /// They were changed here and there.
  public internal(set) var conflicts: Int64 = 0
  /// A line for each of the first hundred that were removed, in conflict or left out.
  public internal(set) var troubles: [String] = []
  /// The other side said that nothing is new.
  public internal(set) var wasUnchanged = false

  mutating func note(_ line: String) {
    if troubles.count < 100 { troubles.append(line.onOneLine) }
  }

  mutating func note(_ outcome: RemoteOutcome) {
    switch outcome {
    case .added: added += 1
    case .changed: changed += 1
    case .unchanged: unchanged += 1
    case .conflict(let line):
      conflicts += 1
      note(line)
    case .leftOut(let line): note(line)
    }
  }

  mutating func note(_ gone: [RemoteRemoval]) {
    removed += Int64(gone.count)
    for one in gone { note(one.line) }
  }
}
