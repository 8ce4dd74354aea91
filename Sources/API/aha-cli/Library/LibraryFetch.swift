let libraryFetchVerb = Verb(
  "library fetch", synopsis: "ITEM...", summary: "Download the sounds of remote items",
  details: """
    A file has the name of its item, and becomes an item too. An item that needs an
    account, password or key needs --from, with its SOURCE of \(program) library sync.
    """, operands: (oneOrMore, "library fetch needs an item"),
  options: [
    Option("-o, --output DIR", "their folder; else the current one"),
    Option("--from SOURCE", "the source of the items"),
  ] + networkOptions + [.library, .json], oneOff: destinationOptions
) { (arguments, _) throws(Failure) in
  let folder = arguments.value("--output") ?? ".".array
  if folder.isEmpty { throw arguments.usage("-o needs the name of a folder") }
  let online = try Online(arguments)
  let source = try arguments.value("--from").map { (word) throws(Failure) in
    try OnlineDestination(
      named: DestinationWord(word, for: libraryFetchVerb), arguments: arguments, online: online)
  }
  try eachItem(of: arguments) { (library, number, word) throws(Failure) in
    let item = try library.item(number, about: word)
    let path = try path(of: item, in: folder, from: library)
    if !isThere(path) {
      try makeFolder(at: folder)
      let size = item.item(at: 0).size
      let file = Field("file", .name(path))
      do throws(Failure) {
        try console.transfer("fetching", subject: file, total: size > 0 ? size : nil, to: path) {
          aha_sync_fetch(library.pointer, online.pointer, source?.pointer, number, path.c, $0)
        }
      } catch { throw source == nil ? error.needingSource : error }
    }
    let copy = try library.find(path)
    let fields = [Field("event", .text("fetched")), Field("from", .count(number))]
    console.print(copy.record(at: 0) + fields, or: copy.line(at: 0))
  }
}

extension Failure {
  /// With advice, if the server wants a user, or hides the file from others.
  fileprivate var needingSource: Failure {
    let codes = [
      AHA_ERROR_NOT_SIGNED_IN, AHA_ERROR_ACCESS, AHA_ERROR_REFUSED, AHA_ERROR_NOT_FOUND,
    ]
    if !codes.contains(where: has) { return self }
    return with(
      hint: "an item that is not public needs --from with its SOURCE of \(program) library sync")
  }
}

/// The title, or the title and the item's number if another file has that name. A file with the
/// same sound is used as it is. Errors: both names are in use.
private func path(of page: ItemPage, in folder: Bytes, from library: LibraryFile) throws(Failure)
  -> Bytes
{
  let sha256 = page.text(at: 0, AHA_ITEM_SHA256)
  var path: Bytes = []
  for end in ["", "-\(page.item(at: 0).number)"] {
    var names = SafeNames(ending: end + soundEnding(of: page.text(at: 0, AHA_ITEM_PLACE)))
    path = folder + [0x2f] + names.name(page.text(at: 0, AHA_ITEM_TITLE), otherwise: "item")
    if !isThere(path) { return path }
    let found = try? library.find(path).text(at: 0, AHA_ITEM_SHA256)
    if !sha256.isEmpty, found == sha256 { return path }
  }
  throw Failure(.output, code: AHA_ERROR_EXISTS, "\(path): something else is there")
}

/// The ending in a URL's path or query, as in ".wav"; "" for none. No other part of the URL is used
/// for the name: it may be a secret.
private func soundEnding(of url: Bytes) -> String {
  let endings = fileFormats.flatMap { $0.endings }
  for part in url.split(separator: 0x3f, maxSplits: 1) {
    let name = part.lastIndex(of: 0x2e).map { part[$0...] } ?? []
    let ending = (name.prefix(1) + name.dropFirst().prefix { isAlphanumeric($0) }).lowered
    if let known = endings.first(where: { same($0, ending) }) { return known }
  }
  return ""
}
