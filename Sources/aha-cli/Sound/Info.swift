import CAha

let infoVerb = Verb(
  "info", "FILE...", "Tell what sound files hold",
  details: """
    A file that can't be read does not keep the others from being told about;
    the exit code says whether there was one.
    """, options: [.json]
) { (arguments, console) throws(Failure) in
  if arguments.operands.isEmpty { throw arguments.usage("info needs a file") }
  let engine = try Handle.engine(aha_engine_options_init())
  try console.each(arguments.operands, file: { $0 }) { (path) throws(Failure) in
    let info = try fileInfo(path, engine)
    console.print(infoObject(path, info), orBlock: infoLines(path, info))
  }
}

/// The facts about a file, found without keeping its samples.
func fileInfo(_ path: Bytes, _ engine: Handle) throws(Failure) -> aha_sound_info {
  var options = aha_sound_options_init()
  options.mode = aha_sound_mode(AHA_SOUND_STREAMED)
  let sound = try Handle(aha_sound_release, .input, about: path) {
    aha_sound_load(engine.pointer, path.c, &options, $0)
  }
  return try soundInfo(sound, about: path)
}

func soundInfo(_ sound: Handle, about path: Bytes) throws(Failure) -> aha_sound_info {
  var info = aha_sound_info_init()
  try check(aha_sound_get_info(sound.pointer, &info), .input, about: path)
  return info
}

private func infoLines(_ path: Bytes, _ info: aha_sound_info) -> String {
  let isClaimWrong = info.claimed_frames != 0 && info.claimed_frames != info.frames
  return block(
    path,
    [
      ("container", shown(aha_container_name(info.container))),
      ("encoding", shown(aha_encoding_name(info.encoding))),
      ("bits", info.bits == 0 ? "" : "\(info.bits)"), ("rate", "\(info.sample_rate) Hz"),
      ("channels", "\(info.channels)"),
      ("length", clockTime(info.seconds) + ", \(info.frames) frames"),
      ("header", isClaimWrong ? "claims \(info.claimed_frames) frames" : ""),
      ("size", "\(info.file_bytes) bytes"),
    ], width: 11)
}

private func infoObject(_ path: Bytes, _ info: aha_sound_info) -> JSONObject {
  var object: JSONObject = ["file": .name(path)]
  object.addFormat(info)
  object.add("bits", .number(info.bits == 0 ? nil : UInt64(info.bits)))
  object.add("frames", .number(info.frames))
  object.add("seconds", .real(info.seconds, 6))
  object.add("claimed_frames", .number(info.claimed_frames == 0 ? nil : info.claimed_frames))
  object.add("bytes", .number(info.file_bytes))
  return object
}

extension JSONObject {
  /// The four facts that say how samples are stored.
  mutating func addFormat(_ info: aha_sound_info) {
    add("container", .text(token(container: info.container)))
    add("encoding", .text(token(encoding: info.encoding)))
    add("sample_rate", .number(info.sample_rate))
    add("channels", .number(info.channels))
  }
}
