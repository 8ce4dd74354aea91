import CAha
import CCli

let pieceNewVerb = Verb(
  "piece new", "NAME.json", "Write the manifest of a piece",
  details: """
    A title and a length are needed; --audio brings the length, and what the file's
    tags say. With --guess the sound is heard, and tempo, loop and key that nobody
    said are taken from it, where they are likely enough. A file that is there is
    refused.
    """,
  options: [
    Option("--audio", "FILE", "take the length and the tags of this"),
    Option("--guess", "take what is missing from how that sounds"),
    Option("--title", "TITLE", "1 to 50 characters"),
    Option("--artist", "NAME", "at most 140 characters"),
    Option("--description", "TEXT", "at most 140 characters"),
    Option("--length", "SECONDS", "at most 1200", .time),
    Option("--tempo", "BPM", "1 to 999.999", .real(1, 999.999)),
    Option("--loop", "BEGIN:END", "what can go round, in seconds"),
    Option("--time", "N/UNIT", "time signature, as 3/4"),
    Option("--key", "KEY", "as \"F# minor\", Gbm, 8A, atonal"),
    Option("--based-on", "IDS", "ids of pieces, with commas between"),
    Option("--attachment", "TYPE", "MIME type of what goes with it"),
    Option("--attachment-bytes", "N", "how long that is", .whole(0, 1e9)),
    Option("--unlisted", "keep it out of public lists"), .json,
  ]
) { (arguments, console) throws(Failure) in
  guard arguments.operands.count == 1, let path = arguments.operands.first, !path.isEmpty else {
    throw arguments.usage("piece new needs one file to write, as in song.json")
  }
  if cli_is_same_file(path.c, path.c) != 0 {
    throw Failure(.output, AHA_ERROR_EXISTS, shown(path) + ": it is there already")
  }
  let audio = arguments.value("--audio")
  if audio == nil, arguments.has("--guess") {
    throw arguments.usage("--guess needs --audio FILE, to hear it")
  }
  let piece: PieceFile
  if let audio { piece = try .tags(audio) } else { piece = try PieceFile { aha_piece_create($0) } }
  try piece.setTexts(arguments)
  var info = piece.info
  if let audio {
    let engine = try Handle.engine(aha_engine_options_init())
    info.length_us = Int64((try fileInfo(audio, engine).seconds * 1e6).rounded())
  }
  try info.set(arguments)
  try piece.setInfo(info)
  for id in (arguments.value("--based-on") ?? []).split(separator: 0x2c) {
    try piece.addBasedOn(Bytes(id))
  }
  var guessed: [String] = []
  if let audio, arguments.has("--guess") { guessed = try piece.guess(from: audio, console) }
  do throws(Failure) { try piece.save(path) } catch {
    var failure = error
    if info.length_us == 0 { failure.hint = "--length or --audio tells how long it is" }
    throw failure
  }
  if console.isJSON || arguments.has("--guess") { piece.tell(guessed, path, console) }
}

extension PieceFile {
  fileprivate func setTexts(_ arguments: Arguments) throws(Failure) {
    let options = [
      ("--title", AHA_PIECE_TITLE), ("--artist", AHA_PIECE_ARTIST),
      ("--description", AHA_PIECE_DESCRIPTION), ("--attachment", AHA_PIECE_ATTACHMENT_TYPE),
    ]
    for (option, which) in options {
      if let value = arguments.value(option) { try setText(which, value) }
    }
  }
}

extension aha_piece_info {
  /// Values out of range are for the library to tell, but for zeros: there they stand for nothing.
  fileprivate mutating func set(_ arguments: Arguments) throws(Failure) {
    if let length = arguments.time("--length") { length_us = length }
    if let tempo = arguments.number("--tempo") { tempo_bpm = tempo }
    if let text = arguments.value("--loop") {
      (loop_begin_us, loop_end_us) = try pair(
        text, 0x3a, "--loop", "two times, as 0:7.5", .time, unit: 1e6)
      if loop_end_us <= loop_begin_us {
        throw .usage("--loop \"" + shown(text) + "\" does not end behind its begin")
      }
    }
    if let text = arguments.value("--time") {
      let (upper, lower) = try pair(
        text, 0x2f, "--time", "a time signature, as 3/4 or 6/8", .whole(1, 16))
      (beats_per_bar, beat_unit) = (Int32(upper), Int32(lower))
    }
    if let text = arguments.value("--key") {
      try check(aha_tonality_read(text.c, &tonality), .input, about: [])
    }
    if let count = arguments.number("--attachment-bytes") { attachment_bytes = Int64(count) }
    if arguments.has("--unlisted") { unlisted = 1 }
  }
}

/// Two numbers with a separator between them, in 1/unit.
private func pair(
  _ text: Bytes, _ separator: UInt8, _ name: String, _ what: String, _ quantity: Quantity,
  unit: Double = 1
) throws(Failure) -> (Int64, Int64) {
  let parts = text.split(separator: separator, omittingEmptySubsequences: false)
  guard parts.count == 2, let first = try? quantity.read(Bytes(parts[0]), name),
    let second = try? quantity.read(Bytes(parts[1]), name)
  else { throw .usage(name + " \"" + shown(text) + "\" is not " + what) }
  return (Int64((first * unit).rounded()), Int64((second * unit).rounded()))
}
