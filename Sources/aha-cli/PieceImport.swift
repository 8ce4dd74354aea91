import CAha
import CCli

let pieceImportVerb = Verb(
  name: "piece import-export", synopsis: "-o DIR FOLDER",
  summary: "Take over what Allihoopa gave out when it closed",
  details: """
    FOLDER is an unpacked export: with alltihop.json, or with dump in it. Each piece
    gets a folder in DIR, called like its title: with piece.json, audio, cover and
    attachment. What the export's list says badly is told of and left out.
    """,
  ownOptions: [
    Option(name: "--output", short: "-o", value: "DIR", help: "the folder to write to"), .json,
  ], run: runPieceImport)

@Sendable
private func runPieceImport(_ arguments: Arguments, _ console: Console) throws(Failure) {
  guard arguments.operands.count == 1, let folder = arguments.operands.first else {
    throw pieceImportVerb.usage("piece import-export takes one folder")
  }
  guard let output = arguments.value("--output"), !output.isEmpty else {
    throw pieceImportVerb.usage("piece import-export needs -o DIR, the folder to write to")
  }
  var pointer: OpaquePointer?
  let result = withCString(folder) { aha_export_open($0, &pointer) }
  let export = try Handle(pointer, aha_export_release, result, .input, about: folder)
  let error = withCString(output) { cli_make_folder($0) }
  if error != 0, error != EEXIST { throw .system(error, about: output) }
  tellRemarks(export.pointer, console)
  var names = SafeNames()
  var tally = Tally()
  for index in 0..<aha_export_count(export.pointer) {
    try console.refuseInterrupted("interrupted")
    let piece = try ExportedPiece(export.pointer, index)
    let name = names.name(piece.piece.text(AHA_PIECE_TITLE), otherwise: shown(piece.id))
    do throws(Failure) {
      try piece.write(to: output, name, console)
    } catch {
      tally.add(error)
      console.tell(error, file: name)
    }
  }
  try tally.end()
}

private func tellRemarks(_ export: OpaquePointer, _ console: Console) {
  for index in 0..<aha_export_remark_count(export) {
    let remark = shown(copiedText { aha_export_copy_remark(export, index, $0, $1, $2) })
    if console.isJSON {
      var object = JSONObject()
      object.add("event", text: "remark")
      object.add("message", text: remark)
      console.print(object.text)
    }
    console.say("aha: " + remark)
  }
}

/// One piece of an export, with its files.
private struct ExportedPiece {
  let id: Bytes
  let piece: PieceFile
  private let files: [Bytes]

  init(_ export: OpaquePointer, _ index: UInt32) throws(Failure) {
    func text(_ which: Int) -> Bytes {
      copiedText { aha_export_copy_text(export, index, aha_export_text(which), $0, $1, $2) }
    }
    id = text(AHA_EXPORT_ID)
    piece = try PieceFile { aha_export_get_piece(export, index, $0) }
    let paths = [text(AHA_EXPORT_AUDIO), text(AHA_EXPORT_COVER), text(AHA_EXPORT_ATTACHMENT)]
    files = paths.filter { !$0.isEmpty }
  }

  /// Without a manifest when the piece is not valid, which is an error then.
  func write(to output: Bytes, _ name: Bytes, _ console: Console) throws(Failure) {
    let folder = try ImportFolder(in: output, Bytes(".aha-import-".utf8) + id)
    var names = SafeNames()
    var written: [Bytes] = []
    let problem = piece.problems.first
    names.reserve(Bytes("piece.json".utf8))
    if problem == nil {
      written.append(Bytes("piece.json".utf8))
      try piece.save(folder.path(of: written[0]))
    }
    for path in files {
      let file = names.name(Bytes(path.split(separator: 0x2f).last ?? []), otherwise: "attachment")
      try folder.copy(path, as: file)
      written.append(file)
    }
    try folder.publish(as: name)
    if let problem {
      throw Failure(
        exit: .format, result: problem.code,
        message: shown(name) + ": no piece.json: " + problem.line)
    }
    tell(name, written, console)
  }

  private func tell(_ name: Bytes, _ written: [Bytes], _ console: Console) {
    if !console.isJSON {
      return console.print(shown(name) + ": " + joined(written.map { shown($0) }))
    }
    var object = JSONObject()
    object.add("folder", name: name)
    object.add("id", name: id)
    object.add("title", name: piece.text(AHA_PIECE_TITLE))
    object.add("files", texts: written.map { String(decoding: $0, as: UTF8.self) })
    console.print(object.text)
  }
}
