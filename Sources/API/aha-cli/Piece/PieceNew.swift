let pieceNewVerb = Verb(
  "piece new", synopsis: "NAME.json", summary: "Write the manifest of a piece",
  details: """
    A title and a length are needed; --audio sets the length, and copies the file's
    tags. --guess uses measured values that are likely enough.
    """, operands: (1...1, "piece new needs one file to write, as in song.json"),
  options: [
    Option("--audio FILE", "use the length and the tags of this"),
    Option("--guess", "measure missing values in that sound"),
  ] + options(of: pieceSettings) + [.replace, .json]
) { (arguments, console) throws(Failure) in
  let path = arguments.operands[0]
  if path.isEmpty { throw arguments.usage("piece new needs one file to write, as in song.json") }
  try arguments.refuseExisting(path)
  let audio = arguments.value("--audio")
  if audio == nil, arguments.has("--guess") {
    throw arguments.usage("--guess needs --audio FILE, to hear it")
  }
  let piece = if let audio { try PieceFile.tags(audio) } else { try PieceFile.empty() }
  let length = try audio.map { (audio) throws(Failure) in try soundLength(of: audio) }
  try piece.apply(pieceSettings, arguments: arguments, length: length)
  var guessed: [String] = []
  if let audio, arguments.has("--guess") { guessed = try piece.guess(from: audio) }
  do throws(Failure) { try piece.save(to: path) } catch {
    if piece.info.length_us != 0 { throw error }
    throw error.with(hint: "--length or --audio tells how long it is")
  }
  if console.isJSON || arguments.has("--guess") {
    console.print(
      ["file": .name(path), "guessed": .texts(guessed)],
      or: "\(path): guessed " + (guessed.isEmpty ? "nothing" : joined(guessed)))
  }
}

/// The library checks values out of range, but for zeros: there they stand for a missing field.
private let pieceSettings: [Setting<PieceDraft>] = [
  PieceDraft.text("--title TITLE", help: "1 to 1000 characters", field: AHA_PIECE_TITLE),
  PieceDraft.text("--artist NAME", help: "at most 1000 characters", field: AHA_PIECE_ARTIST),
  PieceDraft.text(
    "--description TEXT", help: "at most 10000 characters", field: AHA_PIECE_DESCRIPTION),
  Setting("--length SECONDS", "at most 1000 hours", kind: .time) { $0.info.length_us = $1.whole() },
  Setting("--tempo BPM", "1 to 999.999", kind: .range(1, 999.999)) {
    $0.info.tempo_bpm = $1.number
  },
  Setting("--loop BEGIN:END", "the part that can repeat, in seconds") {
    (draft, value) throws(Failure) in
    let (begin, end) = try value.pair(by: 0x3a, of: .time, orIs: "not two times, as 0:7.5")
    if end <= begin { throw .usage("--loop \"\(value.text)\" does not end behind its begin") }
    (draft.info.loop_begin_us, draft.info.loop_end_us) = (Int64(begin), Int64(end))
  },
  Setting("--time N/UNIT", "time signature: 1 to 16 over 2, 4, 8 or 16") {
    (draft, value) throws(Failure) in
    let form = "not a time signature, as 3/4 or 6/8"
    let (beats, unit) = try value.pair(by: 0x2f, of: .whole(1, 16), orIs: form)
    (draft.info.beats_per_bar, draft.info.beat_unit) = (Int32(beats), Int32(unit))
  },
  PieceDraft.key(help: "as \"F# minor\", Gbm, 8A, atonal"),
  Setting("--based-on IDS", "ids of pieces, with commas between") {
    (draft, value) throws(Failure) in
    for id in value.text.split(separator: 0x2c) {
      try check(aha_piece_add_based_on(draft.piece.pointer, Bytes(id).c), .input)
    }
  },
  PieceDraft.text(
    "--attachment TYPE", help: "MIME type of an attached file", field: AHA_PIECE_ATTACHMENT_TYPE),
  Setting("--attachment-bytes N", "the size of that file", kind: .whole(0, 1e9)) {
    $0.info.attachment_bytes = $1.whole()
  },
  PieceDraft.unlisted,
]
