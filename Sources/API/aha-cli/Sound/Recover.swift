let recoverVerb = Verb(
  "recover", synopsis: "DIR", summary: "Complete interrupted recordings",
  details: """
    Completes takes that a crash or a power failure has interrupted, in place, and
    lists them. Takes in progress and subfolders are skipped. A file without one
    frame is deleted, with exit code 4.
    """, operands: (1...1, "recover takes one folder"), options: [.json]
) { (arguments, console) throws(Failure) in
  let (folder, engine) = (arguments.operands[0], try Handle.engine())
  let recovery = try Handle(.input, about: folder) {
    aha_recovery_open(folder.c, $0)
  }
  let count = aha_recovery_count(recovery.pointer)
  if count == 0, !console.isJSON { console.print("\(folder): nothing was cut short") }
  try console.each(0..<count, file: { path($0, of: recovery) }) { (index) throws(Failure) in
    let path = path(index, of: recovery)
    var take = aha_recovered_take_init()
    try check(aha_recovery_get(recovery.pointer, index, &take), .input, about: path)
    // The take's own error: no call on this thread has set the library's last error.
    let why =
      Int(take.result) == AHA_ERROR_EMPTY
      ? "the recording ended before its first frame was stored; the empty file was deleted"
      : "nothing can be read from it; it is left as it is"
    if take.result < 0 {
      throw Failure(exit: .format, result: take.result, message: "\(path): " + why)
    }
    let info = try fileInfo(path, engine: engine)
    let lost = take.lost_frames == 0 ? "" : "; \(take.lost_frames) frames are lost"
    let end = Field("lost_frames", .number(take.lost_frames))
    console.print(
      Record([Field("file", .name(path))] + info.fields + [end]),
      or: "\(path): " + info.line + lost)
  }
}

private func path(_ index: UInt32, of recovery: Handle) -> Bytes {
  copiedText { aha_recovery_copy_path(recovery.pointer, index, $0, $1, $2) }
}
