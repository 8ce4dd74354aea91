import CAha

let devicesVerb = Verb(
  name: "devices", synopsis: "", summary: "List the sound devices",
  details: """
    * marks the default ones. The device "null" is not in the list: a clock without
    hardware.
    """,
  ownOptions: [.json], run: runDevices)

@Sendable
private func runDevices(_ arguments: Arguments, _ console: Console) throws(Failure) {
  if !arguments.operands.isEmpty { throw devicesVerb.usage("devices takes no arguments") }
  let devices = try DeviceEntry.all()
  if console.isJSON {
    for device in devices { console.print(object(device).text) }
  } else if devices.isEmpty {
    console.say("aha: no devices; \"null\" is there without hardware")
  } else {
    printTable(devices, console)
  }
}

private func printTable(_ devices: [DeviceEntry], _ console: Console) {
  let width = devices.reduce(2) { max($0, shown($1.id).utf8.count) } + 2
  console.print(padded("ID", width) + row("IN", "OUT", "RATE", "LATENCY", "NAME"))
  for device in devices {
    let info = device.info
    let latency = fixed(Double(info.low_latency_ms), 0) + " ms"
    console.print(
      padded(shown(device.id), width)
        + row(
          channels(info.max_inputs, info.is_default_input),
          channels(info.max_outputs, info.is_default_output),
          "\(info.default_sample_rate)", latency, shown(device.name)))
  }
}

private func channels(_ count: UInt32, _ isDefault: UInt32) -> String {
  "\(count)" + (isDefault == 0 ? "" : "*")
}

private func row(
  _ inputs: String, _ outputs: String, _ rate: String, _ latency: String, _ name: String
) -> String {
  padded(inputs, 6) + padded(outputs, 6) + padded(rate, 8) + padded(latency, 9) + name
}

private func object(_ device: DeviceEntry) -> JSONObject {
  let info = device.info
  var object = JSONObject()
  object.add("id", name: device.id)
  object.add("name", name: device.name)
  object.add("host_api", name: device.hostAPI)
  object.add("max_inputs", number: UInt64(info.max_inputs))
  object.add("max_outputs", number: UInt64(info.max_outputs))
  object.add("default_sample_rate", number: UInt64(info.default_sample_rate))
  object.add("is_default_input", isTrue: info.is_default_input != 0)
  object.add("is_default_output", isTrue: info.is_default_output != 0)
  object.add("low_latency_ms", number: Double(info.low_latency_ms), decimals: 2)
  object.add("high_latency_ms", number: Double(info.high_latency_ms), decimals: 2)
  return object
}
