import AhaBase
import CShims

extension Catalogue {
  /// Default path, shared by all applications of a user: `library.aha` in `$XDG_DATA_HOME/aha`, or
  /// `~/.local/share/aha`. Creates the folder with access for its user only.
  /// Errors: `notFound` (no home folder), those of folders.
  public static func makeUsualPlace() throws(AhaError) -> FilePath {
    let folder = try usualFolder()
    try Disk.makeFolders(folder, mode: 0o700)
    return folder.appending(FilePath("library.aha"))
  }

  /// Source: the XDG Base Directory Specification: a relative path is ignored.
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

  /// The item at a place given by the user: a URL, or a relative or absolute path.
  public func item(knownAs place: FilePath) throws(AhaError) -> LibraryItem? {
    if let found = try item(at: place) { return found }
    if let whole = place.resolved, let found = try item(at: whole) { return found }
    // A deleted file cannot be resolved, but its folder can.
    guard let inFolder = place.resolvedInFolder else { return nil }
    return try item(at: inFolder)
  }
}
