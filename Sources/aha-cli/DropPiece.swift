import CAha
import CCli

/// What is dropped: a piece, and the files that belong to it.
struct DropPiece {
  let piece: PieceFile
  /// The mix stem.
  let sound: Bytes
  let preview: Bytes?
  let cover: Bytes?
  let attachment: Bytes?
  let attachmentType: Bytes?

  init(_ file: Bytes, _ arguments: Arguments) throws(Failure) {
    preview = arguments.value("--preview")
    cover = arguments.value("--cover")
    attachment = arguments.value("--attachment")
    attachmentType = arguments.value("--attachment-type")
    if attachment == nil, attachmentType != nil {
      throw dropVerb.usage("--attachment-type is for --attachment FILE")
    }
    if isManifest(file) {
      piece = try .manifest(file)
      sound = try DropPiece.sound(of: file, arguments)
    } else {
      if arguments.has("--audio") {
        throw dropVerb.usage("--audio is for a manifest, and " + shown(file) + " is a sound")
      }
      sound = file
      piece = try PieceFile.beside(file)
    }
    try requireReadable(sound)
    for path in [preview, cover, attachment] { if let path { try requireReadable(path) } }
    try complete(arguments)
  }

  /// What --audio says, or the file of the manifest's name with an ending of a sound.
  private static func sound(of manifest: Bytes, _ arguments: Arguments) throws(Failure) -> Bytes {
    if let sound = arguments.value("--audio") { return sound }
    let base = Bytes(manifest.dropLast(5))
    for ending in fileFormats.flatMap({ $0.endings }) {
      let path = base + Bytes(ending.utf8)
      if isThere(path) { return path }
    }
    throw dropVerb.usage(
      "no sound of the name " + shown(base) + " is beside " + shown(manifest)
        + ": give --audio FILE")
  }

  /// Puts in what was asked for, and what is missing and can be found out.
  private func complete(_ arguments: Arguments) throws(Failure) {
    let options = [
      ("--title", AHA_PIECE_TITLE), ("--artist", AHA_PIECE_ARTIST),
      ("--description", AHA_PIECE_DESCRIPTION),
    ]
    for (option, which) in options {
      if let value = arguments.value(option) { try piece.setText(which, value) }
    }
    if piece.text(AHA_PIECE_TITLE).isEmpty, !arguments.has("--title") {
      try piece.setText(AHA_PIECE_TITLE, cut(stem(of: sound), at: 50))
    }
    var info = piece.info
    if info.length_us == 0 {
      let engine = try Handle.engine(aha_engine_options_init())
      info.length_us = Int64((try fileInfo(sound, engine).seconds * 1e6).rounded())
    }
    if arguments.has("--unlisted") { info.unlisted = 1 }
    try piece.setInfo(info)
    guard let problem = piece.problems.first else { return }
    throw Failure(
      exit: .format, result: problem.code, message: shown(sound) + ": " + problem.line)
  }
}

extension PieceFile {
  /// What a manifest of a sound's name says, which is beside it; else the sound's own tags.
  fileprivate static func beside(_ sound: Bytes) throws(Failure) -> PieceFile {
    let folder = sound.lastIndex(of: 0x2f).map { Bytes(sound[...$0]) } ?? []
    let path = folder + stem(of: sound) + Bytes(".json".utf8)
    guard isThere(path) else { return try tagsIfAny(sound) }
    do throws(Failure) { return try manifest(path) } catch {
      // Other programs' documents have such names too.
      guard Int(error.result) == AHA_ERROR_UNKNOWN_FORMAT else { throw error }
      return try tagsIfAny(sound)
    }
  }
}

func isManifest(_ path: Bytes) -> Bool {
  lowercased(path).suffix(5).elementsEqual(".json".utf8)
}

/// At most so many characters, which are UTF-8 then.
private func cut(_ text: Bytes, at count: Int) -> Bytes {
  var result = ""
  for scalar in String(decoding: text, as: UTF8.self).unicodeScalars.prefix(count) {
    result.unicodeScalars.append(scalar)
  }
  return Bytes(result.utf8)
}

/// Whether there is something of that name.
func isThere(_ path: Bytes) -> Bool { withCString(path) { cli_is_same_file($0, $0) } != 0 }
