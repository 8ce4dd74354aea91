import AhaBase
import CShims
import Synchronization

/// Calls the host's functions. Samples and results are untrusted: frames of a failed call are
/// silent, and the renderer replaces NaN and infinity.
struct HostKernel: Kernel {
  private let host: Unmanaged<HostProcess>
  private let calls: UnsafeMutablePointer<HostProcess.Calls>
  private let values: UnsafeMutablePointer<Float>
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
  mutating func aim(_ values: UnsafePointer<Float>, over frames: Int) {
    shim_copy(self.values, values, valueCount * MemoryLayout<Float>.stride)
  }

  @_noLocks
  mutating func process(_ audio: StereoTarget, frames: Int) {
    let result = shim_process(
      calls.pointee.process, calls.pointee.userData, audio.left, audio.right, UInt32(frames),
      values)
    if result == 0 { return }
    calls.pointee.failure.store(result, ordering: .relaxed)
    audio.clear(frames: frames)
  }

  @_noLocks
  mutating func absorb(_ audio: StereoSource, frames: Int) {
    var done = 0
    while done < frames {
      let count = min(frames - done, HostKernel.maxFrames)
      shim_copy(scratch.left, audio.left + done, count * MemoryLayout<Float>.stride)
      shim_copy(scratch.right, audio.right + done, count * MemoryLayout<Float>.stride)
      process(scratch, frames: count)
      done += count
    }
  }

  @_noLocks
  mutating func reset() {
    if let reset = calls.pointee.reset { shim_reset(reset, calls.pointee.userData) }
  }
}
