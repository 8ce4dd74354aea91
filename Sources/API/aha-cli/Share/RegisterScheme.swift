let registerSchemeVerb = Verb(
  "register-scheme", synopsis: "APP --exec COMMAND\nAPP --remove\nAPP --check",
  summary: "Let the desktop start a program for ah-APP: URLs",
  details: """
    For this user: by a .desktop file, and xdg-mime of the package xdg-utils.
    COMMAND has the form of its Exec key, such as "/usr/bin/player --open"; the
    URL follows it. The exit code of --check says whether a program is registered.
    """, operands: (1...1, "register-scheme needs one application, as com.example.drums"),
  options: [
    Option("--exec COMMAND", "the program to start"),
    Option("--remove", "undo the registration"),
    Option("--check", "check whether a program is registered"),
  ]
) { (arguments, console) throws(Failure) in
  guard ["--exec", "--remove", "--check"].filter({ arguments.has($0) }).count == 1 else {
    throw arguments.usage("register-scheme needs one of --exec, --remove and --check")
  }
  let application = arguments.operands[0]
  // A client refuses an invalid id of an application.
  let online = try Online(nil, application: application)
  let client = online.pointer
  defer { withExtendedLifetime(online) {} }
  if let command = arguments.value("--exec") {
    guard !command.isEmpty, command.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
      throw arguments.usage("--exec needs a command without control characters")
    }
    try check(aha_client_register_scheme(client, nil, command.c), .output)
  } else if arguments.has("--remove") {
    try check(aha_client_remove_scheme(client, nil), .output)
  } else {
    let name = ("ah-".array + application).lowered
    var isRegistered: UInt32 = 0
    try check(aha_client_get_scheme(client, nil, &isRegistered), .output)
    if isRegistered == 0 {
      throw Failure(.input, code: AHA_ERROR_NOT_FOUND, "\(name): nothing is registered")
    }
    console.print("\(name): is registered")
  }
}
