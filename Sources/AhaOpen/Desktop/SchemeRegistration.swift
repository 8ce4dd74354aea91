import AhaBase
import AhaNet

/// The desktop's word on who opens `ah-{app}:` URLs, for one user.
///
/// Threads: any; blocking.
public struct SchemeRegistration {
  private static let defaults: StaticString = "Default Applications"
  private static let entry: StaticString = "Desktop Entry"

  /// What the desktop starts, or what is missing.
  public struct Status {
    public let isRegistered: Bool
    public let line: String
  }

  private let applicationID: String
  private let folders: DesktopFolders

  /// In lower case, as desktops compare it.
  public let scheme: String

  /// Errors: `invalidArgument`: no application's id.
  public init(applicationID: String) throws(AhaError) {
    try self.init(applicationID, DesktopFolders.ofProcess)
  }

  init(_ applicationID: String, _ environment: @escaping (String) -> String?) throws(AhaError) {
    _ = try ClientSettings(applicationID: applicationID)
    scheme = "ah-" + applicationID.lowered
    self.applicationID = applicationID
    folders = DesktopFolders(environment: environment)
  }

  private var type: String { "x-scheme-handler/\(scheme)" }
  private var fileName: String { "aha-\(applicationID).desktop" }

  private func file() throws(AhaError) -> FilePath {
    try folders.applications().appending(FilePath(fileName))
  }

  private func defaultsFile() throws(AhaError) -> FilePath {
    try folders.configuration().appending(FilePath("mimeapps.list"))
  }

  // MARK: Registering

  /// Makes a program the one that is started with such URLs.
  /// - Parameter command: As a shell has it: blanks separate words, quotes hold them together. The
  ///   URL follows, or takes the place of `%u`.
  /// Errors: `invalidArgument` (no command), `notFound` (the program), those of files.
  public func register(command: String) throws(AhaError) {
    try register(words: CommandLine.words(command))
  }

  public func register(words: [String]) throws(AhaError) {
    let program = words.first ?? ""
    guard folders.program(program) != nil else {
      throw AhaError(
        .notFound, "\"\(program.cut)\" is no program: give its whole path, or a name in PATH")
    }
    // The specification forbids the one; GLib looks for the other as it is written, which is twice.
    for byte in program.array where byte == UInt8(ascii: "=") || byte == UInt8(ascii: "%") {
      throw AhaError(
        .invalidArgument, "\"\(program.cut)\" has a = or % in it: no desktop starts it")
    }
    for word in words {
      for byte in word.array where byte < 0x20 || byte == 0x7F {
        throw AhaError(.invalidArgument, "the command has a byte \(Int(byte)) in it")
      }
    }
    try DesktopFolders.make(folders.applications())
    let path = try file()
    let isNew = !Disk.exists(path)
    try write(
      """
      [Desktop Entry]
      Type=Application
      Name=\(applicationID)
      Exec=\(CommandLine.exec(words))
      MimeType=\(type);
      NoDisplay=true
      Terminal=false

      """.array, to: path)
    do throws(AhaError) {
      try changeDefaults { [fileName] in [fileName] + $0 }
    } catch {
      if isNew { _ = Disk.remove(path) }
      throw error
    }
    try updateCache()
  }

  /// Takes the registration back; what is not there is no error. Errors: those of files.
  public func unregister() throws(AhaError) {
    try changeDefaults { $0 }
    let path = try file()
    guard Disk.exists(path) else { return }
    if !Disk.remove(path) { throw AhaError(.access, "\(path.text) cannot be removed") }
    try updateCache()
  }

  /// - Parameter change: Gets the others, and returns all.
  private func changeDefaults(_ change: ([String]) -> [String]) throws(AhaError) {
    let path = try defaultsFile()
    var list = try KeyFile(reading: path)
    let before = list.list(type, in: SchemeRegistration.defaults)
    let after = change(before.filter { !$0.isSame(as: fileName) })
    if after.isEmpty && before.isEmpty { return }
    var value = ""
    for name in after { value += "\(name);" }
    list.set(type, after.isEmpty ? nil : value, in: SchemeRegistration.defaults)
    try DesktopFolders.make(path.folder)
    try write(list.bytes, to: path)
  }

  private func write(_ bytes: [UInt8], to path: FilePath) throws(AhaError) {
    let file = try ReplacementFile(for: path)
    try bytes.withUnsafeBytesThrowing { (bytes) throws(AhaError) in
      try file.stream.write(bytes, at: 0)
    }
    try file.commit()
  }

  /// The desktop's own index, where there is one. It is found without, only later.
  private func updateCache() throws(AhaError) {
    guard let tool = folders.program("update-desktop-database") else { return }
    let folder = try folders.applications()
    do throws(AhaError) {
      _ = try Tool(tool, milliseconds: 10_000).run([folder.text], input: nil)
    } catch {
      Log.warning("\(tool.text): \(error.line)")
    }
  }

  // MARK: Asking

  /// Whether a program is started for such URLs: ours, or another that the desktop knows.
  public var status: Status {
    do throws(AhaError) { return try find() } catch {
      return Status(isRegistered: false, line: "\(scheme): cannot be looked up: \(error.line)")
    }
  }

  private func find() throws(AhaError) -> Status {
    var trouble = ""
    for path in try folders.defaults() {
      guard let list = try? KeyFile(reading: path) else { continue }
      for name in list.list(type, in: SchemeRegistration.defaults) {
        if let found = try entry(name, &trouble) { return found }
      }
    }
    for folder in try folders.allApplications() {
      guard let cache = try? KeyFile(reading: folder.appending(FilePath("mimeinfo.cache"))) else {
        continue
      }
      for name in cache.list(type, in: "MIME Cache") {
        if let found = try entry(name, &trouble) { return found }
      }
    }
    if trouble.isEmpty { trouble = "no mimeapps.list names a program for it" }
    return Status(isRegistered: false, line: "\(scheme): is not registered: \(trouble)")
  }

  /// Nil when that .desktop file starts nothing, with why.
  private func entry(_ name: String, _ trouble: inout String) throws(AhaError) -> Status? {
    guard !name.array.contains(UInt8(ascii: "/")) else { return nil }
    for folder in try folders.allApplications() {
      let path = folder.appending(FilePath(name))
      guard FileStatus(path) != nil, let entry = try? KeyFile(reading: path) else { continue }
      let exec = entry.value("Exec", in: SchemeRegistration.entry) ?? ""
      let program = CommandLine.program(ofExec: exec) ?? ""
      if folders.program(program) != nil {
        return Status(
          isRegistered: true, line: "\(scheme): is opened by \(program), as \(path.text) says")
      }
      trouble = "\(path.text) starts \"\(program.cut)\", which is no program"
      return nil
    }
    if trouble.isEmpty { trouble = "there is no \(name.cut)" }
    return nil
  }
}
