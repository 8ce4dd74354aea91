import CAha

/// A piece of the library, and where it was read from.
final class PieceFile {
  let path: Bytes
  private let handle: Handle

  var pointer: OpaquePointer { handle.pointer }

  /// - Parameter make: Gives a piece of the library.
  init(_ path: Bytes = [], _ make: (UnsafeMutablePointer<OpaquePointer?>) -> aha_result)
    throws(Failure)
  {
    self.path = path
    handle = try Handle(aha_piece_release, .input, about: path) { make($0) }
  }

  static func manifest(_ path: Bytes) throws(Failure) -> PieceFile {
    try PieceFile(path) { aha_piece_load(path.c, $0) }
  }

  static func tags(_ path: Bytes) throws(Failure) -> PieceFile {
    try PieceFile(path) { aha_piece_load_tags(path.c, $0) }
  }

  /// The tags of an audio file; a piece of which nothing is known where it cannot have any.
  static func tagsIfAny(_ path: Bytes) throws(Failure) -> PieceFile {
    do throws(Failure) { return try tags(path) } catch {
      guard Int(error.result) == AHA_ERROR_UNKNOWN_FORMAT else { throw error }
      return try PieceFile(path) { aha_piece_create($0) }
    }
  }

  /// A manifest, or the tags of an audio file.
  static func either(_ path: Bytes) throws(Failure) -> PieceFile {
    if lowercased(path).suffix(5).elementsEqual(".json".utf8) { return try manifest(path) }
    do throws(Failure) { return try tags(path) } catch {
      guard Int(error.result) == AHA_ERROR_UNKNOWN_FORMAT, let piece = try? manifest(path) else {
        throw error
      }
      return piece
    }
  }

  /// - Parameter which: AHA_PIECE_TITLE ...
  func text(_ which: Int) -> Bytes {
    copiedText { aha_piece_copy_text(pointer, aha_piece_text(which), $0, $1, $2) }
  }

  func setText(_ which: Int, _ value: Bytes) throws(Failure) {
    let result = aha_piece_set_text(pointer, aha_piece_text(which), value.c)
    try check(result, .input, about: [])
  }

  var info: aha_piece_info { filled(aha_piece_info_init()) { aha_piece_get_info(pointer, &$0) } }

  func setInfo(_ info: aha_piece_info) throws(Failure) {
    var info = info
    try check(aha_piece_set_info(pointer, &info), .input, about: [])
  }

  /// A text of its key; "" when the key has none, or cannot be.
  func key(_ which: Int) -> Bytes { keyText(info.tonality, which) }

  var basedOn: [Bytes] {
    (0..<aha_piece_based_on_count(pointer)).map { index in
      copiedText { aha_piece_copy_based_on(pointer, index, $0, $1, $2) }
    }
  }

  func addBasedOn(_ id: Bytes) throws(Failure) {
    try check(aha_piece_add_based_on(pointer, id.c), .input, about: [])
  }

  func save(_ path: Bytes) throws(Failure) {
    try check(aha_piece_save(pointer, path.c), .output, about: path)
  }

  // MARK: Problems

  struct Problem {
    let number: aha_piece_field
    let code: aha_result
    let line: String

    var field: String { pieceFieldName(number) }
  }

  var problems: [Problem] {
    (0..<aha_piece_problem_count(pointer)).map { index in
      var problem = aha_piece_problem_init()
      _ = aha_piece_problem_at(pointer, index, &problem)
      return Problem(
        number: problem.field, code: problem.code, line: shown(bytes(ofArray: problem.line)))
    }
  }
}

/// - Parameter which: AHA_TONALITY_TEXT_NAME ...
func keyText(_ key: aha_tonality, _ which: Int) -> Bytes {
  var key = key
  return copiedText { aha_tonality_copy_text(&key, aha_tonality_text(which), $0, $1, $2) }
}

/// In the order of AHA_PIECE_FIELD_...
func pieceFieldName(_ field: aha_piece_field) -> String {
  let names = [
    "title", "length", "tempo", "loop", "time", "description", "artist", "based-on", "key",
    "attachment",
  ]
  let index = Int(field) - 1
  return names.indices.contains(index) ? names[index] : "field \(field)"
}

extension PieceFile {
  /// Puts in what is missing and the sound says. Returns: what these fields are called.
  func guess(from audio: Bytes, _ console: Console) throws(Failure) -> [String] {
    let (found, work) = try Handle.withJob(aha_analysis_release, .input, about: audio) {
      aha_analysis_start(audio.c, $0, $1)
    }
    let end = console.wait(for: work) {}
    try console.refuseInterrupted("interrupted")
    try check(end, .input, about: audio)
    var fields: UInt32 = 0
    try check(aha_analysis_fill_piece(found.pointer, pointer, &fields), .input, about: audio)
    return (0..<32).filter { fields >> $0 & 1 != 0 }.map { pieceFieldName($0) }
  }

  /// Tells what was guessed.
  func tell(_ guessed: [String], _ path: Bytes, _ console: Console) {
    console.print(
      ["file": .name(path), "guessed": .texts(guessed)],
      or: shown(path) + ": guessed " + (guessed.isEmpty ? "nothing" : joined(guessed)))
  }
}
