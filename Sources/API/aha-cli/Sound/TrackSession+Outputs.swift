// Outputs of tracks: pairs of channels of the engine, and channels of their files.
extension TrackSession {
  /// Sets the gain of all outputs.
  func setGain(_ gain: Float) -> aha_result {
    var result = aha_bus_set_gain_db(aha_engine_master_bus(engine.pointer), gain, nil)
    for bus in outputs where result == AHA_OK {
      result = aha_bus_set_gain_db(bus.pointer, gain, nil)
    }
    return result
  }

  /// The highest level of all outputs since the last reading, in decibels of full scale; -inf for
  /// silence.
  func peak() -> Double {
    func peak(of bus: OpaquePointer?) -> Double {
      let meter = filled(aha_bus_meter_init()) { aha_bus_read_meter(bus, &$0) }
      return 20 * log10(Double(max(meter.peak_left, meter.peak_right)))
    }
    let master = peak(of: aha_engine_master_bus(engine.pointer))
    return outputs.reduce(master) { max($0, peak(of: $1.pointer)) }
  }

  /// A bus for each track that has other outputs, ducks another one or is ducked; nil: the master
  /// bus.
  func makeBuses() throws(Failure) -> [Handle?] {
    var buses = [Handle?](repeating: nil, count: tracks.count)
    for (index, track) in tracks.enumerated() {
      if track.fields.output > 1 { buses[index] = try output(of: track) }
    }
    for (index, track) in tracks.enumerated() {
      guard let number = track.fields.duckedBy else { continue }
      let key = number - 1
      guard key < tracks.count, key != index else {
        throw mixVerb.usage("track \"\(track.path)\": duck=\(number) is not another track")
      }
      for member in [index, key] where !isOwn(buses[member]) {
        let parent = buses[member]
        buses[member] = try Handle(.input, about: track.path) {
          aha_bus_create(engine.pointer, parent?.pointer, $0)
        }
      }
      let result = aha_bus_duck(buses[index]?.pointer, buses[key]?.pointer, nil, nil)
      try check(result, .input, about: track.path)
    }
    return buses
  }

  /// True if no other track uses the bus.
  private func isOwn(_ bus: Handle?) -> Bool {
    bus.map { bus in !outputs.contains { $0 === bus } } ?? false
  }

  /// The bus of all tracks with the same outputs.
  private func output(of track: Track) throws(Failure) -> Handle {
    let first = track.fields.output - 1
    if let known = outputs.first(where: { aha_bus_output($0.pointer) == first }) { return known }
    let bus = try Handle(.input, about: track.path) { aha_bus_create(engine.pointer, nil, $0) }
    try check(aha_bus_set_output(bus.pointer, first), .input, about: track.path)
    outputs.append(bus)
    return bus
  }

  /// Plays two channels of the file.
  func setChannels(_ player: Handle, of track: Track, in sound: OpaquePointer?)
    throws(Failure)
  {
    guard let wanted = track.fields.channels else { return }
    let count = filled(aha_sound_info_init()) { aha_sound_get_info(sound, &$0) }.played_channels
    guard max(wanted.left, wanted.right) <= count else {
      throw mixVerb.usage("track \"\(track.path)\": it has \(count) channels")
    }
    var gains = [aha_channel_gain](repeating: aha_channel_gain(), count: Int(count))
    gains[Int(wanted.left) - 1].left = 1
    gains[Int(wanted.right) - 1].right = 1
    let result = aha_player_set_channel_matrix(player.pointer, gains, gains.count, nil)
    try check(result, .input, about: track.path)
  }
}

let outputsOption = Option(
  "--channels N", "1 is mono; an even number up to 32; else 2, or as out= needs",
  kind: .whole(1, 32))

/// Channels of the engine: those of --channels, or as many as the tracks need.
func engineChannels(_ tracks: [Track], _ arguments: Arguments) throws(Failure) -> UInt32 {
  let wanted: UInt32 = arguments.whole("--channels")
  if wanted > 2, wanted % 2 != 0 {
    throw .usage("--channels \(wanted): channels over two are pairs", hint: "give an even number")
  }
  for track in tracks where wanted > 0 && track.fields.output > wanted {
    let output = track.fields.output
    throw .usage("track \"\(track.path)\": out=\(output) is not in --channels \(wanted)")
  }
  if wanted == 1 { return 1 }
  return tracks.reduce(max(wanted, 2)) { max($0, $1.fields.output + 1) }
}
