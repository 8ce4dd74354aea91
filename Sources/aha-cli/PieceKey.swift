import CAha

let pieceKeyVerb = Verb(
  name: "piece key", synopsis: "FILE NOTE",
  summary: "Tell how a piece gets to another key",
  details: """
    FILE is a manifest or an audio file, NOTE the root that it shall have, as F# or
    Bb. pitch= is for the piece in aha mix and aha play, fx= for a voice that shall
    keep to its new scale.
    """,
  ownOptions: [.json], run: runPieceKey)

@Sendable
private func runPieceKey(_ arguments: Arguments, _ console: Console) throws(Failure) {
  guard arguments.operands.count == 2 else {
    throw pieceKeyVerb.usage("piece key needs a file and a note")
  }
  let root = try readNote(arguments.operands[1])
  let piece = try PieceFile.either(arguments.operands[0])
  var change = aha_key_change_init()
  let result = aha_piece_get_key_change(piece.pointer, root, &change)
  try check(result, .input, about: piece.path)
  if Int(result) == AHA_END {
    let isAtonal = Int(change.tonality.mode) == AHA_TONALITY_ATONAL
    throw Failure(
      exit: .format, result: aha_result(AHA_ERROR_TONALITY),
      message: shown(piece.path) + (isAtonal ? ": it is atonal" : ": its key is not known")
        + ", so there is no way to another key")
  }
  console.print(console.isJSON ? object(piece, change).text : lines(piece, change))
}

/// The root of a major key, which a note alone reads as.
private func readNote(_ text: Bytes) throws(Failure) -> UInt32 {
  var (key, major) = (aha_tonality(), aha_tonality())
  let result = withCString(text) { aha_tonality_read($0, &key) }
  guard Int(result) == AHA_OK, Int(aha_tonality_get_major(key.root, &major)) == AHA_OK,
    key.mode == major.mode, key.scale == major.scale
  else { throw pieceKeyVerb.usage("\"" + shown(text) + "\" is not a note, as F# or Bb") }
  return key.root
}

private func lines(_ piece: PieceFile, _ change: aha_key_change) -> String {
  let rows = [
    ("key", keyText(piece.info.tonality)), ("becomes", keyText(change.tonality)),
    ("semitones", "\(change.semitones)"), ("piece", "pitch=" + plain(Double(change.pitch_cents))),
    (
      "voice",
      "fx=tuner:scale=" + plain(Double(change.tuner_scale)) + ":root="
        + plain(Double(change.tuner_root))
    ),
  ]
  var text = shown(piece.path)
  for (label, value) in rows { text += "\n  " + padded(label, 12) + value }
  return text
}

private func object(_ piece: PieceFile, _ change: aha_key_change) -> JSONObject {
  var object = JSONObject()
  object.add("file", name: piece.path)
  object.add("key", name: piece.key(AHA_TONALITY_TEXT_NAME))
  object.add("new_key", name: keyText(change.tonality, AHA_TONALITY_TEXT_NAME))
  object.add("semitones", number: change.semitones)
  object.add("pitch_cents", number: Double(change.pitch_cents), decimals: 0)
  object.add("tuner_scale", number: Double(change.tuner_scale), decimals: 0)
  object.add("tuner_root", number: Double(change.tuner_root), decimals: 0)
  return object
}
