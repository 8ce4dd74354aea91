import CAha

let infoVerb = Verb(
  name: "info", synopsis: "FILE...", summary: "Tell what sound files hold",
  details: """
    A file that can't be read does not keep the others from being told about;
    the exit code says whether there was one.
    """,
  ownOptions: [.json], run: runInfo)

@Sendable
private func runInfo(_ arguments: Arguments, _ console: Console) throws(Failure) {
  if arguments.operands.isEmpty { throw infoVerb.usage("info needs a file") }
  let engine = try Handle.engine(aha_engine_options_init())
  var tally = Tally()
  for (index, path) in arguments.operands.enumerated() {
    try console.refuseInterrupted("interrupted")
    do throws(Failure) {
      let info = try fileInfo(path, engine)
      if index > 0, !console.isJSON { console.print("") }
      console.print(console.isJSON ? infoObject(path, info).text : infoLines(path, info))
    } catch {
      tally.add(error)
      console.tell(error, file: path)
    }
  }
  try tally.end()
}

/// The facts about a file, found without keeping its samples.
func fileInfo(_ path: Bytes, _ engine: Handle) throws(Failure) -> aha_sound_info {
  var options = aha_sound_options_init()
  options.mode = aha_sound_mode(AHA_SOUND_STREAMED)
  var pointer: OpaquePointer?
  let result = withCString(path) { aha_sound_load(engine.pointer, $0, &options, &pointer) }
  let sound = try Handle(pointer, aha_sound_release, result, .input, about: path)
  return try soundInfo(sound, about: path)
}

func soundInfo(_ sound: Handle, about path: Bytes) throws(Failure) -> aha_sound_info {
  var info = aha_sound_info_init()
  try check(aha_sound_get_info(sound.pointer, &info), .input, about: path)
  return info
}

/// Whether the header says another length than the decoder found.
private func isClaimWrong(_ info: aha_sound_info) -> Bool {
  info.claimed_frames != 0 && info.claimed_frames != info.frames
}

private func infoLines(_ path: Bytes, _ info: aha_sound_info) -> String {
  func line(_ label: String, _ value: String) -> String { "\n  " + padded(label, 11) + value }
  var text = shown(path)
  text += line("container", shown(aha_container_name(info.container)))
  text += line("encoding", shown(aha_encoding_name(info.encoding)))
  if info.bits != 0 { text += line("bits", "\(info.bits)") }
  text += line("rate", "\(info.sample_rate) Hz")
  text += line("channels", "\(info.channels)")
  text += line("length", clockTime(info.seconds) + ", \(info.frames) frames")
  if isClaimWrong(info) { text += line("header", "claims \(info.claimed_frames) frames") }
  return text + line("size", "\(info.file_bytes) bytes")
}

private func infoObject(_ path: Bytes, _ info: aha_sound_info) -> JSONObject {
  var object = JSONObject()
  object.add("file", name: path)
  object.addFormat(info)
  object.add("bits", number: info.bits == 0 ? nil : UInt64(info.bits))
  object.add("frames", number: info.frames)
  object.add("seconds", number: info.seconds, decimals: 6)
  object.add("claimed_frames", number: info.claimed_frames == 0 ? nil : info.claimed_frames)
  object.add("bytes", number: info.file_bytes)
  return object
}

extension JSONObject {
  /// The four facts that say how samples are stored.
  mutating func addFormat(_ info: aha_sound_info) {
    add("container", text: token(container: info.container))
    add("encoding", text: token(encoding: info.encoding))
    add("sample_rate", number: UInt64(info.sample_rate))
    add("channels", number: UInt64(info.channels))
  }
}
