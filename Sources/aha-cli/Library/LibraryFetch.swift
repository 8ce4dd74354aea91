import CAha
import CCli

let libraryFetchVerb = Verb(
  "library fetch", "ITEM...", "Bring the sounds of remote items here",
  details: """
    The files are called as the items are, and each is checked, whole, and an item of
    its own; what breaks off goes on where it was. What needs an account, password
    or key needs --from, with the SOURCE that aha library sync took it from.
    """,
  options: [
    Option("--output", short: "-o", "DIR", "their folder; else this one"),
    Option("--from", "SOURCE", "where the items are from"),
  ] + destinationOptions + [.library, .json]
) { (arguments, console) throws(Failure) in
  if arguments.operands.isEmpty { throw arguments.usage("library fetch needs an item") }
  let folder = arguments.value("--output") ?? ".".bytes
  if folder.isEmpty { throw arguments.usage("-o needs the name of a folder") }
  let settings = DestinationSettings(arguments)
  let online = try Online(settings.caFile)
  var source: OnlineDestination?
  if let word = arguments.value("--from") {
    let place = try DestinationWord(word, for: libraryFetchVerb)
    source = try OnlineDestination(place, settings, online)
  }
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

  init(_ online: Online, _ source: OnlineDestination?, _ folder: Bytes, _ console: Console) {
    (self.online, self.source, self.folder, self.console) = (online, source, folder, console)
  }

  func run(_ library: LibraryFile, _ number: Int64, about word: Bytes) throws(Failure) {
    let item = try library.items(.input, about: word) {
      aha_library_get_item(library.pointer, number, $0)
    }
    let path = try self.path(for: item, in: library)
    if !isThere(path) {
      let error = cli_make_folder(folder.c)
      if error != 0, error != EEXIST { throw .system(error, about: folder) }
      let size = item.item(0).size
      try console.transfer("fetching", ("file", .name(path)), size > 0 ? size : nil, to: path) {
        aha_library_fetch(library.pointer, online.pointer, source?.pointer, number, path.c, $0)
      }
    }
    let copy = try library.items(.input, about: path) {
      aha_library_find(library.pointer, path.c, $0)
    }
    var object = copy.object(0)
    object.add("event", .text("fetched"))
    object.add("from", .count(number))
    console.print(object, or: copy.line(0))
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
    throw Failure(.output, AHA_ERROR_EXISTS, shown(path) + ": something else is there")
  }

  private func isSame(_ path: Bytes, _ sha256: Bytes, _ library: LibraryFile) -> Bool {
    let found = try? library.items(.input, about: path) {
      aha_library_find(library.pointer, path.c, $0)
    }
    return !sha256.isEmpty && found?.text(0, AHA_ITEM_SHA256) == sha256
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
