import CAha

let recoverVerb = Verb(
  name: "recover", synopsis: "DIR", summary: "Complete recordings that were cut short",
  details: """
    Looks through DIR, without its subfolders, for takes that a crash or a power
    failure has cut short, and completes their files in place. Takes that are being
    recorded are left alone. A file without one frame is deleted, with exit code 4.
    """,
  ownOptions: [.json], run: runRecover)

@Sendable
private func runRecover(_ arguments: Arguments, _ console: Console) throws(Failure) {
  guard arguments.operands.count == 1, let folder = arguments.operands.first else {
    throw recoverVerb.usage("recover takes one folder")
  }
  var pointer: OpaquePointer?
  let result = withCString(folder) { aha_recovery_open($0, &pointer) }
  let recovery = try Handle(pointer, aha_recovery_release, result, .input, about: folder)
  let count = aha_recovery_count(recovery.pointer)
  if count == 0, !console.isJSON { console.print(shown(folder) + ": nothing was cut short") }
  var tally = Tally()
  for index in 0..<count {
    do throws(Failure) {
      try tell(index, of: recovery, console)
    } catch {
      tally.add(error)
      console.tell(error, file: path(index, of: recovery))
    }
  }
  try tally.end()
}

private func tell(_ index: UInt32, of recovery: Handle, _ console: Console) throws(Failure) {
  let path = path(index, of: recovery)
  var take = aha_recovered_take_init()
  try check(aha_recovery_get_take(recovery.pointer, index, &take), .input, about: path)
  if take.result < 0 { throw unreadable(path, take) }
  console.print(console.isJSON ? object(path, take).text : line(path, take))
}

/// The take's own error, which no call of this thread has left behind.
private func unreadable(_ path: Bytes, _ take: aha_recovered_take) -> Failure {
  let isDeleted = Int(take.result) == AHA_ERROR_EMPTY
  let what =
    isDeleted
    ? ": the recording ended before its first frame was stored; the empty file was deleted"
    : ": nothing can be read from it; it is left as it is"
  return Failure(exit: .format, result: take.result, message: shown(path) + what)
}

private func path(_ index: UInt32, of recovery: Handle) -> Bytes {
  copiedText { aha_recovery_copy_path(recovery.pointer, index, $0, $1, $2) }
}

private func line(_ path: Bytes, _ take: aha_recovered_take) -> String {
  let facts = [
    shown(aha_container_name(take.container)), shown(aha_encoding_name(take.encoding)),
    "\(take.sample_rate) Hz", "\(take.channels) channels", clockTime(take.seconds),
  ]
  let lost = take.lost_frames == 0 ? "" : "; \(take.lost_frames) frames are lost"
  return shown(path) + ": " + joined(facts) + lost
}

private func object(_ path: Bytes, _ take: aha_recovered_take) -> JSONObject {
  var object = JSONObject()
  object.add("file", name: path)
  object.add("container", text: token(container: take.container))
  object.add("encoding", text: token(encoding: take.encoding))
  object.add("sample_rate", number: UInt64(take.sample_rate))
  object.add("channels", number: UInt64(take.channels))
  object.add("frames", number: take.frames)
  object.add("seconds", number: take.seconds, decimals: 6)
  object.add("lost_frames", number: take.lost_frames)
  return object
}
