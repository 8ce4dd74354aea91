let savedVerbs = [
  destinationsAddVerb, destinationsShowVerb, destinationsRemoveVerb,
  destinationsCheckVerb,
]

private let destinationsAddVerb = Verb(
  "destinations add", synopsis: "NAME DESTINATION", summary: "Save a destination under a name",
  details: """
    Later, NAME is all that --to and other commands need. DESTINATION is a folder,
    an http(s) URL (WebDAV), s3://BUCKET/PREFIX, or dropbox, soundcloud or
    allihoopa, where \(program) login has signed in. Keys for S3 are in AWS_ACCESS_KEY_ID
    and AWS_SECRET_ACCESS_KEY. The password or secret key is copied into a file
    that only the user can read, or into the keyring; the list of destinations,
    destinations.json in $XDG_CONFIG_HOME/aha, has no secrets.
    """, operands: (2...2, "destinations add needs a name and a destination"),
  options: destinationOptions + [
    Option("--keyring", "store the secret in the desktop's keyring"), .json,
  ]
) { (arguments, console) throws(Failure) in
  let (name, text) = (arguments.operands[0], arguments.operands[1])
  let online = try Online(nil)
  let word = try DestinationWord(text, for: destinationsAddVerb)
  let destination = try OnlineDestination(
    new: word, arguments: arguments, online: online, named: name)
  let store = arguments.has("--keyring") ? AHA_STORE_SECRET_SERVICE : AHA_STORE_AUTO
  try check(aha_destination_save(destination.pointer, aha_store_kind(store)), .output, about: name)
  let address = destination.text(AHA_DESTINATION_ADDRESS)
  console.print(
    [
      "event": .text("added"), "destination": .name(name), "kind": .text(destination.kind),
      "address": .name(address),
    ], or: "\(name): \(address)")
}

private let destinationsShowVerb = Verb(
  "destinations show", synopsis: "[NAME...]", summary: "Show saved destinations and their options",
  details: "All without NAME. Passwords and secret keys are not shown.", options: [.json]
) { (arguments, console) throws(Failure) in
  let online = try Online(nil)
  let names = try online.savedNames()
  try console.each(arguments.operands.isEmpty ? names : arguments.operands) {
    (name) throws(Failure) in
    let destination = try OnlineDestination(saved: name, on: online)
    let ready = destination.info.ready
    let why = ready < 0 ? shown(aha_last_error()) : ""
    let lines = destination.text(AHA_DESTINATION_SETTINGS).split(separator: 0x0a)
    let settings = lines.map { (line) -> Field in
      let (key, value) = splitAtEqualsSign(line)
      return Field(key.text, .name(value ?? []), label: shown(key))
    }
    let record: Record = [
      "destination": .name(name), "kind": .text(destination.kind),
      "address": .name(destination.text(AHA_DESTINATION_ADDRESS)), "ready": .flag(ready >= 0),
      "why": .text(why), "settings": .object(Record(settings)),
    ]
    let facts = [Field("kind", destination.kind)] + settings + [Field("not ready", why)]
    console.print(record, or: Record(facts).block(name, width: 20))
  }
}

private let destinationsRemoveVerb = Verb(
  "destinations remove", synopsis: "NAME...",
  summary: "Remove saved destinations and their secrets",
  details: "Accounts stay signed in, and drops stay at their destinations.",
  operands: (oneOrMore, "destinations remove needs a name"), options: [.json]
) { (arguments, console) throws(Failure) in
  let online = try Online(nil)
  try console.each(arguments.operands) { (name) throws(Failure) in
    try check(aha_destination_forget(online.pointer, name.c), .input, about: name)
    console.print(["event": .text("removed"), "destination": .name(name)], or: "removed \(name)")
  }
}

private let destinationsCheckVerb = Verb(
  "destinations check", synopsis: "DESTINATION...",
  summary: "Ask destinations whether they would take a piece",
  details: "Prints the user who is signed in. The exit code is 0 if all would.",
  operands: (oneOrMore, "destinations check needs a name, or a destination"),
  options: networkOptions + [.json], oneOff: destinationOptions
) { (arguments, _) throws(Failure) in
  let online = try Online(arguments)
  try listDestinations(named: arguments.operands, arguments: arguments, online: online, asks: true)
}
