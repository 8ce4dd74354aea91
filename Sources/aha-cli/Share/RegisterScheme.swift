import CAha
import CCli

let registerSchemeVerb = Verb(
  "register-scheme", "APP --exec COMMAND | --remove | --check",
  "Let the desktop start a program for ah-APP: URLs",
  details: """
    For this user: by a .desktop file, and xdg-mime of the package xdg-utils.
    COMMAND is as its Exec key has it; the URL follows it, as of
    "/usr/bin/player --open". The exit code of --check says whether something is
    started.
    """,
  options: [
    Option("--exec", "COMMAND", "what is started"), Option("--remove", "take that back"),
    Option("--check", "tell whether a program is registered"),
  ]
) { (arguments, console) throws(Failure) in
  let application = try arguments.only(
    "register-scheme needs one application, as com.example.drums")
  let command = arguments.value("--exec")
  let ways = [command != nil, arguments.has("--remove"), arguments.has("--check")]
  guard ways.filter({ $0 }).count == 1 else {
    throw arguments.usage("register-scheme needs one of --exec, --remove and --check")
  }
  // A client refuses what is no application's id.
  _ = try Online(nil, application: application)
  let scheme = DesktopScheme(application)
  if let command {
    guard !command.isEmpty, command.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
      throw arguments.usage("--exec needs a command without control characters")
    }
    return try scheme.register(command)
  }
  if arguments.has("--remove") { return try scheme.remove() }
  if try scheme.entry().isEmpty {
    throw Failure(.input, AHA_ERROR_NOT_FOUND, shown(scheme.name) + ": nothing is registered")
  }
  console.print(shown(scheme.name) + ": is registered")
}

/// The desktop entry of an application, for one user.
private struct DesktopScheme {
  /// In lower case, as desktops compare it.
  let name: Bytes
  private let application: Bytes

  private var type: Bytes { "x-scheme-handler/".bytes + name }
  private var file: Bytes { "aha-".bytes + application + ".desktop".bytes }

  init(_ application: Bytes) {
    self.application = application
    name = lowercased("ah-".bytes + application)
  }

  /// Source: Desktop Entry Specification 1.5, "The Exec key"; a string has its own escapes.
  func register(_ command: Bytes) throws(Failure) {
    let hasURL = command.indices.contains {
      startsWith(command[$0...], "%u") || startsWith(command[$0...], "%U")
    }
    var exec: Bytes = []
    for byte in command { exec += byte == 0x5c ? [byte, byte] : [byte] }
    var text = Bytes("[Desktop Entry]\nType=Application\nNoDisplay=true\nName=".utf8)
    text += application + Bytes("\nExec=".utf8) + exec + Bytes((hasURL ? "\n" : " %u\n").utf8)
    text += "MimeType=".bytes + type + Bytes(";\n".utf8)
    let folder = try applications()
    try replaceFile(folder + [0x2f] + file, text)
    _ = try? run(["update-desktop-database".bytes, folder])
    _ = try run(["xdg-mime".bytes, "default".bytes, file, type])
  }

  /// Desktops skip a default whose file is gone.
  func remove() throws(Failure) {
    let folder = try applications()
    let error = cli_remove((folder + [0x2f] + file).c)
    if error != 0, error != ENOENT { throw .system(error, about: folder + [0x2f] + file) }
    _ = try? run(["update-desktop-database".bytes, folder])
  }

  /// The name of the file that the desktop starts for such URLs; "" for none.
  func entry() throws(Failure) -> Bytes {
    try run(["xdg-mime".bytes, "query".bytes, "default".bytes, type])
  }

  private func applications() throws(Failure) -> Bytes {
    try userFolder("XDG_DATA_HOME", ".local/share") + "/applications".bytes
  }

  /// What a program prints, without the last line feed.
  private func run(_ words: [Bytes]) throws(Failure) -> Bytes {
    var output = [CChar](repeating: 0, count: 4096)
    let error = cli_run(words.map { kept($0) } + [nil], &output, output.count)
    if error == 0 { return bytes(of: output).prefix { $0 != 0x0a }.map { $0 } }
    var failure = Failure.system(error, about: words[0])
    if error == ENOENT { failure.hint = "install the package xdg-utils" }
    throw failure
  }
}
