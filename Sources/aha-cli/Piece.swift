let pieceVerb = Verb(
  name: "piece", synopsis: "COMMAND ...", summary: "Describe finished pieces, in files of theirs",
  details: pieceDetails(), ownOptions: [], parts: pieceParts,
  run: { (_, _) throws(Failure) in
    throw pieceVerb.usage("piece needs a command; they are " + joined(pieceParts.map { $0.word }))
  })

private let pieceParts = [
  pieceNewVerb, pieceShowVerb, pieceValidateVerb, pieceKeyVerb, pieceEmbedVerb, pieceImportVerb,
]

private func pieceDetails() -> String {
  var text = "COMMAND is one of these; aha help piece COMMAND tells more:\n"
  for part in pieceParts { text += "  " + padded(part.word, 15) + part.summary + "\n" }
  return text + """

    What there is to say about a piece is in a manifest, which is JSON, or in the
    tags of an audio file: WAV, RF64, AIFF, FLAC, Ogg, Opus, MP3.
    """
}
