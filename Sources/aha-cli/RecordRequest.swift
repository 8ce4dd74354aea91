/// What `aha record` was asked to do.
struct RecordRequest {
  let file: OutputFile
  let isOfMicrophone: Bool
  let devices: DeviceWish
  let tracks: [Track]
  /// nil: until it is ended, or until the last track ends.
  let seconds: Double?
  let isReplacing: Bool

  var output: Bytes { file.path }

  init(_ arguments: Arguments) throws(Failure) {
    file = try OutputFile(arguments, of: recordVerb, called: "FILE")
    if file.isStandardOutput {
      throw .usage("a take can't go to standard output", hint: "its header is put right at the end")
    }
    isOfMicrophone = try isMicrophone(arguments.value("--source"))
    seconds = try arguments.number("--seconds", secondsQuantity)
    isReplacing = arguments.has("--replace")
    tracks = try readTracks(arguments.operands)
    if !isOfMicrophone, tracks.isEmpty {
      throw recordVerb.usage("--source master records tracks, and needs one")
    }
    devices = try deviceWish(arguments, isOfMicrophone, hasTracks: !tracks.isEmpty)
  }
}

private func isMicrophone(_ source: Bytes?) throws(Failure) -> Bool {
  guard let source else { return true }
  if same("mic", source) { return true }
  if same("master", source) { return false }
  throw recordVerb.usage("--source \"" + shown(source) + "\" is neither mic nor master")
}

/// Where nothing is to be heard, the null device is the clock.
private func deviceWish(
  _ arguments: Arguments, _ isOfMicrophone: Bool, hasTracks: Bool
) throws(Failure) -> DeviceWish {
  let device = arguments.value("--device") ?? []
  let output = arguments.value("--output-device")
  if isOfMicrophone {
    return DeviceWish(output: output ?? (hasTracks ? [] : Bytes("null".utf8)), input: device)
  }
  if output == nil { return DeviceWish(output: device) }
  throw recordVerb.usage("--output-device goes with --source mic; use --device")
}
