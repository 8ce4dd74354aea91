import CAha
import CCli

let libraryFetchVerb = Verb(
  name: "library fetch", synopsis: "ITEM...",
  summary: "Bring the sounds of remote items here",
  details: """
    The files are called as the items are, and each is checked, whole, and an item of
    its own; what breaks off goes on where it was. What needs an account, password
    or key needs --from, with the SOURCE that aha library sync took it from.
    """,
  ownOptions: [
    Option(name: "--output", short: "-o", value: "DIR", help: "their folder; else this one"),
    Option(name: "--from", value: "SOURCE", help: "where the items are from"),
  ] + destinationOptions + [.library, .json], run: runFetch)

@Sendable
private func runFetch(_ arguments: Arguments, _ console: Console) throws(Failure) {
  if arguments.operands.isEmpty { throw libraryFetchVerb.usage("library fetch needs an item") }
  let folder = arguments.value("--output") ?? Bytes(".".utf8)
  if folder.isEmpty { throw libraryFetchVerb.usage("-o needs the name of a folder") }
  let settings = try DestinationSettings(arguments)
  let online = try Online(settings.caFile)
  var source: OnlineDestination?
  if let word = arguments.value("--from") {
    let place = try DestinationWord(word, for: libraryFetchVerb)
    source = try OnlineDestination(place, settings, online)
  }
  if cli_is_terminal(1) == 0 { console.useJSON() }
  let fetch = LibraryFetch(online, source, folder, console)
  try eachItem(libraryFetchVerb, arguments, console) { (library, number, word) throws(Failure) in
    try fetch.run(library, number, about: word)
  }
}

/// Remote items on their way into a folder.
private final class LibraryFetch {
  private let online: Online
  private let source: OnlineDestination?
  private let folder: Bytes
  private let console: Console
  private let bar: StatusLine
  private var rate = ByteRate()

  init(_ online: Online, _ source: OnlineDestination?, _ folder: Bytes, _ console: Console) {
    (self.online, self.source, self.folder, self.console) = (online, source, folder, console)
    bar = StatusLine(console)
  }

  func run(_ library: LibraryFile, _ number: Int64, about word: Bytes) throws(Failure) {
    let item = try library.items(.input, about: word) { out in
      aha_library_get_item(library.pointer, number, out)
    }
    let path = try self.path(for: item, in: library)
    if !isThere(path) {
      let error = withCString(folder) { cli_make_folder($0) }
      if error != 0, error != EEXIST { throw .system(error, about: folder) }
      try fetch(library, item.item(0), to: path)
    }
    let copy = try library.items(.input, about: path) { out in
      withCString(path) { aha_library_find(library.pointer, $0, out) }
    }
    if !console.isJSON { return console.print(copy.line(0)) }
    var object = copy.object(0)
    object.add("event", text: "fetched")
    object.add("from", number: UInt64(clamping: number))
    console.print(object.text)
  }

  private func fetch(
    _ library: LibraryFile, _ item: aha_item, to path: Bytes
  ) throws(Failure) {
    var pointer: OpaquePointer?
    let started = withCString(path) {
      aha_library_fetch(library.pointer, online.pointer, source?.pointer, item.number, $0, &pointer)
    }
    let job = try Handle(pointer, aha_job_release, started, .input, about: path)
    rate = ByteRate()
    let result = console.wait(for: job) {
      tell(path, Int64(jobProgress(job).bytes_done), item.size)
    }
    bar.clear()
    try console.refuseInterrupted("interrupted; the same command goes on")
    try check(result, .output, about: path)
  }

  /// - Parameter total: 0 where nobody said.
  private func tell(_ path: Bytes, _ done: Int64, _ total: Int64) {
    if console.isJSON {
      var object = JSONObject()
      object.add("event", text: "progress")
      object.add("file", name: path)
      object.add("bytes_done", number: UInt64(clamping: done))
      object.add("bytes_total", number: total > 0 ? UInt64(total) : nil)
      return console.print(object.text)
    }
    if cli_is_terminal(2) == 0 { return }
    rate.add(done, cli_clock_seconds())
    bar.draw(byteLine("fetching", done, total, rate.perSecond))
  }

  /// Where it goes: by its title, or with its number where another has that name. What is there
  /// already stays, and is taken for it where it is the same sound. Errors: both names are taken.
  private func path(for item: ItemPage, in library: LibraryFile) throws(Failure) -> Bytes {
    let (number, place) = (item.item(0).number, item.text(0, AHA_ITEM_PLACE))
    let sha256 = item.text(0, AHA_ITEM_SHA256)
    let title = item.text(0, AHA_ITEM_TITLE)
    var path: Bytes = []
    for end in ["", "-\(number)"] {
      var names = SafeNames(ending: end + soundEnding(of: place))
      path = folder + [0x2f] + names.name(title, otherwise: "item")
      if !isThere(path) || isSame(path, sha256, library) { return path }
    }
    throw Failure(
      exit: .output, result: aha_result(AHA_ERROR_EXISTS),
      message: shown(path) + ": something else is there")
  }

  private func isSame(_ path: Bytes, _ sha256: Bytes, _ library: LibraryFile) -> Bool {
    let found = try? library.items(.input, about: path) { out in
      withCString(path) { aha_library_find(library.pointer, $0, out) }
    }
    return !sha256.isEmpty && found?.text(0, AHA_ITEM_SHA256) == sha256
  }

  private func isThere(_ path: Bytes) -> Bool {
    withCString(path) { cli_is_same_file($0, $0) } != 0
  }
}

/// As in ".wav", of what a URL leads to or asks for; "" where it does not tell. Nothing else of it
/// is taken, for it may be a secret.
private func soundEnding(of place: Bytes) -> String {
  let endings = fileFormats.reduce(into: [".m4a", ".opus"]) { $0 += $1.endings }
  let path = place.prefix { $0 != 0x3f }
  for part in [path, place.dropFirst(path.count)] {
    guard let dot = part.lastIndex(of: 0x2e) else { continue }
    let letters = part[(dot + 1)...].prefix { isLetterOrDigit($0) }
    let ending = lowercased([0x2e] + letters)
    if let known = endings.first(where: { same($0, ending) }) { return known }
  }
  return ""
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
  default: false
  }
}
