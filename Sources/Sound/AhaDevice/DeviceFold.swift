import AhaBase
import CShims

/// Between the frames of a stream and those of the host's call: an output with fewer channels,
/// both in pairs, or an input of which the host hears some channels.
struct DeviceFold {
  /// Max frames in one call.
  private static let block = 512

  private let hostChannels: Int
  private let streamChannels: Int
  private let firstChannel: Int
  private let addsRest: Bool
  private let frames: Floats

  /// Nil if both have the same frames.
  init?(_ settings: DeviceSettings) {
    let isOutput = settings.direction == .output
    let (host, stream) = (
      isOutput ? settings.hostChannels : settings.channels, settings.streamChannels
    )
    guard isOutput ? host > stream : host < stream else { return nil }
    (hostChannels, streamChannels) = (host, stream)
    firstChannel = settings.firstChannel
    addsRest = settings.missing == .add
    frames = Floats(uninitialized: DeviceFold.block * host)
  }

  func deallocate() { frames.deallocate() }

  /// Runs the call for `count` frames. Thread: the device's.
  @_noLocks
  func run(_ call: DeviceCall, _ input: Floats?, to output: Floats?, frames count: Int) {
    var done = 0
    while done < count {
      let part = min(DeviceFold.block, count - done)
      if let input { pick(input + done * streamChannels, frames: part) }
      shim_run_device(
        call.run, call.context, input == nil ? nil : frames.base,
        output == nil ? nil : frames.base, part)
      if let output { fold(to: output + done * streamChannels, frames: part) }
      done += part
    }
  }

  @_noLocks
  private func pick(_ source: Floats, frames count: Int) {
    for frame in 0..<count {
      for channel in 0..<hostChannels {
        frames[frame * hostChannels + channel] =
          source[frame * streamChannels + firstChannel + channel]
      }
    }
  }

  @_noLocks
  private func fold(to output: Floats, frames count: Int) {
    for frame in 0..<count {
      let (source, target) = (frames + frame * hostChannels, output + frame * streamChannels)
      for channel in 0..<streamChannels { target[channel] = source[channel] }
      guard addsRest else { continue }
      for channel in streamChannels..<hostChannels { target[channel & 1] += source[channel] }
    }
  }
}

extension DeviceSettings {
  /// Channels of the stream: an input has those before its first one, too.
  var streamChannels: Int { direction == .output ? channels : firstChannel + channels }

  /// Chooses the channels of a stream on a device with `max` channels; nil: with as many as the
  /// settings ask for. Errors: `deviceFormat`.
  mutating func fit(max: Int?, of id: String) throws(AhaError) {
    let max = max ?? Swift.max(streamChannels, hostChannels)
    let wanted = channels == 0 ? hostChannels : streamChannels
    if channels == 0 { channels = min(hostChannels, max & ~1) }
    guard channels > 0, streamChannels <= max else {
      throw AhaError(
        .deviceFormat, "\(id) has \(max) channels in this direction, not \(wanted)")
    }
    guard channels >= hostChannels || missing != .refuse else {
      throw AhaError(
        .deviceFormat, "\(id) has \(channels) channels, and the engine \(hostChannels)")
    }
  }
}
