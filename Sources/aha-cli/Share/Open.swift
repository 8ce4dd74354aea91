import CAha
import CCli

let openVerb = Verb(
  "open", "URL|PATH", "Open a piece that was dropped, and bring its files here",
  details: """
    URL is of a page, of its piece.json, or ah-APP://open?uuid=...; PATH is of a
    folder or a piece.json. With -o its files are brought there, each checked and
    whole; what broke off goes on where it was.
    """,
  options: [
    Option("--output", short: "-o", "DIR", "the folder for its files"),
    Option("--type", "TYPE", "of the sound that is wanted, as audio/ogg"),
    Option("--no-preview", "leave the preview"), Option("--no-cover", "leave the cover"),
    Option("--no-attachment", "leave the attachment"),
    Option("--account", "PROVIDER[/NAME]", "whose token requests carry"),
    Option("--allow-private", "follow a public page to private addresses too"),
    Option("--ca-file", "FILE", "authorities to trust in place of the system's"), .json,
  ]
) { (arguments, console) throws(Failure) in
  let url = try arguments.only("open needs one URL, or the path of a folder or manifest")
  let output = arguments.value("--output")
  if let output {
    if output.isEmpty { throw arguments.usage("-o needs the name of a folder") }
  } else if arguments.has("--type") {
    throw arguments.usage("--type is for -o DIR")
  }
  let opening = try OpenedPiece(url, arguments, console)
  let files = OpenedFiles(opening, arguments, console)
  if let output { try files.save(to: output) }
  LibraryNotes().open(
    opening.piece.pointer, files.sound, opening.text(AHA_OPENING_URL), files.soundHash)
  if console.isJSON { return console.print(opening.object(files).text) }
  console.print(opening.lines(files))
}

final class OpenedPiece {
  let url: Bytes
  private let online: Online
  private let account: OnlineAccount?
  private let handle: Handle
  private(set) var piece: PieceFile

  var pointer: OpaquePointer { handle.pointer }

  init(_ url: Bytes, _ arguments: Arguments, _ console: Console) throws(Failure) {
    self.url = url
    var name: AccountName?
    if let text = arguments.value("--account") { name = try AccountName(text, for: openVerb) }
    var application = "aha".bytes
    if startsWith(url[...], "ah-") {
      application = Bytes(url.dropFirst(3).prefix { $0 != 0x3a })
      if name == nil { name = try AccountName("allihoopa".bytes, for: openVerb) }
    }
    let caFile = arguments.value("--ca-file")
    if let name {
      let settings = try ProviderSettings(of: name)
      online = try Online(caFile ?? settings.value("ca-file"), application: application)
      account = try online.account(name, settings)
    } else {
      (online, account) = (try Online(caFile), nil)
    }
    var options = aha_opening_options_init()
    options.account = account?.pointer
    options.allows_private = arguments.flag("--allow-private")
    let client = online.pointer
    let (opening, work) = try Handle.withJob(aha_opening_release, .input, about: url) {
      aha_opening_create(client, url.c, &options, $0, $1)
    }
    let result = console.wait(for: work) {}
    try console.refuseInterrupted("interrupted")
    try check(result, .input, about: url)
    handle = opening
    piece = try PieceFile(url) { aha_opening_get_piece(opening.pointer, $0) }
  }

  func text(_ which: Int) -> Bytes {
    copiedText { aha_opening_copy_text(pointer, aha_opening_text(which), $0, $1, $2) }
  }

  func lines(_ files: OpenedFiles) -> String {
    var text = pieceLines(piece)
    for (label, which) in [("page", AHA_OPENING_URL), ("created", AHA_OPENING_CREATED)] {
      let value = self.text(which)
      if !value.isEmpty { text += "\n  " + padded(label, 12) + shown(value) }
    }
    return text + joined(files.lines, "")
  }

  func object(_ files: OpenedFiles) -> JSONObject {
    var object = pieceObject(piece)
    object.add("id", .name(text(AHA_OPENING_ID)))
    object.add("url", .name(text(AHA_OPENING_URL)))
    object.add("created", .name(text(AHA_OPENING_CREATED)))
    object.add("files", .list(files.objects))
    return object
  }
}

/// The files of an opened piece, and where they were brought.
final class OpenedFiles {
  fileprivate struct Item {
    let info: aha_opening_asset
    let kind: String
    /// nil: it is left where it is.
    var path: Bytes?
  }

  private let opening: OpenedPiece
  private let console: Console
  private let type: Bytes?
  private var items: [Item] = []
  private let left: [String]

  init(_ opening: OpenedPiece, _ arguments: Arguments, _ console: Console) {
    (self.opening, self.console) = (opening, console)
    type = arguments.value("--type")
    left = ["preview", "cover", "attachment"].filter { arguments.has("--no-" + $0) }
    for index in 0..<aha_opening_asset_count(opening.pointer) {
      var info = aha_opening_asset_init()
      _ = aha_opening_get_asset(opening.pointer, index, &info)
      items.append(Item(info: info, kind: assetName(info.asset)))
    }
  }

  /// Brings one file of each kind into a folder, and writes the manifest beside them.
  func save(to folder: Bytes) throws(Failure) {
    let error = cli_make_folder(folder.c)
    if error != 0, error != EEXIST { throw .system(error, about: folder) }
    var names = SafeNames()
    let manifest = "piece.json".bytes
    names.reserve(manifest)
    var taken: [aha_asset] = []
    for index in items.indices where isWanted(items[index], taken) {
      let item = items[index]
      taken.append(item.info.asset)
      let name = names.name(bytes(ofArray: item.info.name), otherwise: item.kind)
      items[index].path = folder + [0x2f] + name
      try save(item, as: folder + [0x2f] + name)
    }
    if let type, !taken.contains(aha_asset(AHA_ASSET_MIX_STEM)) {
      throw Failure(
        .input, AHA_ERROR_UNSUPPORTED, shown(opening.url) + ": it has no " + shown(type))
    }
    try saveManifest(folder + [0x2f] + manifest)
  }

  /// It comes from the network, as the files do: no symbolic link is followed.
  private func saveManifest(_ path: Bytes) throws(Failure) {
    guard cli_is_link(path.c) == 0 else {
      throw Failure(
        .output, AHA_ERROR_ACCESS,
        shown(path) + " is a symbolic link; files from the network are not written" + " through one"
      )
    }
    try opening.piece.save(path)
  }

  /// The first of its kind; of the mix stem, the first of the type.
  private func isWanted(_ item: Item, _ taken: [aha_asset]) -> Bool {
    if taken.contains(item.info.asset) { return false }
    if left.contains(item.kind) { return false }
    guard Int(item.info.asset) == AHA_ASSET_MIX_STEM, let type else { return true }
    return lowercased(type) == lowercased(bytes(ofArray: item.info.type))
  }

  private func save(_ item: Item, as path: Bytes) throws(Failure) {
    let type = bytes(ofArray: item.info.type)
    let asset = item.info.asset
    try console.transfer(
      item.kind, ("asset", .text(item.kind)), item.size.map { Int64($0) }, to: path
    ) { aha_opening_save(opening.pointer, asset, type.isEmpty ? nil : type.c, path.c, $0) }
    if !console.isJSON { return }
    console.print(["event": .text("saved"), "file": .name(path), "asset": .text(item.kind)])
  }

  /// Where the sound was brought; nil where it was not.
  var sound: Bytes? { items.first { $0.isSound && $0.path != nil }?.path }

  /// As 64 hexadecimal letters; empty where nobody said.
  var soundHash: Bytes { items.first { $0.isSound }.map { bytes(ofArray: $0.info.sha256) } ?? [] }

  var lines: [String] { items.map { $0.line } }

  var objects: [JSONObject] { items.map { $0.object } }
}

extension OpenedFiles.Item {
  var isSound: Bool { Int(info.asset) == AHA_ASSET_MIX_STEM }

  /// nil where nobody said.
  var size: UInt64? { info.size < 0 ? nil : UInt64(info.size) }

  var line: String {
    var text = "\n  " + padded(kind, 12) + shown(bytes(ofArray: info.type))
    if let size { text += ", \(size) bytes" }
    return text + (path.map { ": " + shown($0) } ?? "")
  }

  var object: JSONObject {
    return [
      "asset": .text(kind), "name": .name(bytes(ofArray: info.name)),
      "type": .name(bytes(ofArray: info.type)), "bytes": .number(size),
      "sha256": .name(bytes(ofArray: info.sha256)), "path": .name(path ?? []),
    ]
  }
}

func assetName(_ asset: aha_asset) -> String {
  let names = ["file", "mix stem", "preview", "cover", "attachment"]
  return names.indices.contains(Int(asset)) ? names[Int(asset)] : names[0]
}
