import CAha
import CCli

let pieceNewVerb = Verb(
  name: "piece new", synopsis: "NAME.json", summary: "Write the manifest of a piece",
  details: """
    A title and a length are needed; --audio brings the length, and what the file's
    tags say. With --guess the sound is heard, and tempo, loop and key that nobody
    said are taken from it, where they are likely enough. A file that is there is
    refused.
    """,
  ownOptions: [
    Option(name: "--audio", value: "FILE", help: "take the length and the tags of this"),
    Option(name: "--guess", help: "take what is missing from how that sounds"),
    Option(name: "--title", value: "TITLE", help: "1 to 50 characters"),
    Option(name: "--artist", value: "NAME", help: "at most 140 characters"),
    Option(name: "--description", value: "TEXT", help: "at most 140 characters"),
    Option(name: "--length", value: "SECONDS", help: "at most 1200"),
    Option(name: "--tempo", value: "BPM", help: "1 to 999.999"),
    Option(name: "--loop", value: "BEGIN:END", help: "what can go round, in seconds"),
    Option(name: "--time", value: "N/UNIT", help: "time signature, as 3/4"),
    Option(name: "--key", value: "KEY", help: "as \"F# minor\", Gbm, 8A, atonal"),
    Option(name: "--based-on", value: "IDS", help: "ids of pieces, with commas between"),
    Option(name: "--attachment", value: "TYPE", help: "MIME type of what goes with it"),
    Option(name: "--attachment-bytes", value: "N", help: "how long that is"),
    Option(name: "--unlisted", help: "keep it out of public lists"),
    .json,
  ], run: runPieceNew)

@Sendable
private func runPieceNew(_ arguments: Arguments, _ console: Console) throws(Failure) {
  guard arguments.operands.count == 1, let path = arguments.operands.first, !path.isEmpty else {
    throw pieceNewVerb.usage("piece new needs one file to write, as in song.json")
  }
  if withCString(path, { cli_is_same_file($0, $0) }) != 0 {
    throw Failure(
      exit: .output, result: aha_result(AHA_ERROR_EXISTS),
      message: shown(path) + ": it is there already")
  }
  let audio = arguments.value("--audio")
  if audio == nil, arguments.has("--guess") {
    throw pieceNewVerb.usage("--guess needs --audio FILE, to hear it")
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
  do throws(Failure) {
    try piece.save(path)
  } catch {
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
    if let length = try arguments.time("--length") { length_us = length }
    let tempo = Quantity(name: "--tempo", lowest: 1, highest: 999.999)
    if let tempo = try arguments.number(tempo.name, tempo) { tempo_bpm = tempo }
    if let text = arguments.value("--loop") {
      (loop_begin_us, loop_end_us) = try pair(
        text, 0x3a, "--loop", "two times, as 0:7.5", timeQuantity("--loop"), unit: 1e6)
      if loop_end_us <= loop_begin_us {
        throw .usage("--loop \"" + shown(text) + "\" does not end behind its begin")
      }
    }
    if let text = arguments.value("--time") {
      let number = Quantity(name: "--time", lowest: 1, highest: 16, isWhole: true)
      let (upper, lower) = try pair(
        text, 0x2f, "--time", "a time signature, as 3/4 or 6/8", number)
      (beats_per_bar, beat_unit) = (Int32(upper), Int32(lower))
    }
    if let text = arguments.value("--key") {
      try check(withCString(text) { aha_tonality_read($0, &tonality) }, .input, about: [])
    }
    let bytes = Quantity(name: "--attachment-bytes", lowest: 0, highest: 1e9, isWhole: true)
    if let count = try arguments.number(bytes.name, bytes) { attachment_bytes = Int64(count) }
    if arguments.has("--unlisted") { unlisted = 1 }
  }
}

/// Two numbers with a separator between them, in 1/unit.
private func pair(
  _ text: Bytes, _ separator: UInt8, _ name: String, _ what: String, _ quantity: Quantity,
  unit: Double = 1
) throws(Failure) -> (Int64, Int64) {
  let parts = text.split(separator: separator, omittingEmptySubsequences: false)
  guard parts.count == 2, let first = try? quantity.read(Bytes(parts[0])),
    let second = try? quantity.read(Bytes(parts[1]))
  else { throw .usage(name + " \"" + shown(text) + "\" is not " + what) }
  return (Int64((first * unit).rounded()), Int64((second * unit).rounded()))
}
