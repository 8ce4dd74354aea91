import CAha

/// A device of the list.
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

  /// Every device that there is now.
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
  static func device(
    _ engine: Handle, _ id: Bytes, direction: Int, channels: UInt32 = 0
  ) throws(Failure) -> Handle {
    var pointer: OpaquePointer?
    let result = withCString(id) { id in
      var options = aha_device_options_init()
      options.id = id
      options.direction = aha_device_direction(direction)
      options.channels = channels
      return aha_device_open(engine.pointer, &options, &pointer)
    }
    return try Handle(pointer, aha_device_release, result, .input, about: id)
  }
}
