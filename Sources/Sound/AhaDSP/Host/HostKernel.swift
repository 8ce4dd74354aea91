import AhaBase
import CShims
import Synchronization

/// Calls the host's functions. Samples and results are untrusted: frames of a failed call are
/// silent, and the renderer replaces NaN and infinity.
struct HostKernel: Kernel {
  private let host: Unmanaged<HostProcess>
  private let calls: Reference<HostProcess.Calls>
  private let values: Floats
  private let valueCount: Int
  private let memory: FloatMemory
  /// A copy of frames that are absorbed.
  private let scratch: StereoTarget
  let latency: Int
  let tail: Int
  let settling: Int

  /// Errors: `unsupported`: it needs the functions of a host.
  init(sampleRate: Int) throws(AhaError) {
    throw AhaError(.unsupported, "an effect of the host is made with its functions")
  }

  /// Errors: `state` (another kernel uses the functions), `outOfMemory`.
  init(_ host: HostProcess) throws(AhaError) {
    try host.acquire()
    do throws(AhaError) {
      var memory = try FloatMemory(
        planes: 3, samples: 2 * HostKernel.maxFrames + host.parameters.count)
      scratch = StereoTarget(
        left: memory.claim(HostKernel.maxFrames), right: memory.claim(HostKernel.maxFrames))
      values = memory.claim(host.parameters.count)
      self.memory = memory
    } catch {
      host.release()
      throw error
    }
    self.host = .passRetained(host)
    calls = host.calls
    valueCount = host.parameters.count
    (latency, tail, settling) = (host.latency, host.tail, host.settling)
  }

  func free() {
    memory.release()
    host.takeUnretainedValue().release()
    host.release()
  }

  var isNeutral: Bool { @_noLocks get { false } }

  @_noLocks
  mutating func aim(_ values: Floats, over frames: Int) {
    self.values.copy(values.prefix(valueCount))
  }

  @_noLocks
  mutating func process(_ audio: StereoTarget, frames: Int) {
    let result = shim_process(
      calls.value.process, calls.value.userData, audio.left.base, audio.right.base, UInt32(frames),
      values.base)
    if result == 0 { return }
    calls.value.failure.store(result, ordering: .relaxed)
    audio.clear(frames: frames)
  }

  @_noLocks
  mutating func absorb(_ audio: StereoSource, frames: Int) {
    var done = 0
    while done < frames {
      let count = min(frames - done, HostKernel.maxFrames)
      scratch.left.copy((audio.left + done).prefix(count))
      scratch.right.copy((audio.right + done).prefix(count))
      process(scratch, frames: count)
      done += count
    }
  }

  @_noLocks
  mutating func reset() {
    if let reset = calls.value.reset { shim_reset(reset, calls.value.userData) }
  }
}
