import CAha
import CCli

let destinationsVerb = Verb(
  "destinations", "[DESTINATION...]", "List where pieces can be dropped, and whether that is ready",
  details: """
    Without DESTINATION: each kind, and each account that is signed in. Nothing is
    asked of any server but with --check, which tells who is signed in there.
    """,
  options: [Option("--check", "ask each DESTINATION whether it would take a piece")]
    + destinationOptions + [.json]
) { (arguments, console) throws(Failure) in
  let asks = arguments.has("--check")
  if asks, arguments.operands.isEmpty {
    throw arguments.usage("--check needs a DESTINATION: " + destinationForms)
  }
  let settings = DestinationSettings(arguments)
  let online = try Online(settings.caFile)
  if arguments.operands.isEmpty {
    for row in try knownDestinations(settings, online) { row.print(console) }
  }
  try console.each(arguments.operands) { (text) throws(Failure) in
    let word = try DestinationWord(text, for: destinationsVerb)
    let row = DestinationRow(word, settings, online, asking: asks ? console : nil)
    row.print(console)
    if let failure = row.failure { throw .told(failure.exit) }
  }
}

/// Each kind by an example, and accounts that are kept besides.
private func knownDestinations(_ settings: DestinationSettings, _ online: Online) throws(Failure)
  -> [DestinationRow]
{
  func row(_ word: String, called name: String) throws(Failure) -> DestinationRow {
    let word = try DestinationWord(word.bytes, for: destinationsVerb)
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

func keptAccounts(_ online: Online) throws(Failure) -> [AccountName] {
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
    } catch { failure = error }
  }

  func print(_ console: Console) { console.print(object, or: line) }

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
    [
      "kind": .text(kind), "destination": .text(name), "address": .name(address),
      "ready": .flag(failure == nil), "why": .text(failure?.message ?? ""),
      "owner": .text(shown(owner)), "application": .text(shown(application)),
      "resumable": .flag(info.is_resumable != 0), "public_link": .flag(info.has_public_link != 0),
      "page": .flag(info.has_page != 0),
      "max_bytes": .number(info.max_bytes == 0 ? nil : info.max_bytes),
      "types": .texts(types.split(separator: 0x20).map { $0.string }),
    ]
  }
}

/// A destination as it is called on the command line: a folder, a URL, or the name of a service.
struct DestinationWord {
  enum Place {
    case folder
    case webdav
    /// - Parameter prefix: What keys begin with; "" for nothing.
    case s3(bucket: Bytes, prefix: Bytes)
    case account(AccountName)
  }

  let place: Place
  /// What it is called in lists and in the journal. Folders are whole paths.
  let text: Bytes

  init(_ word: Bytes, for verb: Verb) throws(Failure) {
    if word.isEmpty { throw verb.usage("a destination has a name: \"\" is none") }
    if startsWith(word[...], "s3://") {
      (place, text) = (try DestinationWord.bucket(word, verb), word)
    } else if startsWith(word[...], "http://") || startsWith(word[...], "https://") {
      if hasUser(word) {
        throw verb.usage(
          "a URL with a user in it shows in lists of processes: use --user and --password-file")
      }
      (place, text) = (.webdav, word)
    } else if DestinationWord.isService(word) {
      (place, text) = (.account(try AccountName(word, for: verb)), word)
    } else if startsWith(word[...], "file:") {
      (place, text) = (.folder, word)
    } else if startsWith(word[...], "http:") || startsWith(word[...], "https:") {
      throw verb.usage("a URL of a WebDAV collection begins with http:// or https://")
    } else if let scheme = scheme(of: word) {
      throw verb.usage("\"" + shown(scheme) + ":\" is no destination: " + destinationForms)
    } else {
      (place, text) = (.folder, try wholePath(word))
    }
  }

  var kind: aha_destination_kind {
    switch place {
    case .folder: aha_destination_kind(AHA_DESTINATION_FOLDER)
    case .webdav: aha_destination_kind(AHA_DESTINATION_WEBDAV)
    case .s3: aha_destination_kind(AHA_DESTINATION_S3)
    case .account(let name): services.first { same($0.name, name.provider) }?.kind ?? 0
    }
  }

  /// The three names, and accounts at them. A folder of such a name is "./dropbox".
  private static func isService(_ word: Bytes) -> Bool {
    let first = Bytes(word.prefix { $0 != 0x2f })
    return services.contains { same($0.name, first) }
  }

  private static func bucket(_ word: Bytes, _ verb: Verb) throws(Failure) -> Place {
    let rest = word.dropFirst("s3://".utf8.count)
    let bucket = Bytes(rest.prefix { $0 != 0x2f })
    if bucket.isEmpty {
      throw verb.usage("\"" + shown(word) + "\" names no bucket: s3://BUCKET/PREFIX")
    }
    var prefix = Bytes(rest.dropFirst(bucket.count).drop { $0 == 0x2f })
    while prefix.last == 0x2f { prefix.removeLast() }
    return .s3(bucket: bucket, prefix: prefix)
  }
}

let destinationForms =
  "a folder, an http(s) URL (WebDAV), s3://BUCKET/PREFIX, dropbox, soundcloud or allihoopa"

let services = [
  (name: "dropbox", kind: aha_destination_kind(AHA_DESTINATION_DROPBOX)),
  (name: "soundcloud", kind: aha_destination_kind(AHA_DESTINATION_SOUNDCLOUD)),
  (name: "allihoopa", kind: aha_destination_kind(AHA_DESTINATION_ALLIHOOPA)),
]

/// As "ftp" of "ftp://host"; nil for a path.
private func scheme(of word: Bytes) -> Bytes? {
  let scheme = Bytes(word.prefix { $0 != 0x3a })
  let rest = word.dropFirst(scheme.count)
  return startsWith(rest, "://") ? scheme : nil
}

/// Whether something like "user:password@" is before the host.
private func hasUser(_ url: Bytes) -> Bool {
  let authority = url.drop { $0 != 0x2f }.dropFirst(2).prefix { ![0x2f, 0x3f, 0x23].contains($0) }
  return authority.contains(0x40)
}

/// A path from the root on, also of what is not there yet.
func wholePath(_ path: Bytes) throws(Failure) -> Bytes {
  if path.first == 0x2f { return path }
  var folder = [CChar](repeating: 0, count: 4096)
  let error = cli_whole_path(".", &folder, folder.count)
  if error != 0 { throw .system(error, about: path) }
  let here = folder.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  if same(".", path) { return here }
  var rest = path[...]
  while startsWith(rest, "./") { rest = rest.dropFirst(2) }
  return here + (here.last == 0x2f ? [] : [0x2f]) + rest
}
