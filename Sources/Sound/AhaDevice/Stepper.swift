import AhaBase

/// A device whose callback runs only when the host steps it.
final class Stepper: Backend {
  let id = SoftDevice.stepped
  let blockFrames: Int
  let latencySeconds = 0.0
  var isAlive: Bool { true }
  let isClock = true

  let channels: Int
  private let isOutput: Bool
  private let gate: Reference<StreamGate>
  private let scratch: SampleBuffer

  init(
    _ call: DeviceCall, counters: Reference<DeviceCounters>, settings: DeviceSettings
  ) throws(AhaError) {
    var settings = settings
    try settings.fit(max: nil, of: SoftDevice.stepped)
    blockFrames = settings.blockFrames == 0 ? 256 : settings.blockFrames
    channels = settings.streamChannels
    isOutput = settings.direction == .output
    scratch = try SampleBuffer(channels: 1, frames: blockFrames * channels)
    gate = Reference(
      // The time between the host's steps is no gap.
      holding: StreamGate(call, counters: counters, settings: settings, slack: .max / 2))
  }

  deinit {
    gate.deallocate()
  }

  func start() throws(AhaError) {}
  func stop() {}
  func close(isLost: Bool) {}

  /// Runs the callback for `frames` frames, in blocks.
  func step(_ input: Floats?, to output: Floats?, frames: Int) {
    var done = 0
    while done < frames {
      let count = min(blockFrames, frames - done)
      let target = output.map { $0 + done * channels } ?? scratch.plane(0)
      gate.value.pass(
        isOutput ? nil : input.map { $0 + done * channels }, to: isOutput ? target : nil,
        frames: count)
      done += count
    }
  }
}
