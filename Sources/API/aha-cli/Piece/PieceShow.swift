let pieceShowVerb = Verb(
  "piece show", synopsis: "FILE...", summary: "Show the descriptions of pieces",
  details: "FILE is a manifest or an audio file. Unknown fields are left out.",
  operands: (oneOrMore, "piece show needs a file"), options: [.json]
) { (arguments, console) throws(Failure) in
  try console.each(arguments.operands, file: { $0 }) { (path) throws(Failure) in
    console.print(try PieceFile.either(path).record, under: path)
  }
}

let pieceValidateVerb = Verb(
  "piece validate", synopsis: "FILE...", summary: "Check pieces, and show all problems",
  details: """
    FILE is a manifest or an audio file. The exit code is 4 if one has a problem.
    KIND is folder, webdav, s3, dropbox, soundcloud or allihoopa.
    """, operands: (oneOrMore, "piece validate needs a file"),
  options: [
    Option(
      "--for KIND", "also check the limits of this destination", kind: .word(destinationKinds)),
    .json,
  ]
) { (arguments, console) throws(Failure) in
  let kind = arguments.number("--for").map { aha_destination_kind($0 + 1) }
  try console.each(arguments.operands, file: { $0 }) { (path) throws(Failure) in
    let problems = try PieceFile.either(path).problems(for: kind)
    let lines = problems.map { "\(path): " + pieceFieldName($0.field) + ": " + $0.text }
    let records: [Record] = problems.map { problem in
      [
        "field": .text(pieceFieldName(problem.field)), "code": .number(problem.code),
        "name": .text(shown(aha_result_name(problem.code))), "message": .text(problem.text),
      ]
    }
    console.print(
      ["file": .name(path), "valid": .flag(problems.isEmpty), "problems": .list(records)],
      or: problems.isEmpty ? "\(path): valid" : joined(lines, by: "\n"))
    if !problems.isEmpty { throw .reported(.format) }
  }
}

/// In the order of AHA_DESTINATION_...
private let destinationKinds = ["folder", "webdav", "s3", "dropbox", "soundcloud", "allihoopa"]

extension PieceFile {
  var record: Record {
    let info = self.info
    func field(_ name: String, _ which: Int) -> Field {
      Field(name, .name(text(which)), label: name)
    }
    let (begin, end) = (info.loop_begin_us, info.loop_end_us)
    let hasLoop = begin != 0 || end != 0
    let hasKey = Int(info.tonality.mode) != AHA_TONALITY_UNKNOWN
    let type = text(AHA_PIECE_ATTACHMENT_TYPE)
    let hasAttachment = info.attachment_bytes != 0 || !type.isEmpty
    let isPublic = info.is_unlisted == 0
    return Record(
      [
        Field("file", .name(path)), field("title", AHA_PIECE_TITLE),
        field("artist", AHA_PIECE_ARTIST), field("description", AHA_PIECE_DESCRIPTION),
        Field(
          "length_seconds", .seconds(info.length_us), label: "length",
          text: clockTime(Double(info.length_us) / 1e6), if: info.length_us != 0),
        Field(
          "tempo_bpm", .knownReal(info.tempo_bpm, decimals: 6), label: "tempo",
          text: plain(info.tempo_bpm) + " BPM",
          if: info.tempo_bpm != 0),
        Field("loop_begin_seconds", .seconds(begin)), Field("loop_end_seconds", .seconds(end)),
        Field("loop", hasLoop ? secondsText(begin) + " to " + secondsText(end) + " s" : ""),
        Field("beats_per_bar", .number(info.beats_per_bar)),
        Field("beat_unit", .number(info.beat_unit)),
        Field("time", info.beat_unit == 0 ? "" : "\(info.beats_per_bar)/\(info.beat_unit)"),
        Field(
          "key", .name(keyText(info.tonality, as: AHA_TONALITY_TEXT_NAME)), label: "key",
          text: keyText(info.tonality), if: hasKey),
        Field("camelot", .name(keyText(info.tonality, as: AHA_TONALITY_TEXT_CAMELOT))),
        Field("label", .name(keyText(info.tonality, as: AHA_TONALITY_TEXT_LABEL))),
        Field("listed", .flag(isPublic), label: "listed", text: "no", if: !isPublic),
        Field("attachment_type", .name(type)),
        Field(
          "attachment_bytes", .count(info.attachment_bytes), label: "attachment",
          text: "\(type), \(info.attachment_bytes) bytes", if: hasAttachment),
        Field(
          "based_on", .texts(basedOn.map { $0.text }), label: "based on",
          text: joined(basedOn.map { shown($0) })),
        Field("chapters", .list(chapters.map { $0.record })),
        Field(
          "cover_bytes", .count(coverBytes), label: "cover", text: "\(coverBytes) bytes",
          if: coverBytes > 0),
        Field("valid", .flag(problems().isEmpty)),
      ] + chapters.map { Field("chapter", $0.line) } + problems().map { Field("problem", $0.text) })
  }
}

extension aha_piece_chapter {
  private var name: Bytes { withUnsafeBytes(of: title) { Bytes($0.prefix { $0 != 0 }) } }

  fileprivate var record: Record {
    [
      "begin_seconds": .seconds(begin_us), "end_seconds": .seconds(end_us),
      "title": .name(name),
    ]
  }

  fileprivate var line: String { clockTime(Double(begin_us) / 1e6) + "  " + shown(name) }
}

func keyText(_ key: aha_tonality, as which: Int) -> Bytes {
  var key = key
  return copiedText { aha_tonality_copy_text(&key, aha_tonality_text(which), $0, $1, $2) }
}

/// As in "F# minor (11A)".
func keyText(_ key: aha_tonality) -> String {
  let name = shown(keyText(key, as: AHA_TONALITY_TEXT_NAME))
  let camelot = keyText(key, as: AHA_TONALITY_TEXT_CAMELOT)
  return camelot.isEmpty ? name : name + " (\(camelot))"
}

let pieceKeyVerb = Verb(
  "piece key", synopsis: "FILE NOTE", summary: "Show how to change the key of a piece",
  details: """
    NOTE is the new root, as F# or Bb. The output pitch= transposes the piece in
    \(program) mix and \(program) play, fx= tunes a voice to its new scale. The exit code is 4
    if the piece is atonal, or its key is not known.
    """, operands: (2...2, "piece key needs a file and a note"), options: [.json]
) { (arguments, console) throws(Failure) in
  let note = arguments.operands[1]
  guard let root = readNote(note) else {
    throw pieceKeyVerb.usage("\"\(note)\" is not a note, as F# or Bb")
  }
  let piece = try PieceFile.either(arguments.operands[0])
  var change = aha_key_change_init()
  let result = aha_piece_get_key_change(piece.pointer, root, &change)
  try check(result, .input, about: piece.path)
  if Int(result) == AHA_END {
    let isAtonal = Int(change.tonality.mode) == AHA_TONALITY_ATONAL
    throw Failure(
      .format, code: AHA_ERROR_TONALITY,
      "\(piece.path): \(isAtonal ? "it is atonal" : "its key is not known")"
        + ", so it cannot change to another key")
  }
  let key = piece.info.tonality
  let (scale, newRoot) = (JSONValue.whole(change.tuner_scale), JSONValue.whole(change.tuner_root))
  console.print(
    Record([
      Field("file", .name(piece.path)),
      Field(
        "key", .name(keyText(key, as: AHA_TONALITY_TEXT_NAME)), label: "key", text: keyText(key)),
      Field(
        "new_key", .name(keyText(change.tonality, as: AHA_TONALITY_TEXT_NAME)), label: "becomes",
        text: keyText(change.tonality)),
      Field("semitones", .number(change.semitones), label: "semitones"),
      Field(
        "pitch_cents", .whole(change.pitch_cents), label: "piece",
        text: "pitch=" + plain(Double(change.pitch_cents))),
      Field("tuner_scale", scale), Field("tuner_root", newRoot),
      Field("voice", "fx=tuner:scale=" + scale.plain + ":root=" + newRoot.plain),
    ]), under: piece.path)
}

/// The root of a major key, which a note alone reads as; nil for another text.
func readNote(_ text: Bytes) -> UInt32? {
  var (key, major) = (aha_tonality(), aha_tonality())
  let result = aha_tonality_read(text.c, &key)
  guard Int(result) == AHA_OK, Int(aha_tonality_get_major(key.root, &major)) == AHA_OK,
    key.mode == major.mode, key.scale == major.scale
  else { return nil }
  return key.root
}

let pieceEmbedVerb = Verb(
  "piece embed", synopsis: "PIECE AUDIO...",
  summary: "Write the description of a piece into audio files",
  details: """
    PIECE is a manifest, or an audio file to take it from. A file that fails is not
    changed.
    """, operands: (2...Int.max, "piece embed needs a piece, and audio files"),
  options: options(of: fileTagSettings)
) { (arguments, console) throws(Failure) in
  let first = arguments.operands[0]
  let piece = try PieceFile.either(first)
  try piece.refuseProblem(of: first, hint: "\(program) piece validate shows all problems")
  try piece.apply(fileTagSettings, arguments: arguments)
  try console.each(arguments.operands.dropFirst(), file: { $0 }) { (path) throws(Failure) in
    let result = aha_piece_embed(piece.pointer, path.c)
    let isWriting = [AHA_ERROR_ACCESS, AHA_ERROR_IO].contains(Int(result))
    try check(result, isWriting ? .output : .input, about: path)
  }
}
