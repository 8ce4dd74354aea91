let infoVerb = Verb(
  "info", synopsis: "FILE...", summary: "Show the format and length of sound files",
  details: "FILE may be -, for standard input.",
  operands: (oneOrMore, "info needs a file"), options: [.json]
) { (arguments, console) throws(Failure) in
  let engine = try Handle.engine()
  try console.each(arguments.operands, file: { $0 }) { (path) throws(Failure) in
    let info = try fileInfo(path, engine: engine)
    let isClaimWrong = info.claimed_frames != 0 && info.claimed_frames != info.frames
    var fields = [Field("file", .name(path))] + info.fields
    fields.insert(Field("bits", .known(info.bits)), at: 5)
    fields.insert(Field("bits", JSONValue.known(info.bits).plain), at: 3)
    fields += [
      Field(
        "claimed_frames", .known(info.claimed_frames), label: "header",
        text: "claims \(info.claimed_frames) frames", if: isClaimWrong),
      Field("bytes", .number(info.file_bytes), label: "size", text: "\(info.file_bytes) bytes"),
    ]
    console.print(Record(fields), under: path, width: 11)
  }
}

extension aha_sound_info {
  /// How the samples of the file are stored, and how many there are.
  var fields: [Field] {
    [
      Field(
        "container", .text(token(container: container)), label: "container",
        text: shown(aha_format_container_name(container))),
      Field(
        "encoding", .text(token(encoding: encoding)), label: "encoding",
        text: shown(aha_format_encoding_name(encoding))),
      Field("sample_rate", .number(sample_rate), label: "rate", text: "\(sample_rate) Hz"),
      Field("channels", .number(channels), label: "channels"), Field("frames", .number(frames)),
      Field(
        "seconds", .real(seconds, decimals: 6), label: "length",
        text: clockTime(seconds) + ", \(frames) frames"),
    ]
  }

  var line: String {
    "\(aha_format_container_name(container)), \(aha_format_encoding_name(encoding)), "
      + "\(sample_rate) Hz, \(channels) channels, " + clockTime(seconds)
  }
}
