let registerSchemeVerb = Verb(
  "register-scheme", "APP --exec COMMAND | --remove | --check",
  "Let the desktop start a program for ah-APP: URLs",
  details: """
    For this user: by a .desktop file, and xdg-mime of the package xdg-utils.
    COMMAND has the form of its Exec key, such as "/usr/bin/player --open"; the
    URL follows it. The exit code of --check says whether a program is registered.
    """, operands: (1...1, "register-scheme needs one application, as com.example.drums"),
  options: [
    Option("--exec", "COMMAND", "the program to start"),
    Option("--remove", "undo the registration"),
    Option("--check", "check whether a program is registered"),
  ]
) { (arguments, console) throws(Failure) in
  guard ["--exec", "--remove", "--check"].filter({ arguments.has($0) }).count == 1 else {
    throw arguments.usage("register-scheme needs one of --exec, --remove and --check")
  }
  let application = arguments.operands[0]
  // A client refuses an invalid id of an application.
  _ = try Online(nil, application: application)
  // In lower case, as desktops compare it.
  let name = lowercased("ah-".bytes + application)
  let type = "x-scheme-handler/".bytes + name
  let file = "aha-".bytes + application + ".desktop".bytes
  let folder = try userFolder("XDG_DATA_HOME", ".local/share") + "/applications".bytes
  let path = folder + [0x2f] + file
  if let command = arguments.value("--exec") {
    guard !command.isEmpty, command.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
      throw arguments.usage("--exec needs a command without control characters")
    }
    try replaceFile(path, desktopEntry(application, command, type))
    _ = try? run(["update-desktop-database".bytes, folder])
    _ = try run(["xdg-mime".bytes, "default".bytes, file, type])
  } else if arguments.has("--remove") {
    // Desktops skip a default whose file is gone.
    let error = cli_error(remove(path.c))
    if error != 0, error != ENOENT { throw .system(error, about: path) }
    _ = try? run(["update-desktop-database".bytes, folder])
  } else {
    if try run(["xdg-mime".bytes, "query".bytes, "default".bytes, type]).isEmpty {
      throw Failure(.input, AHA_ERROR_NOT_FOUND, "\(name): nothing is registered")
    }
    console.print("\(name): is registered")
  }
}

/// Source: Desktop Entry Specification 1.5, "The Exec key"; a string has its own escapes.
private func desktopEntry(_ application: Bytes, _ command: Bytes, _ type: Bytes) -> Bytes {
  let hasURL = command.indices.contains {
    startsWith(command[$0...], "%u") || startsWith(command[$0...], "%U")
  }
  var exec: Bytes = []
  for byte in command { exec += byte == 0x5c ? [byte, byte] : [byte] }
  var text = "[Desktop Entry]\nType=Application\nNoDisplay=true\nName=".bytes
  text += application + "\nExec=".bytes + exec + (hasURL ? "\n" : " %u\n").bytes
  return text + "MimeType=".bytes + type + ";\n".bytes
}

/// Runs a program. Returns: the first line of its output.
private func run(_ words: [Bytes]) throws(Failure) -> Bytes {
  var output = [CChar](repeating: 0, count: 4096)
  let error = cli_run(words.map { kept($0) } + [nil], &output, output.count)
  if error == 0 { return Bytes(bytes(of: output).prefix { $0 != 0x0a }) }
  let failure = Failure.system(error, about: words[0])
  throw error == ENOENT ? failure.with(hint: "install the package xdg-utils") : failure
}
