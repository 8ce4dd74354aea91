import AhaBase
import CShims
import Synchronization

/// Between a stream and its callback: measures, counts, and can be shut.
///
/// A stream whose server died cannot be closed, and its thread may still run. Its gate is shut
/// permanently and never freed, so that a late callback outputs silence. So does a callback at the
/// end of the process.
struct StreamGate: ~Copyable {
  private let isOpen = Atomic<Bool>(true)
  private let isInside = Atomic<Bool>(false)
  private let call: DeviceCall
  private let counters: Reference<DeviceCounters>
  private let sampleRate: Int64
  let channels: Int
  private let fold: DeviceFold?
  /// Time between callbacks from which on it counts as a gap. Units: ns.
  private let gapThreshold: Int64

  /// - Parameter slack: Longest time between callbacks of a working device, in ns.
  init(
    _ call: DeviceCall, counters: Reference<DeviceCounters>, settings: DeviceSettings, slack: Int64
  ) {
    self.call = call
    self.counters = counters
    sampleRate = Int64(settings.sampleRate)
    channels = settings.streamChannels
    fold = DeviceFold(settings)
    gapThreshold = max(50_000_000, slack)
  }

  deinit { fold?.deallocate() }

  /// Runs the callback for one block. Thread: the device's.
  @_noLocks
  func pass(_ input: Floats?, to output: Floats?, frames: Int) {
    isInside.store(true, ordering: .sequentiallyConsistent)
    if isOpen.load(ordering: .sequentiallyConsistent), shim_begin_call() {
      measure(input, to: output, frames: frames)
      shim_end_call()
    } else if let output {
      output.prefix(frames * channels).clear()
    }
    isInside.store(false, ordering: .sequentiallyConsistent)
  }

  @_noLocks
  private func measure(_ input: Floats?, to output: Floats?, frames: Int) {
    let begin = shim_nanoseconds()
    let before = counters.value.lastCall.load(ordering: .relaxed)
    let length = Int64(frames) * 1_000_000_000 / sampleRate
    let wait = begin - before
    if wait > gapThreshold + 3 * length { counters.value.note(gap: wait) }
    if let fold {
      fold.run(call, input, to: output, frames: frames)
    } else {
      shim_run_device(call.run, call.context, input?.base, output?.base, frames)
    }
    let end = shim_nanoseconds()
    counters.value.note(render: end - begin, of: length)
    counters.value.frames.wrappingAdd(Int64(frames), ordering: .relaxed)
    counters.value.blocks.wrappingAdd(1, ordering: .relaxed)
    counters.value.lastBlock.store(Int64(frames), ordering: .relaxed)
    counters.value.lastCall.store(end, ordering: .relaxed)
  }

  @_noLocks
  func count(underrun: Bool, overrun: Bool) {
    guard isOpen.load(ordering: .relaxed) else { return }
    if underrun { counters.value.underruns.wrappingAdd(1, ordering: .relaxed) }
    if overrun { counters.value.overruns.wrappingAdd(1, ordering: .relaxed) }
  }

  /// Shuts the gate, and waits until no callback runs.
  func shut() {
    isOpen.store(false, ordering: .sequentiallyConsistent)
    while isInside.load(ordering: .sequentiallyConsistent) { Instant.pause(milliseconds: 1) }
  }
}
