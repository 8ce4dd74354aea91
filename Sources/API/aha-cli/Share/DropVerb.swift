let dropVerb = Verb(
  "drop", synopsis: "FILE|PIECE.json --to DESTINATION...",
  summary: "Send a piece somewhere: a folder, WebDAV, S3, a service",
  details: """
    DESTINATION is a name of \(program) destinations add, a folder, the http(s) URL of a
    WebDAV collection, s3://BUCKET/PREFIX, or dropbox, soundcloud or allihoopa,
    where \(program) login has signed in. Without a name, keys for S3 are in
    AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
    The description comes from the options, from FILE's tags, or from a manifest
    of its name beside it. \(program) drops --resume resumes an interrupted drop.
    """, operands: (1...1, "drop needs one file: a sound, or a manifest"),
  options: [Option("--to DESTINATION", "the destination", isRepeated: true)]
    + options(of: dropSettings) + [
      Option("--audio FILE", "the sound of a manifest's piece"),
      Option("--format FORMAT", "convert the sound; a name or type of aha formats"),
    ] + encodingOptions.dropFirst() + levelOptions + [
      Option("--preview FILE", "a shorter sound to listen to first"),
      Option("--cover IMAGE", "a PNG or JPEG; else one is drawn"),
      Option("--no-cover", "send no cover"),
      Option("--attachment FILE", "any file, at most 30 MB"),
      Option("--attachment-type TYPE", "its media type or ending"), .qr,
    ] + networkOptions + [.json], oneOff: destinationOptions
) { (arguments, _) throws(Failure) in
  Diagnostics.showWarnings(arguments)
  let words = try arguments.values("--to").map { (text) throws(Failure) in
    try DestinationWord(text, for: dropVerb)
  }
  if words.isEmpty { throw arguments.usage("drop needs --to DESTINATION: " + destinationForms) }
  let piece = try DropPiece(arguments.operands[0], arguments: arguments)
  let online = try Online(arguments)
  let run = DropRun(on: online, hasQR: arguments.has("--qr"))
  for task in try piece.tasks(to: words, arguments: arguments, online: online, run: run) {
    run.start(task) { aha_drop_start($0, $1) }
  }
  try run.wait()
}

private let dropSettings = [
  PieceDraft.text("--title TITLE", help: "else the file's, or its name", field: AHA_PIECE_TITLE),
  PieceDraft.text("--artist NAME", help: "else the file's", field: AHA_PIECE_ARTIST),
  PieceDraft.text("--description TEXT", help: "else the file's", field: AHA_PIECE_DESCRIPTION),
  PieceDraft.unlisted,
]

private struct DropPiece {
  private let piece: PieceFile
  private let sound: Bytes
  private let converted: ConvertedSound?
  private let hasNoCover: Bool
  /// nil for a file that the piece has not.
  private let files: [(asset: Int, path: Bytes?, type: Bytes?)]

  init(_ file: Bytes, arguments: Arguments) throws(Failure) {
    let attachment = arguments.value("--attachment")
    let type = arguments.value("--attachment-type")
    if attachment == nil, type != nil {
      throw arguments.usage("--attachment-type is for --attachment FILE")
    }
    hasNoCover = arguments.has("--no-cover")
    if hasNoCover, arguments.has("--cover") {
      throw arguments.usage("--cover and --no-cover exclude each other")
    }
    if isManifest(file) {
      piece = try .manifest(file)
      sound = try soundOf(file, arguments: arguments)
    } else {
      try refuseAudio(file, arguments: arguments)
      sound = file
      piece = try beside(file)
    }
    converted = try ConvertedSound.wanted(for: sound, arguments: arguments)
    files = [
      (AHA_ASSET_MIX_STEM, converted?.path ?? sound, nil),
      (AHA_ASSET_PREVIEW, arguments.value("--preview"), nil),
      (AHA_ASSET_COVER, arguments.value("--cover"), nil), (AHA_ASSET_ATTACHMENT, attachment, type),
    ]
    for path in files.compactMap({ $0.path }) { try requireReadable(path) }
    let length = piece.info.length_us == 0 ? try soundLength(of: sound) : nil
    try piece.apply(dropSettings, arguments: arguments, length: length)
    if piece.text(AHA_PIECE_TITLE).isEmpty, !arguments.has("--title") {
      try piece.setText(AHA_PIECE_TITLE, to: stem(of: sound))
    }
    try piece.refuseProblem(of: sound)
    try converted?.embed(piece: piece, cover: arguments.value("--cover"))
  }

  /// A drop for each destination; the first one holds the files, which the others share.
  /// Errors: a file is refused.
  func tasks(
    to words: [DestinationWord], arguments: Arguments, online: Online, run: DropRun
  ) throws(Failure) -> [DropTask] {
    var tasks: [DropTask] = []
    for word in words {
      var hasDrop = false
      do throws(Failure) {
        let destination = try OnlineDestination(named: word, arguments: arguments, online: online)
        let whole = try fit(to: destination, arguments: arguments)
        defer { for (text, value) in whole { try? piece.setText(text, to: value) } }
        // A shared drop has the piece of the first one.
        let first = whole.isEmpty ? tasks.first { !$0.isShortened } : nil
        let task = try self.task(to: destination, after: first)
        task.isShortened = !whole.isEmpty
        hasDrop = true
        if first == nil { try answer(assetsOf: task) }
        tasks.append(task)
      } catch {
        // Files a destination refuses as unsupported or too large may suit the next one.
        let isRefusal = error.has(AHA_ERROR_UNSUPPORTED) || error.has(AHA_ERROR_LIMIT)
        if hasDrop, !isRefusal { throw error }
        run.add(error)
      }
    }
    return tasks
  }

  /// Shortens texts of the file that are too long for a destination, with a warning. Returns: the
  /// whole texts. Errors: a text of an option is too long, or another problem.
  private func fit(to destination: OnlineDestination, arguments: Arguments) throws(Failure)
    -> [(text: Int, value: Bytes)]
  {
    let texts = [
      (AHA_PIECE_TITLE, AHA_PIECE_FIELD_TITLE, "title"),
      (AHA_PIECE_DESCRIPTION, AHA_PIECE_FIELD_DESCRIPTION, "description"),
      (AHA_PIECE_ARTIST, AHA_PIECE_FIELD_ARTIST, "artist"),
    ]
    let kind = destination.info.kind
    for problem in piece.problems(for: kind) {
      let known = texts.first { $0.1 == Int(problem.field) }
      guard let known, !arguments.has("--" + known.2) else {
        throw Failure(
          exit: .format, result: problem.code,
          message: "\(sound): not for \(destination.title): " + problem.text, hint: "")
      }
    }
    let before = texts.map { piece.text($0.0) }
    var fields: UInt32 = 0
    try check(aha_piece_fit(piece.pointer, kind, &fields), .input, about: sound)
    try piece.refuseProblem(of: sound, for: kind)
    return zip(texts, before).filter { fields >> UInt32($0.0.1) & 1 != 0 }.map { text, value in
      console.warn(
        "the \(text.2) is cut for \(destination.title): \"\(shown(piece.text(text.0)))\"")
      return (text.0, value)
    }
  }

  private func task(to destination: OnlineDestination, after first: DropTask?) throws(Failure)
    -> DropTask
  {
    try DropTask(.output, about: destination.title) { out in
      if let first { return aha_drop_share(first.pointer, destination.pointer, out) }
      var options = aha_drop_options_init()
      options.commit = 1
      options.omit_cover = hasNoCover ? 1 : 0
      return aha_drop_create(destination.pointer, piece.pointer, &options, out)
    }
  }

  private func answer(assetsOf drop: DropTask) throws(Failure) {
    for (asset, path, type) in files {
      let (drop, asset) = (drop.pointer, aha_asset(asset))
      let result: aha_result
      if path == nil {
        result = aha_drop_answer_none(drop, asset)
      } else if Int(asset) == AHA_ASSET_MIX_STEM, let converted {
        // The journal has a copy, because the drop may end in another process.
        let stream = try Handle.stream(converted.path)
        result = aha_drop_answer_stream(drop, asset, stream.pointer, nil)
      } else {
        result = aha_drop_answer_file(drop, asset, permanent(path), permanent(type))
      }
      try check(result, .input, about: path ?? sound)
    }
  }
}

/// The file of --audio, or the manifest's name with an ending of a sound.
private func soundOf(_ manifest: Bytes, arguments: Arguments) throws(Failure) -> Bytes {
  if let sound = arguments.value("--audio") { return sound }
  let base = Bytes(manifest.dropLast(5))
  let sounds = fileFormats.flatMap { $0.endings }.map { base + $0.array }
  if let sound = sounds.first(where: isThere) { return sound }
  throw arguments.usage(
    "no sound of the name \(base) is beside \(manifest): give --audio FILE")
}

/// The manifest of a sound's name beside it, else the sound's own tags.
private func beside(_ sound: Bytes) throws(Failure) -> PieceFile {
  let folder = sound.lastIndex(of: 0x2f).map { Bytes(sound[...$0]) } ?? []
  let path = folder + stem(of: sound) + ".json".array
  guard isThere(path) else { return try .tagsIfAny(sound) }
  do throws(Failure) { return try .manifest(path) } catch {
    // Other programs' JSON files have such names too.
    guard error.has(AHA_ERROR_UNKNOWN_FORMAT) else { throw error }
    return try .tagsIfAny(sound)
  }
}
