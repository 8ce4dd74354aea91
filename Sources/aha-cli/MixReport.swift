import CAha
import CCli

/// Tells what was written: a line for people, an object for programs.
func report(_ result: MixResult, of request: MixRequest, _ console: Console) {
  if console.isJSON {
    console.print(object(result, request).text)
  } else if !request.isQuiet {
    let line = summary(result, request)
    if request.toStandardOutput { console.say(line) } else { console.print(line) }
  }
  if !request.isQuiet { warn(result, request, console) }
}

private func seconds(_ result: MixResult) -> Double { result.info?.seconds ?? 0 }

private func realtimeFactor(_ result: MixResult) -> Double {
  seconds(result) / max(result.elapsedSeconds, 1e-6)
}

private func summary(_ result: MixResult, _ request: MixRequest) -> String {
  let name = request.toStandardOutput ? "standard output" : shown(request.output)
  guard let info = result.info else { return name + ": written, and can't be read back" }
  return name + ": " + joined(facts(info, bytes: result.bytes))
    + "; took " + fixed(result.elapsedSeconds, 2) + " s, "
    + fixed(realtimeFactor(result), 0) + " times real time"
}

/// What a line says about a file that was written.
func facts(_ info: aha_sound_info, bytes: UInt64) -> [String] {
  [
    shown(aha_container_name(info.container)), shown(aha_encoding_name(info.encoding)),
    "\(info.sample_rate) Hz", "\(info.channels) channels", clockTime(info.seconds),
    "\(bytes) bytes",
  ]
}

private func object(_ result: MixResult, _ request: MixRequest) -> JSONObject {
  var object = JSONObject()
  object.add("event", text: "done")
  object.add("output", name: request.output)
  if let info = result.info {
    object.addFormat(info)
    object.add("frames", number: info.frames)
    object.add("seconds", number: info.seconds, decimals: 6)
  }
  object.add("bytes", number: result.bytes)
  object.add("peak_db", number: result.peak, decimals: 2)
  object.add("elapsed_seconds", number: result.elapsedSeconds, decimals: 3)
  object.add("realtime_factor", number: realtimeFactor(result), decimals: 1)
  return object
}

private func warn(_ result: MixResult, _ request: MixRequest, _ console: Console) {
  let isFloat = Int(request.file.encoding) == AHA_ENCODING_FLOAT_32
  if result.peak > 0, !isFloat {
    // Rounded up, so that the gain that is named is enough.
    let gain = ((Double(request.gain) - result.peak) * 10).rounded(.down) / 10
    console.say(
      "aha: warning: the mix goes " + fixed(result.peak, 1)
        + " dB over full scale; --gain " + fixed(gain, 1) + " keeps it below")
  }
  if result.nonfiniteSamples > 0 {
    console.say(
      "aha: warning: \(result.nonfiniteSamples) samples were not numbers and became silence")
  }
}
