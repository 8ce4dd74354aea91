import CAha
import CCli

let dropVerb = Verb(
  "drop", "FILE|PIECE.json --to DESTINATION...",
  "Send a piece somewhere: a folder, WebDAV, S3, a service",
  details: """
    DESTINATION is a folder, the http(s) URL of a WebDAV collection,
    s3://BUCKET/PREFIX, or dropbox, soundcloud or allihoopa, where aha login has
    signed in. Keys for S3 are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
    What the piece is comes from the options, from FILE's tags or a manifest of
    its name beside it. What breaks off is kept: aha drops --resume goes on.
    """,
  options: [
    Option("--to", "DESTINATION", "where it goes; any number"),
    Option("--title", "TITLE", "else the file's, or its name"),
    Option("--artist", "NAME", "else the file's"),
    Option("--description", "TEXT", "else the file's"),
    Option("--unlisted", "keep it out of public lists"),
    Option("--audio", "FILE", "the sound of a manifest's piece"),
    Option("--preview", "FILE", "a shorter sound to listen to first"),
    Option("--cover", "IMAGE", "PNG, or JPEG of 640 x 640; else one is drawn"),
    Option("--attachment", "FILE", "any file, at most 30 MB"),
    Option("--attachment-type", "TYPE", "its media type"),
  ] + destinationOptions + [.json]
) { (arguments, console) throws(Failure) in
  let file = try arguments.only("drop needs one file: a sound, or a manifest")
  var words: [DestinationWord] = []
  for text in arguments.values("--to") { words.append(try DestinationWord(text, for: dropVerb)) }
  if words.isEmpty { throw arguments.usage("drop needs --to DESTINATION: " + destinationForms) }
  let settings = DestinationSettings(arguments)
  let piece = try DropPiece(file, arguments)
  let online = try Online(settings.caFile)
  let run = DropRun(online, console)
  let tasks = try piece.tasks(to: words, settings, online, run)
  for task in tasks { piece.start(task, run) }
  try run.wait()
}

extension DropPiece {
  /// A drop for each destination that there is; the first one has the files.
  /// Errors: the files cannot be taken.
  fileprivate func tasks(
    to words: [DestinationWord], _ settings: DestinationSettings, _ online: Online, _ run: DropRun
  ) throws(Failure) -> [DropTask] {
    var tasks: [DropTask] = []
    for word in words {
      let task: DropTask
      do throws(Failure) {
        task = try self.task(to: OnlineDestination(word, settings, online), tasks.first)
      } catch {
        run.add(error)
        continue
      }
      // Before it is shared: what one destination refuses, another may take.
      do throws(Failure) { if tasks.isEmpty { try answer(task) } } catch {
        let isOfDestination = [AHA_ERROR_UNSUPPORTED, AHA_ERROR_LIMIT].contains(Int(error.result))
        if !isOfDestination { throw error }
        run.add(error)
        continue
      }
      tasks.append(task)
    }
    return tasks
  }

  private func task(to destination: OnlineDestination, _ first: DropTask?) throws(Failure)
    -> DropTask
  {
    try DropTask(.output, about: destination.word.text) { out in
      if let first { return aha_drop_share(first.pointer, destination.pointer, out) }
      var options = aha_drop_options_init()
      options.is_committed = 1
      return aha_drop_create(destination.pointer, piece.pointer, &options, out)
    }
  }

  private func answer(_ drop: DropTask) throws(Failure) {
    let files: [(Int, Bytes?, Bytes?)] = [
      (AHA_ASSET_MIX_STEM, sound, nil), (AHA_ASSET_PREVIEW, preview, nil),
      (AHA_ASSET_COVER, cover, nil), (AHA_ASSET_ATTACHMENT, attachment, attachmentType),
    ]
    for (asset, path, type) in files {
      let asset = aha_asset(asset)
      guard let path else {
        try check(aha_drop_answer_none(drop.pointer, asset), .input, about: sound)
        continue
      }
      let result = aha_drop_answer_file(drop.pointer, asset, kept(path), kept(type))
      try check(result, .input, about: path)
    }
  }

  fileprivate func start(_ task: DropTask, _ run: DropRun) {
    do throws(Failure) {
      try task.start { aha_drop_start($0, $1) }
      run.add(task)
    } catch { run.add(error) }
  }
}

/// What is dropped: a piece, and the files that belong to it.
struct DropPiece {
  let piece: PieceFile
  let sound: Bytes
  let preview: Bytes?
  let cover: Bytes?
  let attachment: Bytes?
  let attachmentType: Bytes?

  init(_ file: Bytes, _ arguments: Arguments) throws(Failure) {
    preview = arguments.value("--preview")
    cover = arguments.value("--cover")
    attachment = arguments.value("--attachment")
    attachmentType = arguments.value("--attachment-type")
    if attachment == nil, attachmentType != nil {
      throw dropVerb.usage("--attachment-type is for --attachment FILE")
    }
    if isManifest(file) {
      piece = try .manifest(file)
      sound = try DropPiece.sound(of: file, arguments)
    } else {
      if arguments.has("--audio") {
        throw dropVerb.usage("--audio is for a manifest, and " + shown(file) + " is a sound")
      }
      sound = file
      piece = try PieceFile.beside(file)
    }
    try requireReadable(sound)
    for path in [preview, cover, attachment] { if let path { try requireReadable(path) } }
    try complete(arguments)
  }

  /// What --audio says, or the file of the manifest's name with an ending of a sound.
  private static func sound(of manifest: Bytes, _ arguments: Arguments) throws(Failure) -> Bytes {
    if let sound = arguments.value("--audio") { return sound }
    let base = Bytes(manifest.dropLast(5))
    for ending in fileFormats.flatMap({ $0.endings }) {
      let path = base + ending.bytes
      if isThere(path) { return path }
    }
    throw dropVerb.usage(
      "no sound of the name " + shown(base) + " is beside " + shown(manifest)
        + ": give --audio FILE")
  }

  /// Puts in what was asked for, and what is missing and can be found out.
  private func complete(_ arguments: Arguments) throws(Failure) {
    let options = [
      ("--title", AHA_PIECE_TITLE), ("--artist", AHA_PIECE_ARTIST),
      ("--description", AHA_PIECE_DESCRIPTION),
    ]
    for (option, which) in options {
      if let value = arguments.value(option) { try piece.setText(which, value) }
    }
    if piece.text(AHA_PIECE_TITLE).isEmpty, !arguments.has("--title") {
      try piece.setText(AHA_PIECE_TITLE, cut(stem(of: sound), at: 50))
    }
    var info = piece.info
    if info.length_us == 0 {
      let engine = try Handle.engine(aha_engine_options_init())
      info.length_us = Int64((try fileInfo(sound, engine).seconds * 1e6).rounded())
    }
    if arguments.has("--unlisted") { info.unlisted = 1 }
    try piece.setInfo(info)
    guard let problem = piece.problems.first else { return }
    throw Failure(exit: .format, result: problem.code, message: shown(sound) + ": " + problem.line)
  }
}

extension PieceFile {
  /// What a manifest of a sound's name says, which is beside it; else the sound's own tags.
  fileprivate static func beside(_ sound: Bytes) throws(Failure) -> PieceFile {
    let folder = sound.lastIndex(of: 0x2f).map { Bytes(sound[...$0]) } ?? []
    let path = folder + stem(of: sound) + ".json".bytes
    guard isThere(path) else { return try tagsIfAny(sound) }
    do throws(Failure) { return try manifest(path) } catch {
      // Other programs' documents have such names too.
      guard Int(error.result) == AHA_ERROR_UNKNOWN_FORMAT else { throw error }
      return try tagsIfAny(sound)
    }
  }
}

func isManifest(_ path: Bytes) -> Bool { lowercased(path).suffix(5).elementsEqual(".json".utf8) }

/// At most so many characters, which are UTF-8 then.
private func cut(_ text: Bytes, at count: Int) -> Bytes {
  var result = ""
  for scalar in String(decoding: text, as: UTF8.self).unicodeScalars.prefix(count) {
    result.unicodeScalars.append(scalar)
  }
  return result.bytes
}

func isThere(_ path: Bytes) -> Bool { cli_is_same_file(path.c, path.c) != 0 }
