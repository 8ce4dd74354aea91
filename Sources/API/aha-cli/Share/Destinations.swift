let destinationsVerb = Verb(
  "destinations", "[DESTINATION...]", "List destinations of drops, and whether they are ready",
  details: """
    Without DESTINATION: each kind, and each account that is signed in. Only
    --check asks the servers, and shows the owner of the account.
    """,
  options: [Option("--check", "ask each DESTINATION whether it would take a piece")]
    + destinationOptions + [.json]
) { (arguments, console) throws(Failure) in
  let asks = arguments.has("--check")
  if asks, arguments.operands.isEmpty {
    throw arguments.usage("--check needs a DESTINATION: " + destinationForms)
  }
  let online = try Online(arguments.value("--ca-file"))
  if arguments.operands.isEmpty {
    for (word, name) in try examples(online) {
      let word = try DestinationWord(word.bytes, for: destinationsVerb)
      DestinationRow(word, arguments, online, called: name).print(console)
    }
  }
  try console.each(arguments.operands) { (text) throws(Failure) in
    let word = try DestinationWord(text, for: destinationsVerb)
    let row = DestinationRow(word, arguments, online, asking: asks ? console : nil)
    row.print(console)
    if let failure = row.failure { throw .told(failure.exit) }
  }
}

private func examples(_ online: Online) throws(Failure) -> [(word: String, name: String)] {
  var examples: [(word: String, name: String)] = [
    (".", "FOLDER"), ("https://webdav.invalid/", "https://HOST/PATH/"),
    ("s3://bucket", "s3://BUCKET/PREFIX"),
  ]
  let accounts = try keptAccounts(online)
  for service in services {
    let own = accounts.filter { same(service.name, $0.provider) }.map { $0.text }
    examples += (own.isEmpty ? [service.name] : own).map { (word: $0, name: $0) }
  }
  return examples
}

private struct DestinationRow {
  private let name: String
  private let kind: String
  private var info = aha_destination_info_init()
  private var (address, types): (Bytes, Bytes) = ([], [])
  /// The account's owner and the application's name at the service; "" until it was asked.
  private var (owner, application): (Bytes, Bytes) = ([], [])
  /// Why nothing can be sent there.
  private(set) var failure: Failure?

  /// - Parameter console: Waits while the service is asked; nil: it is not.
  init(
    _ word: DestinationWord, _ arguments: Arguments, _ online: Online,
    called name: String? = nil, asking console: Console? = nil
  ) {
    self.name = name ?? shown(word.text)
    kind = word.kind
    do throws(Failure) {
      let destination = try OnlineDestination(word, arguments, online)
      info = destination.info
      if info.ready < 0 { failure = .library(info.ready, .output, about: word.text) }
      if name == nil { address = destination.text(AHA_DESTINATION_ADDRESS) }
      types = destination.text(AHA_DESTINATION_TYPES)
      guard let console, failure == nil else { return }
      try console.run(.output, about: word.text) { aha_destination_check(destination.pointer, $0) }
      owner = destination.text(AHA_DESTINATION_OWNER)
      application = destination.text(AHA_DESTINATION_APPLICATION)
    } catch { failure = error }
  }

  func print(_ console: Console) {
    let can = [
      (info.is_resumable, "resumable"), (info.has_public_link, "link"), (info.has_page, "page"),
    ].filter { $0.0 != 0 }.map { $0.1 }
    var line = padded(kind, 11) + " " + padded(name, 19) + " "
    line += padded(failure == nil ? "ready" : "not ready", 10) + joined(can)
    var more = failure?.message ?? ""
    if !owner.isEmpty { more = "signed in: \(owner)" }
    if !application.isEmpty { more += ", by \(application)" }
    if !more.isEmpty { line += "\n" + String(repeating: " ", count: 12) + more }
    console.print(
      [
        "kind": .text(kind), "destination": .text(name), "address": .name(address),
        "ready": .flag(failure == nil), "why": .text(failure?.message ?? ""),
        "owner": .text(shown(owner)), "application": .text(shown(application)),
        "resumable": .flag(info.is_resumable), "public_link": .flag(info.has_public_link),
        "page": .flag(info.has_page), "max_bytes": .known(info.max_bytes),
        "types": .texts(types.split(separator: 0x20).map { $0.string }),
      ], or: line)
  }
}

/// A destination on the command line: a folder, a URL, or the name of a service.
struct DestinationWord {
  enum Place {
    case folder
    case webdav
    /// - Parameter prefix: Of keys; "" for none.
    case s3(bucket: Bytes, prefix: Bytes)
    case account(Service, AccountName)
  }

  let place: Place
  /// The name in lists and in the journal. Folders are absolute paths.
  let text: Bytes

  init(_ word: Bytes, for verb: Verb) throws(Failure) {
    if word.isEmpty { throw verb.usage("a destination has a name: \"\" is none") }
    let first = Bytes(word.prefix { $0 != 0x2f })
    let scheme = Bytes(word.prefix { $0 != 0x3a })
    let hasHost = startsWith(word.dropFirst(scheme.count), "://")
    let isWeb = same("http", scheme) || same("https", scheme)
    if startsWith(word[...], "s3://") {
      (place, text) = (try DestinationWord.bucket(word, verb), word)
    } else if isWeb, hasHost {
      let authority = word.dropFirst(scheme.count + 3).prefix { ![0x2f, 0x3f, 0x23].contains($0) }
      if authority.contains(0x40) {
        throw verb.usage(
          "a URL with a user in it shows in lists of processes: use --user and --password-file")
      }
      (place, text) = (.webdav, word)
    } else if let service = services.first(where: { same($0.name, first) }) {
      // A folder with the name of a service is typed as "./dropbox".
      (place, text) = (.account(service, try AccountName(word, for: verb)), word)
    } else if startsWith(word[...], "file:") {
      (place, text) = (.folder, word)
    } else if isWeb, scheme.count < word.count {
      throw verb.usage("a URL of a WebDAV collection begins with http:// or https://")
    } else if hasHost {
      throw verb.usage("\"\(scheme):\" is no destination: " + destinationForms)
    } else {
      (place, text) = (.folder, try wholePath(word))
    }
  }

  /// As in AHA_DROP_KIND.
  var kind: String {
    switch place {
    case .folder: "folder"
    case .webdav: "webdav"
    case .s3: "s3"
    case .account(let service, _): service.name
    }
  }

  private static func bucket(_ word: Bytes, _ verb: Verb) throws(Failure) -> Place {
    let rest = word.dropFirst("s3://".utf8.count)
    let bucket = Bytes(rest.prefix { $0 != 0x2f })
    if bucket.isEmpty { throw verb.usage("\"\(word)\" names no bucket: s3://BUCKET/PREFIX") }
    var prefix = Bytes(rest.dropFirst(bucket.count).drop { $0 == 0x2f })
    while prefix.last == 0x2f { prefix.removeLast() }
    return .s3(bucket: bucket, prefix: prefix)
  }
}

let destinationForms =
  "a folder, an http(s) URL (WebDAV), s3://BUCKET/PREFIX, "
  + joined(services.dropLast().map { $0.name }, ", ") + " or " + services[services.count - 1].name
