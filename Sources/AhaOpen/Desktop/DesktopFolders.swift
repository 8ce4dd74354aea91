import AhaBase
import AhaNet
import CShims

/// Where a desktop keeps what is about programs.
///
/// Source: XDG Base Directory Specification 0.8;
/// Association between MIME types and applications 1.0.
struct DesktopFolders {
  let environment: (String) -> String?

  static func ofProcess(_ name: String) -> String? {
    name.withCString { getenv($0) }.map { String(cString: $0) }
  }

  /// Errors: `notFound` (there is no home).
  func configuration() throws(AhaError) -> FilePath { try home("XDG_CONFIG_HOME", ".config") }

  func applications() throws(AhaError) -> FilePath {
    try home("XDG_DATA_HOME", ".local/share").appending(FilePath("applications"))
  }

  private func home(_ variable: String, _ inHome: String) throws(AhaError) -> FilePath {
    if let set = environment(variable), FilePath(set).isAbsolute { return FilePath(set) }
    guard let home = environment("HOME"), FilePath(home).isAbsolute else {
      throw AhaError(.notFound, "there is neither \(variable) nor HOME")
    }
    return FilePath(home).appending(FilePath(inHome))
  }

  /// All folders of .desktop files, the user's first.
  func allApplications() throws(AhaError) -> [FilePath] {
    let others = list("XDG_DATA_DIRS", "/usr/local/share:/usr/share")
    return [try applications()] + others.map { $0.appending(FilePath("applications")) }
  }

  /// All files that say which program is the default, in the order in which they count.
  func defaults() throws(AhaError) -> [FilePath] {
    let folders = [try configuration()] + list("XDG_CONFIG_DIRS", "/etc/xdg")
    var names: [String] = []
    for part in (environment("XDG_CURRENT_DESKTOP") ?? "").array.split(separator: UInt8(ascii: ":"))
    {
      let name = part.lowered
      if name.contains(UInt8(ascii: "/")) { continue }
      names.append(name.withUnsafeBufferPointer(String.decoded) + "-mimeapps.list")
    }
    names.append("mimeapps.list")
    var files: [FilePath] = []
    for folder in folders + (try allApplications()) {
      for name in names { files.append(folder.appending(FilePath(name))) }
    }
    return files
  }

  private func list(_ variable: String, _ usual: String) -> [FilePath] {
    var value = environment(variable) ?? ""
    if value.isEmpty { value = usual }
    var folders: [FilePath] = []
    for part in value.array.split(separator: UInt8(ascii: ":")) {
      let folder = FilePath(Array(part).withUnsafeBufferPointer(String.decoded))
      if folder.isAbsolute { folders.append(folder) }
    }
    return folders
  }

  /// The file of a program, by its path or in PATH; nil when nobody may run it.
  func program(_ name: String) -> FilePath? {
    let path = FilePath(name)
    if path.isAbsolute {
      let isFile = FileStatus(path)?.kind == .file
      return isFile && path.withCString({ access($0, X_OK) }) == 0 ? path : nil
    }
    if name.isEmpty || name.array.contains(UInt8(ascii: "/")) { return nil }
    return environment("PATH").flatMap { Tool.find(name, path: $0) }
  }

  /// Makes a folder and those it is in. Errors: those of `mkdir`.
  static func make(_ folder: FilePath) throws(AhaError) {
    if FileStatus(folder)?.kind == .folder { return }
    let parent = folder.folder
    if !parent.isSame(as: folder), !parent.isEmpty { try make(parent) }
    let failed = folder.withCString { mkdir($0, 0o700) } != 0
    if failed && shim_errno() != EEXIST {
      throw AhaError.system(shim_errno(), "make \(folder.text)")
    }
  }
}
