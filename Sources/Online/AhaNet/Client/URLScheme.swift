import AhaBase
import CShims

/// A scheme of URLs for which the user's desktop starts a program.
///
/// Source: the XDG MIME Applications and Desktop Entry Specifications. The desktop's own tool,
/// xdg-mime, knows where each desktop keeps its defaults.
public final class URLScheme {
  /// In lower case, as desktops compare it.
  fileprivate let name: String
  private let application: String
  private let environment: Environment

  /// Errors: `invalidArgument` (not the name of a scheme, or http and https, which are browsers').
  public convenience init(name: String, of application: String) throws(AhaError) {
    try self.init(name: name, of: application, environment: .process)
  }

  init(
    name: String, of application: String, environment: Environment
  ) throws(AhaError) {
    guard let scheme = URLParts(name + "://x")?.scheme, scheme.isEqualIgnoringCase(name),
      scheme.utf8.count <= 100
    else { throw AhaError(.invalidArgument, "\"\(name.cut)\" is not the scheme of a URL") }
    if ["http", "https", "file"].contains(scheme) {
      throw AhaError(.invalidArgument, "\(scheme) is not an application's scheme")
    }
    (self.name, self.application, self.environment) = (scheme, application, environment)
  }

  private var type: String { "x-scheme-handler/" + name }

  /// Whether the desktop has a program for the scheme. Errors: `notFound` (no xdg-mime), `timeout`,
  /// `system`.
  public func isRegistered() throws(AhaError) -> Bool {
    try run("xdg-mime", arguments: ["query", "default", type]).output.bytes.contains { $0 > 0x20 }
  }

  /// Lets the desktop start a command for the scheme's URLs.
  /// - Parameter command: In the form of a desktop entry's Exec key; the URL follows it, or
  ///   replaces `%u`.
  /// Errors: `invalidArgument` (the command), those of files, `notFound` (no xdg-mime), `timeout`,
  /// `system`.
  public func register(running command: String) throws(AhaError) {
    for byte in command.utf8 where byte < 0x20 || byte == 0x7F {
      throw AhaError(.invalidArgument, "the command for \(name): URLs has control characters")
    }
    if command.isEmpty {
      throw AhaError(.invalidArgument, "the command for \(name): URLs is empty")
    }
    let entry = try entry()
    try Disk.makeFolders(entry.folder, mode: 0o700)
    let file = try ReplacementFile(for: entry)
    var failure: AhaError?
    Array(text(running: command).utf8).withUnsafeBytes { bytes in
      do throws(AhaError) { try file.stream.write(bytes, at: 0) } catch { failure = error }
    }
    if let failure { throw failure }
    try file.commit()
    updateDatabase(in: entry.folder)
    let done = try run("xdg-mime", arguments: ["default", fileName, type])
    if let status = done.status, status != 0 {
      throw AhaError(.system, "xdg-mime could not register \(name): URLs (exit code \(status))")
    }
  }

  /// Undoes `register`. Desktops skip a default whose entry is gone. Errors: those of files.
  public func remove() throws(AhaError) {
    let entry = try entry()
    if !Disk.remove(entry), shim_errno() != ENOENT {
      throw AhaError.system(shim_errno(), "remove \(entry.text)")
    }
    updateDatabase(in: entry.folder)
  }

  private func updateDatabase(in folder: FilePath) {
    // Not every desktop has the tool, or needs the database.
    _ = try? run("update-desktop-database", arguments: [folder.text])
  }

  private func entry() throws(AhaError) -> FilePath {
    let folder = try UserFolder.data.path(environment).folder
    return folder / FilePath("applications") / FilePath(fileName)
  }

  private var fileName: String {
    let isOwn = URLHandler.isScheme(name, of: application)
    return isOwn ? "aha-\(application).desktop" : "aha-\(application)-\(name).desktop"
  }

  /// Source: Desktop Entry Specification 1.5, "The Exec key"; a string has its own escapes.
  private func text(running command: String) -> String {
    var exec: [UInt8] = []
    for byte in command.utf8 { exec += byte == 0x5C ? [byte, byte] : [byte] }
    let hasURL = command.array.indices.contains { index in
      let rest = command.array[index...]
      return rest.begins(with: "%u") || rest.begins(with: "%U")
    }
    return "[Desktop Entry]\nType=Application\nNoDisplay=true\nName=\(application)\nExec="
      + exec.text + (hasURL ? "\n" : " %u\n") + "MimeType=\(type);\n"
  }

  private func run(
    _ tool: String, arguments: [String]
  ) throws(AhaError) -> ExternalTool.Answer {
    guard let path = ExternalTool.find(named: tool, path: environment.text(named: "PATH") ?? "")
    else {
      throw AhaError(.notFound, "there is no \(tool): install the package xdg-utils")
    }
    return try ExternalTool(path: path, milliseconds: 20_000).run(with: arguments, input: nil)
  }
}

extension Provider {
  /// Errors: `state` (the redirect URL has an application's scheme, and no program is registered
  /// for it), those of `URLScheme`.
  public func requireScheme() throws(AhaError) {
    guard let scheme = try ownScheme() else { return }
    if try scheme.isRegistered() { return }
    throw AhaError(
      .state,
      "no program is registered for \(scheme.name): URLs, to which \(name) returns: "
        + "register the application for them")
  }

  /// The scheme that the desktop must know; nil for a redirect to this machine, and for a code that
  /// the user pastes. Errors: `invalidArgument`.
  fileprivate func ownScheme() throws(AhaError) -> URLScheme? {
    guard let redirect = URLParts(redirect), !redirect.isHTTP, redirect.scheme != "urn" else {
      return nil
    }
    return try URLScheme(name: redirect.scheme, of: clientID)
  }

  /// Why a redirect cannot arrive; "" if the cause is not known.
  var missingScheme: String {
    guard let found = try? ownScheme(), let isRegistered = try? found.isRegistered(),
      !isRegistered
    else { return "" }
    return "; no program is registered for \(found.name): URLs"
  }
}

/// Passes the URLs of pieces to the first process of an application that reads its events.
///
/// Threads: any.
final class URLReceiver {
  private let urls: URLHandler
  private let application: String
  /// Nil without a state folder.
  private let name: String?
  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  private var inbox: URLInbox?
  private var next: Instant?

  /// - Parameter folder: The client's own state folder; its processes share it.
  init(urls: URLHandler, application: String, folder: FilePath?) {
    (self.urls, self.application) = (urls, application)
    var base = folder ?? (try? UserFolder.state.path())
    if let relative = base, !relative.isAbsolute, let here = FilePath(".").resolved {
      base = here / relative
    }
    name = base.map { base in
      let hash = Fingerprint(Array("\(application) \(base.text)".utf8)).value
      return "libaha-pieces-\(Int(geteuid()))-\(hash)"
    }
  }

  /// Accepts the URLs that other processes pass on, from the first call on. Another process may be
  /// the first one; then a try each second takes its place once it has ended.
  func receive() { claimInbox()?.receive { [urls] url in (try? urls.handle(url)) == .handled } }

  /// Descriptor that polls readable while URLs wait; -1 while another process is the first one.
  var descriptor: Int32 { claimInbox()?.descriptor ?? -1 }

  /// Returns true if another process accepts the URL of a piece.
  func passOn(_ url: URLParts, text: String) -> Bool {
    guard URLHandler.isScheme(url.scheme, of: application), URLHandler.piece(in: url) != nil,
      lock.locked({ inbox == nil }), let name
    else { return false }
    return URLInbox.send(text, to: name, toSelf: false) == .accepted
  }

  private func claimInbox() -> URLInbox? {
    lock.lock()
    defer { lock.unlock() }
    if let inbox { return inbox }
    let now = Instant.now()
    if let next, now < next { return nil }
    next = .after(milliseconds: 1000)
    inbox = name.flatMap { URLInbox(named: $0) }
    return inbox
  }
}
