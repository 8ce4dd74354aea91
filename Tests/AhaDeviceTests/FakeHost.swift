import AhaBase
import AhaDevice
import AhaTestSupport
import CShims
import Synchronization

/// A host that counts its device's calls and keeps the captured frames.
final class FakeHost: DeviceHost, @unchecked Sendable {
  struct Calls: ~Copyable {
    let frames = Atomic<Int64>(0)
    let maxCount = Atomic<Int>(0)
    /// Duration of a call in milliseconds.
    let delay = Atomic<Int64>(0)
    /// Signals changes of `frames`.
    let lock = Lock()
    let changed: Condition

    init() { changed = Condition(lock) }

    /// A real host would not lock on the audio thread.
    func add(_ count: Int) {
      lock.lock()
      frames.wrappingAdd(Int64(count), ordering: .relaxed)
      changed.signalAll()
      lock.unlock()
    }
  }

  let calls: UnsafeMutablePointer<Calls>
  private let lock = Lock()
  private let changed: Condition
  private var news: [HostEvent] = []
  private var begun = 0
  private(set) var forgotten = 0

  init() {
    calls = .allocate(capacity: 1)
    calls.initialize(to: Calls())
    changed = Condition(lock)
  }

  deinit {
    calls.deinitialize(count: 1)
    calls.deallocate()
  }

  var outputs: Int { lock.locked { begun } }

  func beginOutput() throws(AhaError) {
    let isFirst = lock.locked {
      begun += 1
      return begun == 1
    }
    if isFirst { return }
    lock.locked { begun -= 1 }
    throw AhaError(.state, "another one plays")
  }

  func endOutput() { lock.locked { begun -= 1 } }

  func receive(_ event: HostEvent) {
    lock.locked {
      news.append(event)
      changed.signalAll()
    }
  }

  func forget(_ device: any AttachedDevice) { lock.locked { forgotten += 1 } }

  /// Waits for news of a kind; nil when none comes in time.
  func news(of kind: EventKind, seconds: Int64 = 30) -> HostEvent? {
    let deadline = Instant.after(milliseconds: seconds * 1000)
    lock.lock()
    defer { lock.unlock() }
    while !news.contains(where: { $0.kind == kind }) {
      if !changed.wait(until: deadline) { break }
    }
    return news.first { $0.kind == kind }
  }

  /// Writes the index of each frame, from 0.
  var call: DeviceCall {
    DeviceCall(context: calls) { context, _, output, count in
      let calls = context!.assumingMemoryBound(to: Calls.self)
      let start = calls.pointee.frames.load(ordering: .relaxed)
      for frame in 0..<(output == nil ? 0 : count) {
        output![2 * frame] = Float(start + Int64(frame))
        output![2 * frame + 1] = -1
      }
      let delay = calls.pointee.delay.load(ordering: .relaxed)
      if delay > 0 { Instant.pause(milliseconds: delay) }
      if count > calls.pointee.maxCount.load(ordering: .relaxed) {
        calls.pointee.maxCount.store(count, ordering: .relaxed)
      }
      calls.pointee.add(count)
    }
  }

  func device(_ id: String, _ adjust: (inout DeviceSettings) -> Void = { _ in }) throws -> Device {
    var settings = DeviceSettings()
    settings.id = id
    adjust(&settings)
    return try Device(host: self, call: call, settings: settings)
  }

  /// Waits until the device requested this many frames.
  func waits(for frames: Int64, seconds: Int64 = 30) -> Bool {
    let deadline = Instant.after(milliseconds: seconds * 1000)
    calls.pointee.lock.lock()
    defer { calls.pointee.lock.unlock() }
    while calls.pointee.frames.load(ordering: .relaxed) < frames {
      if !calls.pointee.changed.wait(until: deadline) { return false }
    }
    return true
  }
}
