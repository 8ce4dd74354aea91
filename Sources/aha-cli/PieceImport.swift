import CAha
import CCli

let pieceImportVerb = Verb(
  name: "piece import-export", synopsis: "-o DIR FOLDER",
  summary: "Take over what Allihoopa gave out when it closed",
  details: """
    FOLDER is an unpacked export: with alltihop.json, or with dump in it. Each piece
    gets a folder in DIR, called like its title: with piece.json, the export's own
    words in export.json, audio, cover and attachment. What piece.json cannot hold
    is told of and left out; a piece of unknown length has none, and the exit code
    is 4.
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
    console.remark(shown(copiedText { aha_export_copy_remark(export, index, $0, $1, $2) }))
  }
}

extension Console {
  fileprivate func remark(_ remark: String) {
    if isJSON {
      var object = JSONObject()
      object.add("event", text: "remark")
      object.add("message", text: remark)
      print(object.text)
    }
    say("aha: " + remark)
  }
}

/// One piece of an export, with its files.
private struct ExportedPiece {
  let id: Bytes
  let piece: PieceFile
  /// As the export's list has it: JSON.
  private let row: Bytes
  private let files: [Bytes]

  init(_ export: OpaquePointer, _ index: UInt32) throws(Failure) {
    func text(_ which: Int) -> Bytes {
      copiedText { aha_export_copy_text(export, index, aha_export_text(which), $0, $1, $2) }
    }
    id = text(AHA_EXPORT_ID)
    row = text(AHA_EXPORT_ROW)
    piece = try PieceFile { aha_export_get_piece(export, index, $0) }
    let paths = [text(AHA_EXPORT_AUDIO), text(AHA_EXPORT_COVER), text(AHA_EXPORT_ATTACHMENT)]
    files = paths.filter { !$0.isEmpty }
  }

  /// Without a manifest when the piece cannot be made valid, which is an error then.
  func write(to output: Bytes, _ name: Bytes, _ console: Console) throws(Failure) {
    let folder = try ImportFolder(in: output, Bytes(".aha-import-".utf8) + id)
    var names = SafeNames()
    let (manifest, list) = (Bytes("piece.json".utf8), Bytes("export.json".utf8))
    var written = [list]
    names.reserve(manifest)
    names.reserve(list)
    try folder.write(row + [0x0a], as: list)
    let mended = try piece.mend()
    let problem = piece.problems.first
    if problem == nil {
      for line in mended { console.remark("piece " + shown(id) + ": in piece.json " + line) }
      written.insert(manifest, at: 0)
      try piece.save(folder.path(of: manifest))
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

extension PieceFile {
  /// Takes out what is wrong, as far as a piece can be without it. Returns: a line for each.
  fileprivate func mend() throws(Failure) -> [String] {
    var lines: [String] = []
    for problem in problems {
      var way = " is left out: "
      switch Int(problem.number) {
      case AHA_PIECE_FIELD_TITLE:
        let whole = String(decoding: text(AHA_PIECE_TITLE), as: UTF8.self).unicodeScalars
        var title = ""
        for scalar in whole.prefix(50) { title.unicodeScalars.append(scalar) }
        try setText(AHA_PIECE_TITLE, Bytes(title.utf8))
        way = " is cut: "
      case AHA_PIECE_FIELD_DESCRIPTION: try setText(AHA_PIECE_DESCRIPTION, [])
      case AHA_PIECE_FIELD_ARTIST: try setText(AHA_PIECE_ARTIST, [])
      case AHA_PIECE_FIELD_TEMPO: try change { $0.tempo_bpm = 0 }
      case AHA_PIECE_FIELD_ATTACHMENT:
        try setText(AHA_PIECE_ATTACHMENT_TYPE, [])
        try change { $0.attachment_bytes = 0 }
      default: continue
      }
      lines.append("the " + problem.field + way + problem.line)
    }
    return lines
  }

  private func change(_ body: (inout aha_piece_info) -> Void) throws(Failure) {
    var info = self.info
    body(&info)
    try setInfo(info)
  }
}
