import CAha

let destinationsVerb = Verb(
  name: "destinations", synopsis: "[DESTINATION...]",
  summary: "List where pieces can be dropped, and whether that is ready",
  details: """
    Without DESTINATION: each kind, and each account that is signed in. Nothing is
    asked of any server but with --check, which tells who is signed in there.
    """,
  ownOptions: [
    Option(name: "--check", help: "ask each DESTINATION whether it would take a piece")
  ] + destinationOptions + [.json], run: runDestinations)

@Sendable
private func runDestinations(_ arguments: Arguments, _ console: Console) throws(Failure) {
  let asks = arguments.has("--check")
  if asks, arguments.operands.isEmpty {
    throw destinationsVerb.usage("--check needs a DESTINATION: " + destinationForms)
  }
  let settings = try DestinationSettings(arguments)
  let online = try Online(settings.caFile)
  var tally = Tally()
  for text in arguments.operands {
    let word = try DestinationWord(text, for: destinationsVerb)
    let row = DestinationRow(word, settings, online, asking: asks ? console : nil)
    if let failure = row.failure { tally.add(failure) }
    row.print(console)
  }
  if arguments.operands.isEmpty {
    for row in try knownDestinations(settings, online) { row.print(console) }
  }
  try tally.end()
}

/// Each kind by an example, and accounts that are kept besides.
private func knownDestinations(
  _ settings: DestinationSettings, _ online: Online
) throws(Failure) -> [DestinationRow] {
  func row(_ word: String, called name: String) throws(Failure) -> DestinationRow {
    let word = try DestinationWord(Bytes(word.utf8), for: destinationsVerb)
    return DestinationRow(word, settings, online, called: name)
  }
  var rows = [
    try row(".", called: "FOLDER"),
    try row("https://webdav.invalid/", called: "https://HOST/PATH/"),
    try row("s3://bucket", called: "s3://BUCKET/PREFIX"),
  ]
  let accounts = try keptAccounts(online)
  for service in services {
    let own = accounts.filter { same(service.name, $0.provider) }
    if own.isEmpty { rows.append(try row(service.name, called: service.name)) }
    for account in own { rows.append(try row(account.text, called: account.text)) }
  }
  return rows
}

private func keptAccounts(_ online: Online) throws(Failure) -> [AccountName] {
  var count: UInt32 = 0
  try check(aha_client_get_account_count(online.pointer, &count), .input, about: [])
  var names: [AccountName] = []
  for index in 0..<count {
    func text(_ which: Int) -> Bytes {
      copiedText {
        aha_client_copy_account(online.pointer, index, aha_account_text(which), $0, $1, $2)
      }
    }
    let name = text(AHA_ACCOUNT_PROVIDER) + [0x2f] + text(AHA_ACCOUNT_NAME)
    names.append(try AccountName(name, for: destinationsVerb))
  }
  return names
}

/// What there is to say of one destination.
private struct DestinationRow {
  private let name: String
  private let kind: String
  private var info = aha_destination_info_init()
  private var address: Bytes = []
  private var types: Bytes = []
  /// Who is signed in there, and what the application is called; "" where nobody was asked.
  private var (owner, application): (Bytes, Bytes) = ([], [])
  /// Why nothing can be sent there.
  private(set) var failure: Failure?

  init(
    _ word: DestinationWord, _ settings: DestinationSettings, _ online: Online,
    called name: String? = nil, asking console: Console? = nil
  ) {
    self.name = name ?? shown(word.text)
    kind = destinationKindName(word.kind)
    do throws(Failure) {
      let destination = try OnlineDestination(word, settings, online)
      info = destination.info
      if info.ready < 0 { failure = .library(info.ready, .output, about: word.text) }
      if name == nil { address = destination.text(AHA_DESTINATION_ADDRESS) }
      types = destination.text(AHA_DESTINATION_TYPES)
      guard let console, failure == nil else { return }
      try destination.ask(console)
      owner = destination.text(AHA_DESTINATION_OWNER)
      application = destination.text(AHA_DESTINATION_APPLICATION)
    } catch {
      failure = error
    }
  }

  func print(_ console: Console) { console.print(console.isJSON ? object.text : line) }

  private var line: String {
    let can = [
      (info.is_resumable, "resumable"), (info.has_public_link, "link"), (info.has_page, "page"),
    ].filter { $0.0 != 0 }.map { $0.1 }
    var text = padded(kind, 11) + " " + padded(name, 19) + " "
    text += padded(failure == nil ? "ready" : "not ready", 10) + joined(can)
    var more = failure?.message ?? ""
    if !owner.isEmpty { more = "signed in: " + shown(owner) }
    if !application.isEmpty { more += ", by " + shown(application) }
    return more.utf8.isEmpty ? text : text + "\n" + String(repeating: " ", count: 12) + more
  }

  private var object: JSONObject {
    var object = JSONObject()
    object.add("kind", text: kind)
    object.add("destination", text: name)
    object.add("address", name: address)
    object.add("ready", isTrue: failure == nil)
    object.add("why", text: failure?.message ?? "")
    object.add("owner", text: shown(owner))
    object.add("application", text: shown(application))
    object.add("resumable", isTrue: info.is_resumable != 0)
    object.add("public_link", isTrue: info.has_public_link != 0)
    object.add("page", isTrue: info.has_page != 0)
    object.add("max_bytes", number: info.max_bytes == 0 ? nil : info.max_bytes)
    let all = types.split(separator: 0x20)
    object.add("types", texts: all.map { String(decoding: $0, as: UTF8.self) })
    return object
  }
}
