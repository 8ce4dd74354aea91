let openVerb = Verb(
  "open", synopsis: "URL|PATH", summary: "Open a dropped piece, and download its files",
  details: """
    URL is the one of \(program) drop, of a page or its piece.json, s3://BUCKET/KEY, or
    ah-APP://open?uuid=...; PATH is of a folder or a piece.json. A URL of an own
    drop is read with the keys of its destination; one of another machine's drop
    needs --from. An interrupted download resumes where it stopped.
    """, operands: (1...1, "open needs one URL, or the path of a folder or manifest"),
  options: [
    Option("-o, --output DIR", "the folder for its files"),
    Option("--type TYPE", "the wanted type of the sound, as ogg or audio/ogg"),
    Option("--no-preview", "skip the preview"), Option("--no-cover", "skip the cover"),
    Option("--no-attachment", "skip the attachment"),
    Option("--account PROVIDER[/NAME]", "send the token of this account"),
    Option("--from DESTINATION", "read URL with the keys of this destination"),
    Option("--allow-private", "follow a public page to private addresses too"),
  ] + networkOptions + [.json], oneOff: accessOptions
) { (arguments, _) throws(Failure) in
  let output = arguments.value("--output")
  if output?.isEmpty == true { throw arguments.usage("-o needs the name of a folder") }
  if output == nil, arguments.has("--type") { throw arguments.usage("--type is for -o DIR") }
  let opening = try Opening(arguments.operands[0], arguments: arguments)
  if let output { try opening.save(to: output, arguments: arguments) }
  LibraryNotes().note(
    opened: opening.piece.pointer, sound: opening.sound?.path, url: opening.text(AHA_OPENING_URL),
    sha256: opening.sound.map { bytes(ofArray: $0.info.sha256) } ?? [])
  console.print(
    opening.record, or: opening.record.block(opening.piece.path) + opening.fileLines)
}

private final class Opening: Handle {
  let piece: PieceFile
  private let keys: OpenAccess
  private var files: [OpenedFile]

  init(_ url: Bytes, arguments: Arguments) throws(Failure) {
    let keys = try OpenAccess(for: url, from: arguments)
    self.keys = keys
    var options = aha_opening_options_init()
    options.account = keys.account?.pointer
    options.allow_private = arguments.has("--allow-private") ? 1 : 0
    var (opening, job): (OpaquePointer?, OpaquePointer?)
    let result = aha_opening_create(keys.online.pointer, url.c, &options, &opening, &job)
    let work = try Handle(job, result: result, side: .input, about: url)
    try console.finish(work, side: .input, about: url)
    piece = try PieceFile(at: url) { aha_opening_get_piece(opening, $0) }
    files = (0..<aha_opening_asset_count(opening)).map { index in
      let empty = aha_opening_asset_init()
      return OpenedFile(info: filled(empty) { aha_opening_asset_get(opening, index, &$0) })
    }
    try super.init(opening, result: result, side: .input, about: url)
  }

  func text(_ which: Int) -> Bytes {
    copiedText { aha_opening_copy_text(pointer, aha_opening_text(which), $0, $1, $2) }
  }

  /// The sound's file, or the first sound if none was downloaded.
  var sound: OpenedFile? {
    let sounds = files.filter { $0.isSound }
    return sounds.first { $0.path != nil } ?? sounds.first
  }

  var record: Record {
    piece.record + [
      Field("id", .name(text(AHA_OPENING_ID))),
      Field("url", .name(text(AHA_OPENING_URL)), label: "page"),
      Field("created", .name(text(AHA_OPENING_CREATED)), label: "created"),
      Field("files", .list(files.map { $0.record })),
    ]
  }

  var fileLines: String { joined(files.map { $0.line }, by: "") }

  /// Downloads one file of each kind into a folder, and writes the manifest beside them.
  /// Errors: also a problem of the piece, before anything is downloaded: a manifest of it cannot be
  /// written.
  func save(to folder: Bytes, arguments: Arguments) throws(Failure) {
    try piece.refuseProblem(of: piece.path)
    try makeFolder(at: folder)
    var names = SafeNames()
    names.reserve("piece.json".array)
    let type = try arguments.value("--type").map { (name) throws(Failure) in try wanted(name) }
    var saved: [aha_asset] = []
    for (index, file) in files.enumerated() {
      let isOther = file.isSound && type != nil && type != mediaType(file.type)
      if isOther || saved.contains(file.info.asset) || arguments.has("--no-" + file.kind) {
        continue
      }
      saved.append(file.info.asset)
      let name = names.name(bytes(ofArray: file.info.name), otherwise: file.kind)
      files[index].path = folder + [0x2f] + name
      try save(file, as: folder + [0x2f] + name)
    }
    if let type, !saved.contains(aha_asset(AHA_ASSET_MIX_STEM)) {
      let others = joined(files.filter { $0.isSound }.map { shown($0.type) }, by: " and ")
      throw Failure(
        .input, code: AHA_ERROR_UNSUPPORTED,
        "\(piece.path): its sound is not there as \(type), only as \(others)")
    }
    let path = folder + "/piece.json".array
    try check(aha_opening_save_manifest(pointer, path.c), .output, about: path)
  }

  private func wanted(_ name: Bytes) throws(Failure) -> Bytes {
    let type = mediaType(name)
    if !type.isEmpty { return type }
    throw .usage("--type \"\(name)\" is neither a media type, as audio/ogg, nor an ending, as ogg")
  }

  private func save(_ file: OpenedFile, as path: Bytes) throws(Failure) {
    let kind = Field("asset", .text(file.kind))
    try console.transfer(file.kind, subject: kind, total: file.size, to: path) {
      aha_opening_save(pointer, file.info.asset, file.type.isEmpty ? nil : file.type.c, path.c, $0)
    }
    if console.isJSON {
      console.print(Record([Field("event", .text("saved")), Field("file", .name(path)), kind]))
    }
  }
}

private struct OpenedFile {
  let info: aha_opening_asset
  /// The downloaded file; nil if it was not wanted.
  var path: Bytes?

  var isSound: Bool { Int(info.asset) == AHA_ASSET_MIX_STEM }
  var type: Bytes { bytes(ofArray: info.type) }
  var size: Int64? { info.size < 0 ? nil : info.size }

  var kind: String {
    word(["file", "mix stem", "preview", "cover", "attachment"], at: info.asset, otherwise: "file")
  }

  var line: String {
    let bytes = size.map { ", \($0) bytes" } ?? ""
    return "\n  " + padded(kind, to: 12) + shown(type) + bytes + (path.map { ": \($0)" } ?? "")
  }

  var record: Record {
    [
      "asset": .text(kind), "name": .name(bytes(ofArray: info.name)), "type": .name(type),
      "bytes": .number(size), "sha256": .name(bytes(ofArray: info.sha256)),
      "path": .name(path ?? []),
    ]
  }
}
