import CAha

extension PieceFile {
  /// Puts in what is missing and the sound says. Returns: what these fields are called.
  func guess(from audio: Bytes, _ console: Console) throws(Failure) -> [String] {
    var analysis: OpaquePointer?
    var job: OpaquePointer?
    let result = withCString(audio) { aha_analysis_start($0, &analysis, &job) }
    let found = try Handle(analysis, aha_analysis_release, result, .input, about: audio)
    let work = try Handle(job, aha_job_release, result, .input, about: audio)
    let end = console.wait(for: work) {}
    try console.refuseInterrupted("interrupted")
    try check(end, .input, about: audio)
    var fields: UInt32 = 0
    try check(aha_analysis_fill_piece(found.pointer, pointer, &fields), .input, about: audio)
    return (0..<32).filter { fields >> $0 & 1 != 0 }.map { pieceFieldName($0) }
  }

  /// Tells what was guessed.
  func tell(_ guessed: [String], _ path: Bytes, _ console: Console) {
    if !console.isJSON {
      let list = guessed.isEmpty ? "nothing" : joined(guessed)
      return console.print(shown(path) + ": guessed " + list)
    }
    var object = JSONObject()
    object.add("file", name: path)
    object.add("guessed", texts: guessed)
    console.print(object.text)
  }
}
