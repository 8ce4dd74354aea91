let destinationsVerb = Verb(
  "destinations", synopsis: "[COMMAND|DESTINATION...]",
  summary: "Save destinations of drops under names, and list them",
  details: """
    Without COMMAND: whether each DESTINATION is ready; without DESTINATION, each
    kind, each account that is signed in, and each saved name. Only --check asks
    the servers, and shows the owner of the account.
    """, operands: (0...Int.max, ""),
  options: [Option("--check", "ask each DESTINATION whether it would take a piece")]
    + networkOptions + [.json], oneOff: destinationOptions, parts: savedVerbs
) { (arguments, console) throws(Failure) in
  let asks = arguments.has("--check")
  if asks, arguments.operands.isEmpty {
    throw arguments.usage("--check needs a DESTINATION: " + destinationForms)
  }
  let online = try Online(arguments)
  var words = arguments.operands
  if words.isEmpty {
    words = try online.savedNames()
    for (word, name) in try examples(from: online) {
      let word = try DestinationWord(word.array, for: destinationsVerb)
      DestinationRow(named: word, arguments: arguments, online: online, called: name).print(console)
    }
  }
  try listDestinations(
    named: words, arguments: arguments, online: online, asks: asks,
    isList: arguments.operands.isEmpty)
}

/// Errors: a destination is not ready, unless it is one of the list of all.
func listDestinations(
  named words: [Bytes], arguments: Arguments, online: Online, asks: Bool, isList: Bool = false
) throws(Failure) {
  try console.each(words) { (text) throws(Failure) in
    let word = try DestinationWord(text, for: destinationsVerb)
    let row = DestinationRow(
      named: word, arguments: arguments, online: online, asking: asks ? console : nil)
    row.print(console)
    if !isList, let failure = row.failure { throw .reported(failure.exit) }
  }
}

private func examples(from online: Online) throws(Failure) -> [(word: String, name: String)] {
  var examples: [(word: String, name: String)] = [
    (".", "FOLDER"), ("https://webdav.invalid/", "https://HOST/PATH/"),
    ("s3://bucket", "s3://BUCKET/PREFIX"),
  ]
  let accounts = try savedAccounts(of: online)
  for service in services {
    let own = accounts.filter { same(service.name, $0.provider) }.map { $0.text }
    examples += (own.isEmpty ? [service.name] : own).map { (word: $0, name: $0) }
  }
  return examples
}

private struct DestinationRow {
  private var name: String
  private var kind: String
  private var info = aha_destination_info_init()
  private var (address, types): (Bytes, Bytes) = ([], [])
  /// The account's owner and the application's name at the service; "" until it was asked.
  private var (owner, application): (Bytes, Bytes) = ([], [])
  /// Why nothing can be sent there.
  private(set) var failure: Failure?

  /// - Parameter console: Waits while the service is asked; nil: it is not.
  init(
    named word: DestinationWord, arguments: Arguments, online: Online,
    called name: String? = nil, asking console: Console? = nil
  ) {
    self.name = name ?? word.text.text.shownLine
    kind = word.kind
    do throws(Failure) {
      let destination = try OnlineDestination(named: word, arguments: arguments, online: online)
      if name == nil { self.name = destination.title.text.shownLine }
      (info, kind) = (destination.info, destination.kind)
      if info.ready < 0 { failure = .library(info.ready, side: .output, about: word.text) }
      if name == nil { address = destination.text(AHA_DESTINATION_ADDRESS) }
      types = destination.text(AHA_DESTINATION_TYPES)
      guard let console, failure == nil else { return }
      try console.run(.output, about: word.text) { aha_destination_check(destination.pointer, $0) }
      info = destination.info
      owner = destination.text(AHA_DESTINATION_OWNER)
      application = destination.text(AHA_DESTINATION_APPLICATION)
    } catch { failure = error }
  }

  private var free: String { fixed(Double(info.free_bytes) * 1e-9, decimals: 3) + " GB" }

  func print(_ console: Console) {
    let can = [
      (info.is_resumable, "resumable"), (info.has_public_link, "link"), (info.has_page, "page"),
    ].filter { $0.0 != 0 }.map { $0.1 }
    var line = padded(kind, to: 11) + " " + padded(name, to: 19) + " "
    line += padded(failure == nil ? "ready" : "not ready", to: 10) + joined(can)
    var more = failure?.message ?? ""
    if !owner.isEmpty { more = "signed in: \(owner)" }
    if !application.isEmpty { more += ", by \(application)" }
    if info.free_bytes >= 0 { more += (more.isEmpty ? "" : ", ") + "free: \(free)" }
    if !more.isEmpty { line += "\n" + String(repeating: " ", count: 12) + more }
    console.print(
      [
        "kind": .text(kind), "destination": .text(name), "address": .name(address),
        "ready": .flag(failure == nil), "why": .text(failure?.message ?? ""),
        "owner": .text(shown(owner)), "application": .text(shown(application)),
        "resumable": .flag(info.is_resumable), "public_link": .flag(info.has_public_link),
        "page": .flag(info.has_page), "max_bytes": .known(info.max_bytes),
        "free_bytes": .number(info.free_bytes >= 0 ? info.free_bytes : nil),
        "types": .texts(types.split(separator: 0x20).map { $0.text }),
      ], or: line)
  }
}
