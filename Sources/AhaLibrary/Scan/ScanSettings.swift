import AhaBase

/// What a scan looks at.
public struct ScanSettings: Sendable {
  /// Folders, absolute or not; of one that is in another, both are looked through once.
  public var roots: [FilePath] = []
  /// Names, or ways from a root, that are left out: patterns of the shell.
  public var ignored: [String] = [".*"]
  /// Folders in folders at most; 0: the roots alone.
  public var depth = 32
  /// Sounds at most; the scan ends with `limit` where there are more.
  public var mostFiles: Int64 = 10_000_000
  /// Whether links to folders are followed; each folder is looked through once.
  public var followsLinks = false
  /// Whether content is read for its hash: by that files are found again that have moved.
  public var hashes = true
  /// How many files are looked at side by side.
  public var threads = 2

  /// Only the folders to begin with, and none that is in them.
  var isFlat = false

  public init() {}

  /// What sounds are called, and what is said to be one though libaha cannot decode it.
  static func isSound(_ name: FilePath) -> Bool {
    switch name.fileExtension {
    case "wav", "wave", "rf64", "w64", "aif", "aiff", "aifc", "caf", "flac", "ogg", "oga", "opus",
      "mp3", "mp2", "m4a", "mp4", "aac", "wma", "ape", "wv", "au", "snd", "mka", "weba":
      return true
    default: return false
    }
  }
}

/// What came of a scan.
public struct ScanReport: Sendable {
  public internal(set) var files: Int64 = 0
  public internal(set) var added: Int64 = 0
  public internal(set) var changed: Int64 = 0
  public internal(set) var moved: Int64 = 0
  public internal(set) var unchanged: Int64 = 0
  public internal(set) var missing: Int64 = 0
  /// Of all files, also of the unchanged: those that no decoder takes.
  public internal(set) var undecodable: Int64 = 0
  /// Folders that could not be read: a line for each of the first hundred.
  public internal(set) var troubles: [String] = []

  mutating func note(_ trouble: AhaError) {
    if troubles.count < 100 { troubles.append(trouble.line) }
  }
}
