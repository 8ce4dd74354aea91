import CAha
import CCli

let dropVerb = Verb(
  name: "drop", synopsis: "FILE|PIECE.json --to DESTINATION...",
  summary: "Send a piece somewhere: a folder, WebDAV, S3, a service",
  details: """
    DESTINATION is a folder, the http(s) URL of a WebDAV collection,
    s3://BUCKET/PREFIX, or dropbox, soundcloud or allihoopa, where aha login has
    signed in. Keys for S3 are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
    What the piece is comes from the options, from FILE's tags or a manifest of
    its name beside it. What breaks off is kept: aha drops --resume goes on.
    When standard output is no terminal, JSON is printed.
    """,
  ownOptions: [
    Option(name: "--to", value: "DESTINATION", help: "where it goes; any number"),
    Option(name: "--title", value: "TITLE", help: "else the file's, or its name"),
    Option(name: "--artist", value: "NAME", help: "else the file's"),
    Option(name: "--description", value: "TEXT", help: "else the file's"),
    Option(name: "--unlisted", help: "keep it out of public lists"),
    Option(name: "--audio", value: "FILE", help: "the sound of a manifest's piece"),
    Option(name: "--preview", value: "FILE", help: "a shorter sound to listen to first"),
    Option(name: "--cover", value: "IMAGE", help: "PNG, or JPEG of 640 x 640; else one is drawn"),
    Option(name: "--attachment", value: "FILE", help: "any file, at most 30 MB"),
    Option(name: "--attachment-type", value: "TYPE", help: "its media type"),
  ] + destinationOptions + [.json], run: runDrop)

@Sendable
private func runDrop(_ arguments: Arguments, _ console: Console) throws(Failure) {
  guard arguments.operands.count == 1, let file = arguments.operands.first else {
    throw dropVerb.usage("drop needs one file: a sound, or a manifest")
  }
  var words: [DestinationWord] = []
  for text in arguments.values("--to") { words.append(try DestinationWord(text, for: dropVerb)) }
  if words.isEmpty { throw dropVerb.usage("drop needs --to DESTINATION: " + destinationForms) }
  let settings = try DestinationSettings(arguments)
  let piece = try DropPiece(file, arguments)
  let online = try Online(settings.caFile)
  if cli_is_terminal(1) == 0 { console.useJSON() }
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

  private func task(
    to destination: OnlineDestination, _ first: DropTask?
  ) throws(Failure) -> DropTask {
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
    let texts = CTexts()
    for (asset, path, type) in files {
      let asset = aha_asset(asset)
      guard let path else {
        try check(aha_drop_answer_none(drop.pointer, asset), .input, about: sound)
        continue
      }
      let result = aha_drop_answer_file(drop.pointer, asset, texts.keep(path), texts.keep(type))
      try check(result, .input, about: path)
    }
    withExtendedLifetime(texts) {}
  }

  fileprivate func start(_ task: DropTask, _ run: DropRun) {
    do throws(Failure) {
      try task.start { aha_drop_start($0, $1) }
      run.add(task)
    } catch {
      run.add(error)
    }
  }
}
