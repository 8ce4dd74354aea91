import AhaBase

extension Library {
  /// Default path, shared by all applications of a user: `library.aha` in the user's data
  /// folder. Creates the folder with access for its user only.
  /// Errors: `notFound` (no home folder), those of folders.
  public static func makeUsualPath() throws(AhaError) -> FilePath {
    let folder = try UserFolder.data.path()
    try Disk.makeFolders(folder, mode: 0o700)
    return folder.appending(FilePath("library.aha"))
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
