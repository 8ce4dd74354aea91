import AhaBase
import CShims

/// Goes through folders and finds what is called as sounds are, folder by folder.
struct TreeWalk {
  struct Found {
    let path: FilePath
    let mark: FileMark
  }

  private struct Folder {
    let path: FilePath
    let root: FilePath
    let depth: Int
  }

  private let settings: ScanSettings
  private var waiting: [Folder] = []
  private var seen: Set<FileStatus.ID> = []
  /// Folders that could not be read.
  private(set) var unread: [FilePath] = []

  /// - Parameter roots: Absolute and without links.
  init(_ settings: ScanSettings, roots: [FilePath]) {
    self.settings = settings
    // The last is the next.
    waiting = roots.reversed().map { Folder(path: $0, root: $0, depth: 0) }
  }

  /// The sounds of the next folder; nil at the end.
  /// - Parameter trouble: Told of a folder that cannot be read.
  mutating func next(_ trouble: (AhaError) -> Void) -> [Found]? {
    guard let folder = waiting.popLast() else { return nil }
    guard let status = FileStatus(folder.path), status.kind == .folder,
      seen.insert(status.id).inserted
    else { return [] }
    do throws(AhaError) { return look(in: folder, try Disk.names(in: folder.path)) } catch {
      unread.append(folder.path)
      trouble(error)
      return []
    }
  }

  private mutating func look(in folder: Folder, _ names: [FilePath]) -> [Found] {
    var (found, folders): ([Found], [Folder]) = ([], [])
    for name in names where !name.isDots {
      let path = folder.path.appending(name)
      guard !isIgnored(path, name, folder.root),
        let status = FileStatus(path, followingLinks: false)
      else { continue }
      switch status.kind {
      case .file:
        if ScanSettings.isSound(name) { found.append(Found(path: path, mark: FileMark(status))) }
      case .folder: folders.append(Folder(path: path, root: folder.root, depth: folder.depth + 1))
      case .link: follow(path, name, folder, &found, &folders)
      case .other: continue
      }
    }
    waiting += folders.reversed().filter { $0.depth <= settings.depth }
    return found
  }

  private func follow(
    _ path: FilePath, _ name: FilePath, _ folder: Folder, _ found: inout [Found],
    _ folders: inout [Folder]
  ) {
    guard let status = FileStatus(path) else { return }
    if status.kind == .file, ScanSettings.isSound(name) {
      found.append(Found(path: path, mark: FileMark(status)))
    } else if status.kind == .folder, settings.followsLinks {
      folders.append(Folder(path: path, root: folder.root, depth: folder.depth + 1))
    }
  }

  private func isIgnored(_ path: FilePath, _ name: FilePath, _ root: FilePath) -> Bool {
    if settings.ignored.isEmpty { return false }
    let way = path.relative(to: root)
    for pattern in settings.ignored {
      let isOne = pattern.withCString { pattern in
        name.withCString { fnmatch(pattern, $0, 0) } == 0
          || way.withCString { fnmatch(pattern, $0, FNM_PATHNAME) } == 0
      }
      if isOne { return true }
    }
    return false
  }
}
