import CAha

/// What is played on, and recorded from.
struct DeviceWish {
  /// Empty: the default one.
  var output = Bytes()
  /// nil: nothing is recorded from a device.
  var input: Bytes?
}

/// An engine and the devices that it was opened on, all of one rate.
struct LiveDevices {
  let engine: Handle
  let output: Handle
  let input: Handle?

  /// Tries the rate that suits the tracks first, then those that the devices have.
  init(_ wish: DeviceWish, _ tracks: [Track]) throws(Failure) {
    for id in [wish.output, wish.input ?? []] where same("stepped", id) {
      throw .usage("device \"stepped\" has no time of its own: only a program can move it")
    }
    let usual = try usualRate(of: tracks)
    do throws(Failure) { self = try LiveDevices(wish, tracks, rate: usual) } catch
      where error.isOfFormat
    {
      var opened: LiveDevices?
      for rate in otherRates(wish, than: usual) where opened == nil {
        opened = try? LiveDevices(wish, tracks, rate: rate)
      }
      guard let opened else { throw error }
      self = opened
    }
  }

  private init(_ wish: DeviceWish, _ tracks: [Track], rate: UInt32) throws(Failure) {
    engine = try trackEngine(tracks, rate: rate)
    output = try Handle.device(engine, wish.output, direction: AHA_DEVICE_OUTPUT)
    var input: Handle?
    if let id = wish.input { input = try openInput(engine, id) }
    self.input = input
  }

  /// The input runs first, so that the first block that is rendered finds something.
  func start(_ wish: DeviceWish) throws(Failure) {
    if let input { try check(aha_device_start(input.pointer), .input, about: wish.input ?? []) }
    try check(aha_device_start(output.pointer), .input, about: wish.output)
  }
}

extension Failure { fileprivate var isOfFormat: Bool { Int(result) == AHA_ERROR_DEVICE_FORMAT } }

/// In stereo, or in mono where the device has no more.
private func openInput(_ engine: Handle, _ id: Bytes) throws(Failure) -> Handle {
  do throws(Failure) { return try Handle.device(engine, id, direction: AHA_DEVICE_INPUT) } catch
    where error.isOfFormat
  {
    guard let mono = try? Handle.device(engine, id, direction: AHA_DEVICE_INPUT, channels: 1) else {
      throw error
    }
    return mono
  }
}

private func otherRates(_ wish: DeviceWish, than rate: UInt32) -> [UInt32] {
  var rates: [UInt32] = []
  for device in (try? DeviceEntry.all()) ?? [] where device.isMeant(by: wish) {
    rates.append(device.info.default_sample_rate)
  }
  return (rates + [48000, 44100]).filter { $0 != rate }
}

extension DeviceEntry {
  fileprivate func isMeant(by wish: DeviceWish) -> Bool {
    let isOutput = wish.output.isEmpty ? info.is_default_output != 0 : wish.output == id
    guard let input = wish.input, !isOutput else { return isOutput }
    return input.isEmpty ? info.is_default_input != 0 : input == id
  }
}
