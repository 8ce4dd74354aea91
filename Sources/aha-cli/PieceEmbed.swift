import CAha

let pieceEmbedVerb = Verb(
  name: "piece embed", synopsis: "PIECE AUDIO...",
  summary: "Write what is said of a piece into audio files",
  details: """
    PIECE is a manifest, or an audio file to take it from. The files keep their
    sound, and tags of other kinds; a WAV gets the loop too. Each is replaced whole
    or not at all.
    """,
  ownOptions: [], run: runPieceEmbed)

@Sendable
private func runPieceEmbed(_ arguments: Arguments, _ console: Console) throws(Failure) {
  guard arguments.operands.count > 1, let first = arguments.operands.first else {
    throw pieceEmbedVerb.usage("piece embed needs a piece, and audio files")
  }
  let piece = try PieceFile.either(first)
  if let problem = piece.problems.first {
    throw Failure(
      exit: .format, result: problem.code, message: shown(first) + ": " + problem.line,
      hint: "aha piece validate tells all")
  }
  var tally = Tally()
  for path in arguments.operands.dropFirst() {
    try console.refuseInterrupted("interrupted")
    do throws(Failure) {
      let result = withCString(path) { aha_piece_embed(piece.pointer, $0) }
      let isWriting = [AHA_ERROR_ACCESS, AHA_ERROR_IO].contains(Int(result))
      try check(result, isWriting ? .output : .input, about: path)
    } catch {
      tally.add(error)
      console.tell(error, file: path)
    }
  }
  try tally.end()
}
