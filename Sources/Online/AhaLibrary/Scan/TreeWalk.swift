import AhaBase
import CShims

/// Walks folders and finds files with the ending of a sound.
///
/// Folders are read in parts and stay open while their subfolders are walked, so memory does not
/// grow with the count of files.
struct TreeWalk {
  struct Found {
    let path: FilePath
    let mark: FileMark
    /// The file is unchanged since it could not be decoded.
    var isDoubted = false
  }

  /// A start folder; patterns are relative to its root.
  struct Start {
    let folder: FilePath
    let root: FilePath
    let depth: Int

    func isSkipped(by settings: ScanSettings) -> Bool {
      IgnoredNames(patterns: settings.ignored).match(folder, name: folder.name, root: root)
    }
  }

  /// Each level keeps a folder open.
  private static let maxDepth = 64
  /// Count of names read at a time.
  private static let part = 512
  /// Max recorded folders that could not be read.
  private static let maxUnread = 1000

  private struct Level {
    let folder: FolderReader
    let start: Start
    /// An entry in it was inaccessible: known items in it stay.
    var isSkipped = false
  }

  /// Called for each folder before it is read.
  var entering: ((Start) -> Void)?
  private let settings: ScanSettings
  private let patterns: IgnoredNames
  private var starts: [Start]
  private var open: [Level] = []
  /// Folders that are walked once: all if links are followed, else the start folders.
  private var seen: Set<FileStatus.ID> = []
  /// Folders that could not be read.
  private(set) var unread: [FilePath] = []
  /// `unread` is incomplete.
  private(set) var isUnreadCut = false
  private var hasReportedDepth = false

  /// - Parameter starts: Absolute and without symbolic links.
  init(settings: ScanSettings, from starts: [Start]) {
    self.settings = settings
    patterns = IgnoredNames(patterns: settings.ignored)
    self.starts = []
    for start in starts {
      guard !settings.followsLinks, let status = FileStatus(start.folder) else {
        self.starts.append(start)
        continue
      }
      if seen.insert(status.id).inserted { self.starts.append(start) }
    }
    // The next one is last.
    self.starts.reverse()
  }

  init(settings: ScanSettings, roots: [FilePath]) {
    self.init(settings: settings, from: roots.map { Start(folder: $0, root: $0, depth: 0) })
  }

  /// Returns some files, possibly none; nil at the end.
  /// - Parameter trouble: Called for a folder that cannot be read.
  mutating func next(onTrouble trouble: (AhaError) -> Void) -> [Found]? {
    guard let level = open.last else {
      guard let start = starts.popLast() else { return nil }
      enter(start, isFirst: true, onTrouble: trouble)
      return []
    }
    var found: [Found] = []
    do throws(AhaError) {
      for _ in 0..<TreeWalk.part {
        guard let entry = try level.folder.next() else {
          open.removeLast()
          break
        }
        var failure: AhaError?
        let folder = look(at: entry, in: level.start, found: &found, failure: &failure)
        if let failure, !open[open.count - 1].isSkipped {
          open[open.count - 1].isSkipped = true
          skip(level.start.folder, with: failure, onTrouble: trouble)
        }
        if let folder {
          enter(folder, isFirst: false, onTrouble: trouble)
          break
        }
      }
    } catch {
      open.removeLast()
      skip(level.start.folder, with: error, onTrouble: trouble)
    }
    return found
  }

  private mutating func enter(_ start: Start, isFirst: Bool, onTrouble trouble: (AhaError) -> Void)
  {
    if settings.isFlat && !isFirst { return }
    let limit = min(settings.depth, TreeWalk.maxDepth)
    if start.depth > limit {
      return reportDepth(of: start.folder, limit: limit, onTrouble: trouble)
    }
    var found: FileStatus?
    do throws(AhaError) { found = try FileStatus.look(at: start.folder) } catch {
      skip(start.folder, with: error, onTrouble: trouble)
    }
    guard let status = found, status.kind == .folder else { return }
    if settings.followsLinks {
      if !seen.insert(status.id).inserted { return }
    } else if !isFirst, seen.contains(status.id) {
      return
    }
    entering?(start)
    do throws(AhaError) {
      open.append(Level(folder: try FolderReader(start.folder), start: start))
    } catch {
      skip(start.folder, with: error, onTrouble: trouble)
    }
  }

  /// Reported once per scan; silent when the caller asked for roots only.
  private mutating func reportDepth(
    of folder: FilePath, limit: Int, onTrouble trouble: (AhaError) -> Void
  ) {
    if hasReportedDepth || limit == 0 { return }
    hasReportedDepth = true
    trouble(
      AhaError(.limit, "\(folder.text) and folders as deep are skipped: the max depth is \(limit)"))
  }

  private mutating func skip(
    _ folder: FilePath, with error: AhaError, onTrouble trouble: (AhaError) -> Void
  ) {
    if unread.count < TreeWalk.maxUnread { unread.append(folder) } else { isUnreadCut = true }
    trouble(error)
  }

  /// Returns a folder to walk, if the entry is one.
  /// - Parameter failure: Why an entry that may exist is inaccessible.
  private func look(
    at entry: FolderReader.Entry, in start: Start, found: inout [Found],
    failure: inout AhaError?
  ) -> Start? {
    let name = entry.name
    if entry.isFile, !ScanSettings.isSound(name) { return nil }
    let path = start.folder.appending(name)
    if patterns.match(path, name: name, root: start.root) { return nil }
    var (status, isLink) = (FileStatus?.none, false)
    do throws(AhaError) {
      status = try FileStatus.look(at: path, followingLinks: false)
      isLink = status?.kind == .link
      if isLink { status = try FileStatus.look(at: path) }
    } catch { failure = error }
    guard let status else { return nil }
    switch status.kind {
    case .file:
      if ScanSettings.isSound(name) { found.append(Found(path: path, mark: FileMark(status))) }
    case .folder:
      if isLink, !settings.followsLinks { return nil }
      return Start(folder: path, root: start.root, depth: start.depth + 1)
    case .link, .other: break
    }
    return nil
  }
}

/// Ignored names of a scan.
private struct IgnoredNames {
  private let names: [String]
  /// Patterns with a slash.
  private let ways: [String]

  init(patterns: [String]) {
    let slash = UInt8(ascii: "/")
    names = patterns.filter { !$0.array.contains(slash) }
    ways = patterns.filter { $0.array.contains(slash) }
  }

  func match(_ path: FilePath, name: FilePath, root: FilePath) -> Bool {
    if name.withCString({ name in names.contains { matches($0, text: name, flags: 0) } }) {
      return true
    }
    if ways.isEmpty { return false }
    return path.relative(to: root).withCString { way in
      ways.contains { matches($0, text: way, flags: FNM_PATHNAME) }
    }
  }

  private func matches(_ pattern: String, text: UnsafePointer<CChar>, flags: Int32) -> Bool {
    pattern.withCString { fnmatch($0, text, flags) == 0 }
  }
}

/// Names in a folder, in the order of the file system.
final class FolderReader {
  struct Entry {
    let name: FilePath
    /// True if it is a regular file; false if its type is unknown or another one.
    let isFile: Bool
  }

  private let path: FilePath
  private let directory: OpaquePointer

  /// Errors: `notFound`, `access`.
  init(_ path: FilePath) throws(AhaError) {
    guard let directory = path.withCString({ opendir($0) }) else {
      throw AhaError.system(shim_errno(), "open \(path.text)")
    }
    (self.path, self.directory) = (path, directory)
  }

  deinit { closedir(directory) }

  /// Returns nil at the end. Errors: `io`.
  func next() throws(AhaError) -> Entry? {
    while true {
      var failure: Int32 = 0
      guard let entry = shim_next_entry(directory, &failure) else {
        if failure != 0 { throw AhaError.system(failure, "read \(path.text)") }
        return nil
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.baseAddress.map { FilePath($0.assumingMemoryBound(to: CChar.self)) } ?? FilePath("")
      }
      if !name.isDots { return Entry(name: name, isFile: entry.pointee.d_type == UInt8(DT_REG)) }
    }
  }
}
