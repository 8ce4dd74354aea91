import CShims

extension FilePath {
  public var isAbsolute: Bool { bytes.first == FilePath.slash }

  /// Not empty, without zero bytes, and within PATH_MAX of Linux.
  public var isPossible: Bool { !bytes.isEmpty && bytes.count < 4096 && !bytes.contains(0) }

  /// The absolute path without symbolic links; nil if the path does not exist.
  public var resolved: FilePath? {
    guard let path = withCString({ realpath($0, nil) }) else { return nil }
    defer { free(path) }
    return FilePath(UnsafePointer(path))
  }

  /// The absolute path of a file that may be missing, in a folder that must exist.
  public var resolvedInFolder: FilePath? { folder.resolved.map { $0.appending(name) } }

  /// A name, or a relative path, in this folder; an absolute path is returned unchanged.
  public func appending(_ path: FilePath) -> FilePath {
    if path.isAbsolute { return path }
    let isRoot = bytes.last == FilePath.slash
    return FilePath(bytes: bytes + (isRoot ? [] : [FilePath.slash]) + path.bytes)
  }

  /// The relative path from a folder to this path, both absolute and without links. Returns this
  /// path unchanged if the two share only the root.
  public func relative(to folder: FilePath) -> FilePath {
    let (from, to) = (folder.bytes, bytes)
    // The index after the last slash that both share.
    var common = 0
    for (index, byte) in to.enumerated() {
      let isEnd = index == from.count && byte == FilePath.slash
      guard isEnd || index < from.count && from[index] == byte else { break }
      if byte == FilePath.slash { common = index + 1 }
    }
    if common <= 1, from.count > 1 { return self }
    var way: [UInt8] = []
    for (index, byte) in from.enumerated() where index >= common {
      if index == common || byte == FilePath.slash { way += "../".array }
    }
    way += to[common...]
    return FilePath(bytes: way)
  }
}
