let devicesVerb = Verb(
  "devices", synopsis: "", summary: "List the sound devices",
  details: """
    * marks the default ones. The device "null" is not in the list: a clock without
    hardware.
    """, operands: (0...0, "devices takes no arguments"), options: [.json]
) { (_, console) throws(Failure) in
  let devices = try allDevices()
  if !console.isJSON, devices.isEmpty {
    return console.note("no devices; \"null\" is there without hardware")
  }
  let width = devices.reduce(2) { max($0, shown(bytes(ofArray: $1.id)).utf8.count) } + 2
  let titles = row(("ID", width), ("IN", 6), ("OUT", 6), ("RATE", 8), ("LATENCY", 9), ("NAME", 0))
  if !console.isJSON { console.print(titles) }
  for device in devices { console.print(device.record, or: device.row(width)) }
}

extension aha_device_info {
  fileprivate var record: Record {
    [
      "id": .name(bytes(ofArray: id)), "name": .name(bytes(ofArray: name)),
      "host_api": .name(bytes(ofArray: host_api)), "max_inputs": .number(max_inputs),
      "max_outputs": .number(max_outputs), "default_sample_rate": .number(default_sample_rate),
      "is_default_input": .flag(is_default_input), "is_default_output": .flag(is_default_output),
      "low_latency_ms": .real(Double(low_latency_ms), decimals: 2),
      "high_latency_ms": .real(Double(high_latency_ms), decimals: 2),
    ]
  }

  fileprivate func row(_ width: Int) -> String {
    aha_cli.row(
      (shown(bytes(ofArray: id)), width), ("\(max_inputs)" + (is_default_input == 0 ? "" : "*"), 6),
      ("\(max_outputs)" + (is_default_output == 0 ? "" : "*"), 6), ("\(default_sample_rate)", 8),
      (fixed(Double(low_latency_ms), decimals: 0) + " ms", 9), (shown(bytes(ofArray: name)), 0))
  }
}

func allDevices() throws(Failure) -> [aha_device_info] {
  try check(aha_device_scan(), .input)
  return (0..<aha_device_count()).map { index in
    filled(aha_device_info_init()) { aha_device_get(index, &$0) }
  }
}
