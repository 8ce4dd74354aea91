import CShims

extension FilePath {
  public var isAbsolute: Bool { bytes.first == FilePath.slash }

  /// No bytes that could not be in a path, and not longer than Linux takes.
  public var isPossible: Bool { !bytes.isEmpty && bytes.count < 4096 && !bytes.contains(0) }

  /// The absolute path without symbolic links; nil when there is nothing.
  public var resolved: FilePath? {
    guard let path = withCString({ realpath($0, nil) }) else { return nil }
    defer { free(path) }
    return FilePath(UnsafePointer(path))
  }

  /// The absolute path of a file that need not be there, in a folder that must.
  public var resolvedInFolder: FilePath? { folder.resolved.map { $0.appending(name) } }

  /// A name, or a relative path, in this folder; an absolute path as it is.
  public func appending(_ path: FilePath) -> FilePath {
    if path.isAbsolute { return path }
    let isRoot = bytes.last == FilePath.slash
    return FilePath(bytes: bytes + (isRoot ? [] : [FilePath.slash]) + path.bytes)
  }

  /// The way from a folder to this path, both absolute and without links. The path as it is when
  /// they have no more than the root in common.
  public func relative(to folder: FilePath) -> FilePath {
    let (from, to) = (folder.bytes, bytes)
    // Behind the last slash that both have.
    var common = 0
    for (place, byte) in to.enumerated() {
      let isEnd = place == from.count && byte == FilePath.slash
      guard isEnd || place < from.count && from[place] == byte else { break }
      if byte == FilePath.slash { common = place + 1 }
    }
    if common <= 1, from.count > 1 { return self }
    var way: [UInt8] = []
    for (place, byte) in from.enumerated() where place >= common {
      if place == common || byte == FilePath.slash { way += "../".array }
    }
    way += to[common...]
    return FilePath(bytes: way)
  }
}
