struct DeviceWish {
  /// Empty: the default one.
  var output = Bytes()
  /// nil: no device is recorded.
  var input: Bytes?

  fileprivate func includes(_ device: aha_device_info) -> Bool {
    let id = bytes(ofArray: device.id)
    let isOutput = output.isEmpty ? device.is_default_output != 0 : output == id
    guard let input, !isOutput else { return isOutput }
    return input.isEmpty ? device.is_default_input != 0 : input == id
  }
}

/// An engine and its devices, all at one sample rate.
struct LiveDevices {
  let engine: Handle
  let output: Handle
  let input: Handle?

  /// Tries the rate of the tracks first, then the rates of the devices.
  init(_ wish: DeviceWish, tracks: [Track], arguments: Arguments) throws(Failure) {
    for id in [wish.output, wish.input ?? []] where same("stepped", id) {
      throw .usage("device \"stepped\" has no time of its own: only a program can move it")
    }
    let usual = try usualRate(of: tracks)
    do throws(Failure) {
      self = try LiveDevices(wish, tracks: tracks, rate: usual, arguments: arguments)
    } catch {
      guard error.has(AHA_ERROR_DEVICE_FORMAT) else { throw error }
      let devices = ((try? allDevices()) ?? []).filter { wish.includes($0) }
      let rates = devices.map { $0.default_sample_rate } + [48000, 44100]
      var opened: LiveDevices?
      for rate in rates where rate != usual && opened == nil {
        opened = try? LiveDevices(wish, tracks: tracks, rate: rate, arguments: arguments)
      }
      guard let opened else { throw error }
      self = opened
    }
  }

  private init(
    _ wish: DeviceWish, tracks: [Track], rate: UInt32, arguments: Arguments
  ) throws(Failure) {
    engine = try trackEngine(tracks, rate: rate, arguments: arguments)
    output = try openDevice(engine, id: wish.output, direction: AHA_DEVICE_OUTPUT)
    input = try wish.input.map { [engine] (id) throws(Failure) in try openInput(engine, id: id) }
  }

  /// The input runs first, so that the first rendered block finds recorded samples.
  func start(_ wish: DeviceWish) throws(Failure) {
    if let input { try check(aha_device_start(input.pointer), .input, about: wish.input ?? []) }
    try check(aha_device_start(output.pointer), .input, about: wish.output)
  }
}

/// - Parameter channels: 0: as many as the engine.
private func openDevice(_ engine: Handle, id: Bytes, direction: Int, channels: UInt32 = 0)
  throws(Failure) -> Handle
{
  var options = aha_device_options_init()
  options.id = permanent(id)
  options.direction = aha_device_direction(direction)
  options.channels = channels
  return try Handle(.input, about: id) {
    aha_device_open(engine.pointer, &options, $0)
  }
}

/// In stereo, or in mono if the device has one channel.
private func openInput(_ engine: Handle, id: Bytes) throws(Failure) -> Handle {
  do throws(Failure) { return try openDevice(engine, id: id, direction: AHA_DEVICE_INPUT) } catch {
    guard error.has(AHA_ERROR_DEVICE_FORMAT),
      let mono = try? openDevice(engine, id: id, direction: AHA_DEVICE_INPUT, channels: 1)
    else { throw error }
    return mono
  }
}
