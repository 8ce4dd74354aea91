import CAha

let pieceShowVerb = Verb(
  name: "piece show", synopsis: "FILE...", summary: "Tell what is said about pieces",
  details: "FILE is a manifest or an audio file; what is not known is left out.",
  ownOptions: [.json],
  run: { (arguments, console) throws(Failure) in
    try forEachPiece(pieceShowVerb, arguments, console) { (piece, index) in
      if index > 0, !console.isJSON { console.print("") }
      console.print(console.isJSON ? pieceObject(piece).text : pieceLines(piece))
      return nil
    }
  })

let pieceValidateVerb = Verb(
  name: "piece validate", synopsis: "FILE...", summary: "Tell all that is wrong with pieces",
  details: "FILE is a manifest or an audio file. The exit code is 4 when there is something.",
  ownOptions: [.json],
  run: { (arguments, console) throws(Failure) in
    try forEachPiece(pieceValidateVerb, arguments, console) { (piece, _) in
      let problems = piece.problems
      if console.isJSON {
        console.print(problemsObject(piece).text)
      } else if problems.isEmpty {
        console.print(shown(piece.path) + ": valid")
      }
      if !console.isJSON { for problem in problems { console.print(line(problem, piece)) } }
      return problems.isEmpty ? nil : .told(.format)
    }
  })

/// Goes on behind a file that cannot be read; what `body` gives counts for the exit code.
private func forEachPiece(
  _ verb: Verb, _ arguments: Arguments, _ console: Console,
  _ body: (PieceFile, Int) -> Failure?
) throws(Failure) {
  if arguments.operands.isEmpty { throw verb.usage(verb.name + " needs a file") }
  var tally = Tally()
  for (index, path) in arguments.operands.enumerated() {
    try console.refuseInterrupted("interrupted")
    do throws(Failure) {
      if let failure = body(try .either(path), index) { tally.add(failure) }
    } catch {
      tally.add(error)
      console.tell(error, file: path)
    }
  }
  try tally.end()
}

// MARK: For people

private func line(_ problem: PieceFile.Problem, _ piece: PieceFile) -> String {
  shown(piece.path) + ": " + problem.field + ": " + problem.line
}

/// What `aha piece show` says.
func pieceLines(_ piece: PieceFile) -> String {
  var text = shown(piece.path)
  func line(_ label: String, _ value: String) {
    if !value.utf8.isEmpty { text += "\n  " + padded(label, 12) + value }
  }
  let info = piece.info
  line("title", shown(piece.text(AHA_PIECE_TITLE)))
  line("artist", shown(piece.text(AHA_PIECE_ARTIST)))
  line("description", shown(piece.text(AHA_PIECE_DESCRIPTION)))
  if info.length_us != 0 { line("length", clockTime(Double(info.length_us) / 1e6)) }
  if info.tempo_bpm != 0 { line("tempo", plain(info.tempo_bpm) + " BPM") }
  if let loop = info.loop {
    line("loop", secondsText(loop.begin) + " to " + secondsText(loop.end) + " s")
  }
  if info.beat_unit != 0 { line("time", "\(info.beats_per_bar)/\(info.beat_unit)") }
  if Int(info.tonality.mode) != AHA_TONALITY_UNKNOWN { line("key", keyText(info.tonality)) }
  if info.unlisted != 0 { line("listed", "no") }
  let attachment = shown(piece.text(AHA_PIECE_ATTACHMENT_TYPE))
  if info.attachment_bytes != 0 || !attachment.isEmpty {
    line("attachment", attachment + ", \(info.attachment_bytes) bytes")
  }
  line("based on", joined(piece.basedOn.map { shown($0) }))
  for problem in piece.problems { line("problem", problem.line) }
  return text
}

/// As in "F# minor (11A)".
func keyText(_ key: aha_tonality) -> String {
  let name = shown(keyText(key, AHA_TONALITY_TEXT_NAME))
  let camelot = keyText(key, AHA_TONALITY_TEXT_CAMELOT)
  return camelot.isEmpty ? name : name + " (" + shown(camelot) + ")"
}

extension aha_piece_info {
  fileprivate var loop: (begin: Int64, end: Int64)? {
    loop_begin_us == 0 && loop_end_us == 0 ? nil : (loop_begin_us, loop_end_us)
  }
}

// MARK: For programs

func pieceObject(_ piece: PieceFile) -> JSONObject {
  let info = piece.info
  var object = JSONObject()
  object.add("file", name: piece.path)
  object.add("title", name: piece.text(AHA_PIECE_TITLE))
  object.add("artist", name: piece.text(AHA_PIECE_ARTIST))
  object.add("description", name: piece.text(AHA_PIECE_DESCRIPTION))
  object.add("length_seconds", microseconds: info.length_us)
  object.add("tempo_bpm", number: info.tempo_bpm == 0 ? .nan : info.tempo_bpm, decimals: 6)
  object.add("loop_begin_seconds", microseconds: info.loop_begin_us)
  object.add("loop_end_seconds", microseconds: info.loop_end_us)
  object.add("beats_per_bar", number: info.beats_per_bar)
  object.add("beat_unit", number: info.beat_unit)
  object.add("key", name: piece.key(AHA_TONALITY_TEXT_NAME))
  object.add("camelot", name: piece.key(AHA_TONALITY_TEXT_CAMELOT))
  object.add("label", name: piece.key(AHA_TONALITY_TEXT_LABEL))
  object.add("listed", isTrue: info.unlisted == 0)
  object.add("attachment_type", name: piece.text(AHA_PIECE_ATTACHMENT_TYPE))
  object.add("attachment_bytes", number: UInt64(clamping: info.attachment_bytes))
  object.add("based_on", texts: piece.basedOn.map { String(decoding: $0, as: UTF8.self) })
  object.add("valid", isTrue: piece.problems.isEmpty)
  return object
}

private func problemsObject(_ piece: PieceFile) -> JSONObject {
  var object = JSONObject()
  object.add("file", name: piece.path)
  object.add("valid", isTrue: piece.problems.isEmpty)
  object.add(
    "problems",
    objects: piece.problems.map { problem in
      var object = JSONObject()
      object.add("field", text: problem.field)
      object.add("code", number: problem.code)
      object.add("name", text: shown(aha_result_name(problem.code)))
      object.add("message", text: problem.line)
      return object
    })
  return object
}
