import CAha

/// The objects of one mix.
final class MixSession: TrackSession {
  let request: MixRequest

  init(_ request: MixRequest, _ console: Console) throws(Failure) {
    self.request = request
    var rate = request.rate
    if rate == nil { rate = try usualRate(of: request.tracks) }
    let engine = try trackEngine(
      request.tracks, rate: rate ?? 48000, isLimited: request.isLimited)
    let name = request.toStandardOutput ? "" : "; " + shown(request.output) + " is as it was"
    super.init(
      request.tracks, engine, console, request.loadOptions, isQuiet: request.isQuiet,
      isRealTime: false, interrupted: name)
    let master = aha_engine_master_bus(engine.pointer)
    try check(aha_bus_set_gain_db(master, request.gain), .input, about: Bytes("--gain".utf8))
  }
}
