import CShims

/// Policy for a symbolic link at the output path.
public enum OutputLinks: Sendable {
  /// Replaces the file behind the link; the link stays.
  case followed
  /// Fails. For bytes from the network.
  case refused
}

extension FilePath {
  /// The file that a writer replaces: the path after all links of its last name, whether it exists
  /// or not. Errors: `access` (a link that another user may have planted, or any when refused).
  public func outputTarget(_ links: OutputLinks = .followed) throws(AhaError) -> FilePath {
    try requireSafeLinks()
    var target = self
    for _ in 0..<FilePath.linksFollowed {
      guard let next = target.linkTarget else { break }
      if links == .refused {
        throw AhaError(
          .access, "\(text) is a symbolic link; files from the network are not written through one")
      }
      target = next
    }
    return target
  }

  /// Rejects a path with a symbolic link, in any component, that another user may have planted: a
  /// link in a sticky folder that all users can write to, whose owner is neither the caller nor the
  /// owner of the folder.
  ///
  /// The kernel has the same rule (fs.protected_symlinks), but it may be off, and it does not cover
  /// the links that libaha resolves. The owner of a folder in the path can still exchange that
  /// folder between this check and its use.
  /// Errors: `access`.
  public func requireSafeLinks() throws(AhaError) {
    var walked = FilePath(bytes: [])
    var pending = bytes[...]
    var links = 0
    while !pending.isEmpty {
      let end = pending.firstIndex(of: FilePath.slash) ?? pending.endIndex
      let name = pending[..<end]
      pending = pending[end...].drop { $0 == FilePath.slash }
      let here = FilePath(bytes: walked.bytes + name)
      guard !name.isEmpty, let target = here.linkTarget, links < FilePath.linksFollowed else {
        walked = FilePath(bytes: here.bytes + [FilePath.slash])
        continue
      }
      try here.requireTrustedLink(in: walked.isEmpty ? FilePath(".") : walked, from: self)
      links += 1
      pending = (target.bytes + [FilePath.slash] + pending)[...]
      walked = FilePath(bytes: [])
    }
  }

  private func requireTrustedLink(in folder: FilePath, from path: FilePath) throws(AhaError) {
    var (link, parent) = (stat(), stat())
    guard withCString({ lstat($0, &link) }) == 0, folder.withCString({ stat($0, &parent) }) == 0,
      parent.st_mode & FilePath.stickyAndShared == FilePath.stickyAndShared
    else { return }
    if link.st_uid == geteuid() || link.st_uid == parent.st_uid { return }
    throw AhaError(
      .access,
      "\(path.text): the symbolic link \(text) belongs to another user (uid \(Int(link.st_uid))), "
        + "in a folder that all users can write to. Write to another folder, or delete the link")
  }

  /// The destination of a symbolic link; nil for everything else.
  private var linkTarget: FilePath? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4097) { buffer in
      let count = withCString { readlink($0, buffer.baseAddress!, 4096) }
      guard count > 0 else { return nil }
      buffer[count] = 0
      return following(link: FilePath(buffer.baseAddress!))
    }
  }

  /// S_ISVTX and S_IWOTH.
  private static let stickyAndShared: mode_t = 0o1002

  /// The limit of Linux.
  private static let linksFollowed = 40
}
