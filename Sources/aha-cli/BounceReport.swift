import CAha

/// What a bounce came to.
struct Written {
  /// Names of files in the folder of the stems.
  var stems: [Bytes] = []
  /// OUT as it reads back; nil when there is none.
  var info: aha_sound_info?
  /// Of standard output; else the file says it.
  var bytes: UInt64?
  var elapsedSeconds = 0.0
}

/// Tells what was written: a line for people, an object for programs.
func report(_ written: Written, of request: BounceRequest, _ console: Console) {
  if console.isJSON { return console.print(object(written, request).text) }
  if request.isQuiet { return }
  for line in lines(written, request) {
    if request.toStandardOutput { console.say(line) } else { console.print(line) }
  }
}

private func lines(_ written: Written, _ request: BounceRequest) -> [String] {
  var lines: [String] = []
  if let stems = request.stems { lines.append(shown(stems) + ": \(written.stems.count) stems") }
  if request.hasOutput {
    let name = request.toStandardOutput ? "standard output" : shown(request.file.path)
    var line = name + ": written, and can't be read back"
    if let info = written.info {
      line = name + ": " + joined(facts(info, bytes: written.bytes ?? info.file_bytes))
    }
    lines.append(line)
  }
  let took = "; took " + fixed(written.elapsedSeconds, 2) + " s"
  if let factor = realtimeFactor(written) {
    lines[lines.count - 1] += took + ", " + fixed(factor, 0) + " times real time"
  } else {
    lines[lines.count - 1] += took
  }
  return lines
}

private func realtimeFactor(_ written: Written) -> Double? {
  written.info.map { $0.seconds / max(written.elapsedSeconds, 1e-6) }
}

private func object(_ written: Written, _ request: BounceRequest) -> JSONObject {
  var object = JSONObject()
  object.add("event", text: "done")
  if request.hasOutput { object.add("output", name: request.file.path) }
  if let info = written.info {
    object.addFormat(info)
    object.add("frames", number: info.frames)
    object.add("seconds", number: info.seconds, decimals: 6)
    object.add("bytes", number: info.file_bytes)
  }
  if let stems = request.stems {
    let names = written.stems.map { String(decoding: stems + [0x2f] + $0, as: UTF8.self) }
    object.add("stems", texts: names)
  }
  object.add("elapsed_seconds", number: written.elapsedSeconds, decimals: 3)
  object.add("realtime_factor", number: realtimeFactor(written) ?? .nan, decimals: 1)
  return object
}
