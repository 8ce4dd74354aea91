import AhaBase

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
