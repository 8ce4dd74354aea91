import CAha

let devicesVerb = Verb(
  "devices", "", "List the sound devices",
  details: """
    * marks the default ones. The device "null" is not in the list: a clock without
    hardware.
    """, options: [.json]
) { (arguments, console) throws(Failure) in
  try arguments.refuseOperands("devices takes no arguments")
  let devices = try DeviceEntry.all()
  if console.isJSON {
    for device in devices { console.print(object(device)) }
    return
  }
  if devices.isEmpty { return console.say("aha: no devices; \"null\" is there without hardware") }
  let width = devices.reduce(2) { max($0, shown($1.id).utf8.count) } + 2
  console.print(row(("ID", width), ("IN", 6), ("OUT", 6), ("RATE", 8), ("LATENCY", 9), ("NAME", 0)))
  for device in devices {
    let info = device.info
    console.print(
      row(
        (shown(device.id), width), (channels(info.max_inputs, info.is_default_input), 6),
        (channels(info.max_outputs, info.is_default_output), 6), ("\(info.default_sample_rate)", 8),
        (fixed(Double(info.low_latency_ms), 0) + " ms", 9), (shown(device.name), 0)))
  }
}

private func channels(_ count: UInt32, _ isDefault: UInt32) -> String {
  "\(count)" + (isDefault == 0 ? "" : "*")
}

private func object(_ device: DeviceEntry) -> JSONObject {
  let info = device.info
  return [
    "id": .name(device.id), "name": .name(device.name), "host_api": .name(device.hostAPI),
    "max_inputs": .number(info.max_inputs), "max_outputs": .number(info.max_outputs),
    "default_sample_rate": .number(info.default_sample_rate),
    "is_default_input": .flag(info.is_default_input != 0),
    "is_default_output": .flag(info.is_default_output != 0),
    "low_latency_ms": .real(Double(info.low_latency_ms), 2),
    "high_latency_ms": .real(Double(info.high_latency_ms), 2),
  ]
}

struct DeviceEntry {
  let id: Bytes
  let name: Bytes
  let hostAPI: Bytes
  let info: aha_device_info

  init(_ info: aha_device_info) {
    self.info = info
    id = bytes(ofArray: info.id)
    name = bytes(ofArray: info.name)
    hostAPI = bytes(ofArray: info.host_api)
  }

  static func all() throws(Failure) -> [DeviceEntry] {
    var count: UInt32 = 0
    try check(aha_device_load_list(&count), .input, about: [])
    var entries: [DeviceEntry] = []
    for index in 0..<count {
      var info = aha_device_info_init()
      guard Int(aha_device_get_info(index, &info)) == AHA_OK else { break }
      entries.append(DeviceEntry(info))
    }
    return entries
  }
}

extension Handle {
  /// A device of an engine, stopped.
  /// - Parameter id: empty for the default one.
  /// - Parameter channels: 0 for as many as the engine.
  static func device(_ engine: Handle, _ id: Bytes, direction: Int, channels: UInt32 = 0)
    throws(Failure) -> Handle
  {
    var options = aha_device_options_init()
    options.id = kept(id)
    options.direction = aha_device_direction(direction)
    options.channels = channels
    return try Handle(aha_device_release, .input, about: id) {
      aha_device_open(engine.pointer, &options, $0)
    }
  }
}
