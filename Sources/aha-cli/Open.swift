import CAha
import CCli

let openVerb = Verb(
  name: "open", synopsis: "URL|PATH",
  summary: "Open a piece that was dropped, and bring its files here",
  details: """
    URL is of a page, of its piece.json, or ah-APP://open?uuid=...; PATH is of a
    folder or a piece.json. With -o its files are brought there, each checked and
    whole; what broke off goes on where it was.
    """,
  ownOptions: [
    Option(name: "--output", short: "-o", value: "DIR", help: "the folder for its files"),
    Option(name: "--type", value: "TYPE", help: "of the sound that is wanted, as audio/ogg"),
    Option(name: "--no-preview", help: "leave the preview"),
    Option(name: "--no-cover", help: "leave the cover"),
    Option(name: "--no-attachment", help: "leave the attachment"),
    Option(name: "--account", value: "PROVIDER[/NAME]", help: "whose token requests carry"),
    Option(name: "--allow-private", help: "follow a public page to private addresses too"),
    Option(name: "--ca-file", value: "FILE", help: "authorities to trust in place of the system's"),
    .json,
  ], run: runOpen)

@Sendable
private func runOpen(_ arguments: Arguments, _ console: Console) throws(Failure) {
  guard arguments.operands.count == 1, let url = arguments.operands.first else {
    throw openVerb.usage("open needs one URL, or the path of a folder or manifest")
  }
  let output = arguments.value("--output")
  if let output {
    if output.isEmpty { throw openVerb.usage("-o needs the name of a folder") }
  } else if arguments.has("--type") {
    throw openVerb.usage("--type is for -o DIR")
  }
  if cli_is_terminal(1) == 0, output != nil { console.useJSON() }
  let opening = try OpenedPiece(url, arguments, console)
  let files = OpenedFiles(opening, arguments, console)
  if let output { try files.save(to: output) }
  LibraryNotes().open(
    opening.piece.pointer, files.sound, opening.text(AHA_OPENING_URL), files.soundHash)
  if console.isJSON { return console.print(opening.object(files).text) }
  console.print(opening.lines(files))
}

/// A piece that was opened somewhere.
final class OpenedPiece {
  let url: Bytes
  private let online: Online
  private let account: OnlineAccount?
  private let handle: Handle
  private(set) var piece: PieceFile

  var pointer: OpaquePointer { handle.pointer }

  /// Errors: it cannot be opened; it was interrupted.
  init(_ url: Bytes, _ arguments: Arguments, _ console: Console) throws(Failure) {
    self.url = url
    var name: AccountName?
    if let text = arguments.value("--account") { name = try AccountName(text, for: openVerb) }
    var application = Bytes("aha".utf8)
    if startsWith(url[...], "ah-") {
      application = Bytes(url.dropFirst(3).prefix { $0 != 0x3a })
      if name == nil { name = try AccountName(Bytes("allihoopa".utf8), for: openVerb) }
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
    options.allows_private = arguments.has("--allow-private") ? 1 : 0
    let (opening, work) = try OpenedPiece.open(url, online, options)
    let result = console.wait(for: work) {}
    try console.refuseInterrupted("interrupted")
    try check(result, .input, about: url)
    handle = opening
    piece = try PieceFile(url) { aha_opening_get_piece(opening.pointer, $0) }
  }

  private static func open(
    _ url: Bytes, _ online: Online, _ options: aha_opening_options
  ) throws(Failure) -> (Handle, Handle) {
    var options = options
    var opening: OpaquePointer?
    var job: OpaquePointer?
    let result = withCString(url) {
      aha_opening_create(online.pointer, $0, &options, &opening, &job)
    }
    let first = try Handle(opening, aha_opening_release, result, .input, about: url)
    return (first, try Handle(job, aha_job_release, result, .input, about: url))
  }

  /// - Parameter which: AHA_OPENING_URL …
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
    object.add("id", name: text(AHA_OPENING_ID))
    object.add("url", name: text(AHA_OPENING_URL))
    object.add("created", name: text(AHA_OPENING_CREATED))
    object.add("files", objects: files.objects)
    return object
  }
}
