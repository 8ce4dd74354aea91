/// A piece, and the path it was read from.
final class PieceFile: Handle {
  let path: Bytes

  init(at path: Bytes, make: (Handle.Out) -> aha_result) throws(Failure) {
    self.path = path
    try super.init(.input, about: path, make: make)
  }

  static func manifest(_ path: Bytes) throws(Failure) -> PieceFile {
    try PieceFile(at: path) { aha_piece_load(path.c, $0) }
  }

  static func tags(_ path: Bytes) throws(Failure) -> PieceFile {
    try PieceFile(at: path) { aha_piece_load_tags(path.c, $0) }
  }

  /// The tags of an audio file; an empty piece if the format has no tags.
  static func tagsIfAny(_ path: Bytes) throws(Failure) -> PieceFile {
    do throws(Failure) { return try tags(path) } catch {
      guard error.has(AHA_ERROR_UNKNOWN_FORMAT) else { throw error }
      return try empty(path)
    }
  }

  static func empty(_ path: Bytes = []) throws(Failure) -> PieceFile {
    try PieceFile(at: path) { aha_piece_create($0) }
  }

  /// A manifest, or the tags of an audio file.
  static func either(_ path: Bytes) throws(Failure) -> PieceFile {
    if isManifest(path) { return try manifest(path) }
    do throws(Failure) { return try tags(path) } catch {
      guard error.has(AHA_ERROR_UNKNOWN_FORMAT), let piece = try? manifest(path) else {
        throw error
      }
      return piece
    }
  }

  func text(_ which: Int) -> Bytes {
    copiedText { aha_piece_copy_text(pointer, aha_piece_text(which), $0, $1, $2) }
  }

  func setText(_ which: Int, to value: Bytes) throws(Failure) {
    try check(aha_piece_set_text(pointer, aha_piece_text(which), value.c), .input)
  }

  var info: aha_piece_info { filled(aha_piece_info_init()) { aha_piece_get_info(pointer, &$0) } }

  func save(to path: Bytes) throws(Failure) {
    try check(aha_piece_save(pointer, path.c), .output, about: path)
  }

  var basedOn: [Bytes] {
    (0..<aha_piece_based_on_count(pointer)).map { index in
      copiedText { aha_piece_copy_based_on(pointer, index, $0, $1, $2) }
    }
  }

  var chapters: [aha_piece_chapter] {
    (0..<aha_piece_chapter_count(pointer)).map { index in
      filled(aha_piece_chapter_init()) { aha_piece_chapter_get(pointer, index, &$0) }
    }
  }

  /// ReplayGain or R128 of the track, in decibels; nil without it.
  var trackGain: Float? {
    let gain = filled(aha_piece_gain_init()) { aha_piece_get_gain(pointer, &$0) }
    return gain.track_db.isNaN ? nil : Float(gain.track_db)
  }

  /// - Parameter path: of a JPEG or PNG file.
  func setCover(_ path: Bytes) throws(Failure) {
    guard let file = fopen(path.c, "re") else { throw .system(cli_error(-1), about: path) }
    defer { fclose(file) }
    // One byte more than libaha accepts.
    var bytes = Bytes(repeating: 0, count: (1 << 24) + 1)
    let count = fread(&bytes, 1, bytes.count, file)
    try check(aha_piece_set_cover(pointer, bytes, count), .input, about: path)
  }

  var coverBytes: Int {
    var length = 0
    _ = aha_piece_copy_cover(pointer, nil, 0, &length)
    return length
  }

  /// The problems for a kind of destination; nil: those for all.
  func problems(for kind: aha_destination_kind? = nil) -> [aha_piece_problem] {
    (0..<aha_piece_problem_count(pointer, kind ?? 0)).map { index in
      filled(aha_piece_problem_init()) { aha_piece_problem_get(pointer, kind ?? 0, index, &$0) }
    }
  }

  func refuseProblem(
    of path: Bytes, for kind: aha_destination_kind? = nil, hint: String = ""
  ) throws(Failure) {
    guard let first = problems(for: kind).first else { return }
    let message = "\(path): " + first.text
    throw Failure(exit: .format, result: first.code, message: message, hint: hint)
  }

  /// Fills missing fields from an analysis of the sound. Returns: the names of these fields.
  func guess(from audio: Bytes) throws(Failure) -> [String] {
    let (found, work) = try Handle.withJob(.input, about: audio) {
      aha_analysis_start(audio.c, $0, $1)
    }
    try console.finish(work, side: .input, about: audio)
    var fields: UInt32 = 0
    try check(aha_analysis_fill_piece(found.pointer, pointer, &fields), .input, about: audio)
    return (0..<32).filter { fields >> $0 & 1 != 0 }.map { pieceFieldName($0) }
  }
}

extension aha_piece_problem {
  var text: String { shown(bytes(ofArray: line)) }
}

/// In the order of AHA_PIECE_FIELD_...
func pieceFieldName(_ field: aha_piece_field) -> String {
  let names = [
    "", "title", "length", "tempo", "loop", "time", "description", "artist", "based-on", "key",
    "attachment",
  ]
  return field == 0 ? "field 0" : word(names, at: field, otherwise: "field \(field)")
}

struct PieceDraft {
  let piece: PieceFile
  var info: aha_piece_info
  /// Whether the first one of new chapters has removed those of the file.
  var hasNewChapters = false

  static func text(_ form: String, help: String, field which: Int) -> Setting<PieceDraft> {
    Setting(form, help) { (draft, value) throws(Failure) in
      try draft.piece.setText(which, to: value.text)
    }
  }

  static func key(help: String) -> Setting<PieceDraft> {
    Setting("--key KEY", help) { (draft, value) throws(Failure) in
      try check(aha_tonality_read(value.text.c, &draft.info.tonality), .input)
    }
  }

  static let unlisted = Setting<PieceDraft>("--unlisted", "keep it out of public lists") {
    $0.info.is_unlisted = $1.whole()
  }
}

extension PieceFile {
  /// - Parameter length: Microseconds that replace the piece's own length; nil: none.
  func apply(_ settings: [Setting<PieceDraft>], arguments: Arguments, length: Int64? = nil)
    throws(Failure)
  {
    var draft = PieceDraft(piece: self, info: info)
    if let length { draft.info.length_us = length }
    draft = try arguments.read(settings, into: draft)
    try check(aha_piece_set_info(pointer, &draft.info), .input)
  }
}
