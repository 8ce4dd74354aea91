import AhaBase
import CShims

extension Catalogue {
  /// Where the catalogue is that all applications of a person share: `library.aha` in
  /// `$XDG_DATA_HOME/aha`, or `~/.local/share/aha`, which is made for its user alone.
  /// Errors: `notFound` (there is no home), those of folders.
  public static func makeUsualPlace() throws(AhaError) -> FilePath {
    let folder = try usualFolder()
    try Disk.makeFolders(folder, mode: 0o700)
    return folder.appending(FilePath("library.aha"))
  }

  /// Source: the XDG Base Directory Specification: a path that is not absolute counts as none.
  private static func usualFolder() throws(AhaError) -> FilePath {
    if let data = environment("XDG_DATA_HOME") { return data.appending(FilePath("aha")) }
    if let home = environment("HOME") { return home.appending(FilePath(".local/share/aha")) }
    throw AhaError(.notFound, "no place for a library: there is neither XDG_DATA_HOME nor HOME")
  }

  private static func environment(_ name: StaticString) -> FilePath? {
    let name = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    guard let value = getenv(name) else { return nil }
    let path = FilePath(UnsafePointer(value))
    return path.isAbsolute ? path : nil
  }

  /// What is at a place that somebody named: a URL, or a path that need not be absolute.
  public func item(knownAs place: FilePath) throws(AhaError) -> LibraryItem? {
    if let found = try item(at: place) { return found }
    if let whole = place.resolved, let found = try item(at: whole) { return found }
    // A file that is gone has no way to be resolved, but its folder may have.
    guard let inFolder = place.resolvedInFolder else { return nil }
    return try item(at: inFolder)
  }
}
