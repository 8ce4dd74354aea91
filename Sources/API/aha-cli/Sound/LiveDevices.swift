struct DeviceWish {
  /// Empty: the default one.
  var output = Bytes()
  /// nil: no device is recorded.
  var input: Bytes?
  /// Of the recorded device; 0: two, or one if it has no more.
  var inputChannels: UInt32 = 0
  /// The first of them, from 0 on.
  var firstInput: UInt32 = 0
  /// The take is the output of the engine: only that has one channel, or more than two.
  var recordsOutput: Bool { inputChannels == 1 || inputChannels > 2 }

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
  /// The recorded device, once for each pair of its channels; none: no device is recorded.
  let inputs: [Handle]

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
    engine = try trackEngine(
      tracks, rate: rate, arguments: arguments, isLimited: !wish.recordsOutput,
      channels: engineChannels(tracks, arguments))
    var options = aha_device_options_init()
    options.missing = arguments.whole("--missing")
    output = try openDevice(engine, id: wish.output, options)
    inputs = try wish.openInputs(engine)
  }

  /// The input runs first, so that the first rendered block finds recorded samples.
  func start(_ wish: DeviceWish) throws(Failure) {
    for input in inputs {
      try check(aha_device_start(input.pointer), .input, about: wish.input ?? [])
    }
    try check(aha_device_start(output.pointer), .input, about: wish.output)
  }
}

let missingOption = Option(
  "--missing WHAT", "outputs that the device has not: drop, refuse; else add to the first two",
  kind: .word(["add", "drop", "refuse"]))

private func openDevice(_ engine: Handle, id: Bytes, _ settings: aha_device_options)
  throws(Failure) -> Handle
{
  var options = settings
  options.id = permanent(id)
  return try Handle(.input, about: id) { aha_device_open(engine.pointer, &options, $0) }
}

extension DeviceWish {
  /// A device for each pair of channels; of the default count, in stereo, or in mono if the device
  /// has one channel.
  fileprivate func openInputs(_ engine: Handle) throws(Failure) -> [Handle] {
    guard let input else { return [] }
    var options = aha_device_options_init()
    options.direction = aha_device_direction(AHA_DEVICE_INPUT)
    (options.channels, options.first_channel) = (inputChannels, firstInput)
    if inputChannels > 2 {
      options.channels = 2
      var pairs: [Handle] = []
      for _ in 0..<inputChannels / 2 {
        pairs.append(try openDevice(engine, id: input, options))
        options.first_channel += 2
      }
      return pairs
    }
    do throws(Failure) { return [try openDevice(engine, id: input, options)] } catch {
      options.channels = 1
      guard inputChannels == 0, error.has(AHA_ERROR_DEVICE_FORMAT),
        let mono = try? openDevice(engine, id: input, options)
      else { throw error }
      return [mono]
    }
  }
}
