import CAha

let pieceShowVerb = Verb(
  "piece show", "FILE...", "Tell what is said about pieces",
  details: "FILE is a manifest or an audio file; what is not known is left out.", options: [.json]
) { (arguments, console) throws(Failure) in
  if arguments.operands.isEmpty { throw arguments.usage("piece show needs a file") }
  try console.each(arguments.operands, file: { $0 }) { (path) throws(Failure) in
    let piece = try PieceFile.either(path)
    console.print(pieceObject(piece), orBlock: pieceLines(piece))
  }
}

let pieceValidateVerb = Verb(
  "piece validate", "FILE...", "Tell all that is wrong with pieces",
  details: "FILE is a manifest or an audio file. The exit code is 4 when there is something.",
  options: [.json]
) { (arguments, console) throws(Failure) in
  if arguments.operands.isEmpty { throw arguments.usage("piece validate needs a file") }
  try console.each(arguments.operands, file: { $0 }) { (path) throws(Failure) in
    let piece = try PieceFile.either(path)
    let problems = piece.problems.map { shown(path) + ": " + $0.field + ": " + $0.line }
    console.print(
      problemsObject(piece), or: problems.isEmpty ? shown(path) + ": valid" : joined(problems, "\n")
    )
    if !problems.isEmpty { throw .told(.format) }
  }
}

func pieceLines(_ piece: PieceFile) -> String {
  let info = piece.info
  func text(_ which: Int) -> String { shown(piece.text(which)) }
  let hasLoop = info.loop_begin_us != 0 || info.loop_end_us != 0
  let loop = secondsText(info.loop_begin_us) + " to " + secondsText(info.loop_end_us) + " s"
  let hasKey = Int(info.tonality.mode) != AHA_TONALITY_UNKNOWN
  let attachment = text(AHA_PIECE_ATTACHMENT_TYPE)
  let hasAttachment = info.attachment_bytes != 0 || !attachment.isEmpty
  return block(
    piece.path,
    [
      ("title", text(AHA_PIECE_TITLE)), ("artist", text(AHA_PIECE_ARTIST)),
      ("description", text(AHA_PIECE_DESCRIPTION)),
      ("length", info.length_us == 0 ? "" : clockTime(Double(info.length_us) / 1e6)),
      ("tempo", info.tempo_bpm == 0 ? "" : plain(info.tempo_bpm) + " BPM"),
      ("loop", hasLoop ? loop : ""),
      ("time", info.beat_unit == 0 ? "" : "\(info.beats_per_bar)/\(info.beat_unit)"),
      ("key", hasKey ? keyText(info.tonality) : ""), ("listed", info.unlisted == 0 ? "" : "no"),
      ("attachment", hasAttachment ? attachment + ", \(info.attachment_bytes) bytes" : ""),
      ("based on", joined(piece.basedOn.map { shown($0) })),
    ] + piece.problems.map { ("problem", $0.line) })
}

/// As in "F# minor (11A)".
func keyText(_ key: aha_tonality) -> String {
  let name = shown(keyText(key, AHA_TONALITY_TEXT_NAME))
  let camelot = keyText(key, AHA_TONALITY_TEXT_CAMELOT)
  return camelot.isEmpty ? name : name + " (" + shown(camelot) + ")"
}

func pieceObject(_ piece: PieceFile) -> JSONObject {
  let info = piece.info
  return [
    "file": .name(piece.path), "title": .name(piece.text(AHA_PIECE_TITLE)),
    "artist": .name(piece.text(AHA_PIECE_ARTIST)),
    "description": .name(piece.text(AHA_PIECE_DESCRIPTION)),
    "length_seconds": .seconds(info.length_us),
    "tempo_bpm": .real(info.tempo_bpm == 0 ? .nan : info.tempo_bpm, 6),
    "loop_begin_seconds": .seconds(info.loop_begin_us),
    "loop_end_seconds": .seconds(info.loop_end_us), "beats_per_bar": .number(info.beats_per_bar),
    "beat_unit": .number(info.beat_unit), "key": .name(piece.key(AHA_TONALITY_TEXT_NAME)),
    "camelot": .name(piece.key(AHA_TONALITY_TEXT_CAMELOT)),
    "label": .name(piece.key(AHA_TONALITY_TEXT_LABEL)), "listed": .flag(info.unlisted == 0),
    "attachment_type": .name(piece.text(AHA_PIECE_ATTACHMENT_TYPE)),
    "attachment_bytes": .count(info.attachment_bytes),
    "based_on": .texts(piece.basedOn.map { $0.string }), "valid": .flag(piece.problems.isEmpty),
  ]
}

private func problemsObject(_ piece: PieceFile) -> JSONObject {
  [
    "file": .name(piece.path), "valid": .flag(piece.problems.isEmpty),
    "problems": .list(
      piece.problems.map {
        [
          "field": .text($0.field), "code": .number($0.code),
          "name": .text(shown(aha_result_name($0.code))), "message": .text($0.line),
        ]
      }),
  ]
}

let pieceKeyVerb = Verb(
  "piece key", "FILE NOTE", "Tell how a piece gets to another key",
  details: """
    FILE is a manifest or an audio file, NOTE the root that it shall have, as F# or
    Bb. pitch= is for the piece in aha mix and aha play, fx= for a voice that shall
    keep to its new scale.
    """, options: [.json]
) { (arguments, console) throws(Failure) in
  guard arguments.operands.count == 2 else {
    throw arguments.usage("piece key needs a file and a note")
  }
  let root = try readNote(arguments.operands[1])
  let piece = try PieceFile.either(arguments.operands[0])
  var change = aha_key_change_init()
  let result = aha_piece_get_key_change(piece.pointer, root, &change)
  try check(result, .input, about: piece.path)
  if Int(result) == AHA_END {
    let isAtonal = Int(change.tonality.mode) == AHA_TONALITY_ATONAL
    throw Failure(
      .format, AHA_ERROR_TONALITY,
      shown(piece.path) + (isAtonal ? ": it is atonal" : ": its key is not known")
        + ", so there is no way to another key")
  }
  console.print(object(piece, change), or: lines(piece, change))
}

/// The root of a major key, which a note alone reads as.
private func readNote(_ text: Bytes) throws(Failure) -> UInt32 {
  var (key, major) = (aha_tonality(), aha_tonality())
  let result = aha_tonality_read(text.c, &key)
  guard Int(result) == AHA_OK, Int(aha_tonality_get_major(key.root, &major)) == AHA_OK,
    key.mode == major.mode, key.scale == major.scale
  else { throw pieceKeyVerb.usage("\"" + shown(text) + "\" is not a note, as F# or Bb") }
  return key.root
}

private func lines(_ piece: PieceFile, _ change: aha_key_change) -> String {
  let (scale, root) = (plain(Double(change.tuner_scale)), plain(Double(change.tuner_root)))
  return block(
    piece.path,
    [
      ("key", keyText(piece.info.tonality)), ("becomes", keyText(change.tonality)),
      ("semitones", "\(change.semitones)"), ("piece", "pitch=" + plain(Double(change.pitch_cents))),
      ("voice", "fx=tuner:scale=" + scale + ":root=" + root),
    ])
}

private func object(_ piece: PieceFile, _ change: aha_key_change) -> JSONObject {
  [
    "file": .name(piece.path), "key": .name(piece.key(AHA_TONALITY_TEXT_NAME)),
    "new_key": .name(keyText(change.tonality, AHA_TONALITY_TEXT_NAME)),
    "semitones": .number(change.semitones), "pitch_cents": .real(Double(change.pitch_cents), 0),
    "tuner_scale": .real(Double(change.tuner_scale), 0),
    "tuner_root": .real(Double(change.tuner_root), 0),
  ]
}

let pieceEmbedVerb = Verb(
  "piece embed", "PIECE AUDIO...", "Write what is said of a piece into audio files",
  details: """
    PIECE is a manifest, or an audio file to take it from. The files keep their
    sound, and tags of other kinds; a WAV gets the loop too. Each is replaced whole
    or not at all.
    """
) { (arguments, console) throws(Failure) in
  guard arguments.operands.count > 1, let first = arguments.operands.first else {
    throw arguments.usage("piece embed needs a piece, and audio files")
  }
  let piece = try PieceFile.either(first)
  if let problem = piece.problems.first {
    throw Failure(
      exit: .format, result: problem.code, message: shown(first) + ": " + problem.line,
      hint: "aha piece validate tells all")
  }
  try console.each(arguments.operands.dropFirst(), file: { $0 }) { (path) throws(Failure) in
    let result = aha_piece_embed(piece.pointer, path.c)
    let isWriting = [AHA_ERROR_ACCESS, AHA_ERROR_IO].contains(Int(result))
    try check(result, isWriting ? .output : .input, about: path)
  }
}
