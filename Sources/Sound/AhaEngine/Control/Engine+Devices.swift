import AhaBase
import AhaDevice
import CShims
import Synchronization

extension Engine: DeviceHost {
  public func beginOutput() throws(AhaError) {
    if settings.isOffline {
      throw AhaError(.state, "an offline engine waits for its sounds: no device can play it")
    }
    guard beginRendering() else {
      throw AhaError(.state, "another device plays the engine, or a render is under way")
    }
  }

  public func endOutput() { endRendering() }

  public func receive(_ event: HostEvent) {
    var event = event
    event.frame = position
    post(event)
  }

  /// The device ends with the engine. Errors: `released`.
  public func attach(_ device: any AttachedDevice) throws(AhaError) {
    try locked { devices.append(device) }
  }

  public func forget(_ device: any AttachedDevice) {
    lock.locked { devices.removeAll { $0 === device } }
  }

  /// Callback for an output device; the device must hold the right to render.
  public var outputCall: DeviceCall {
    let context = Unmanaged.passUnretained(renderer).toOpaque()
    return DeviceCall(context: context) { context, _, output, count in
      guard let context, let output else { return }
      Unmanaged<Renderer>.fromOpaque(context)._withUnsafeGuaranteedRef {
        $0.render(output, frames: count)
      }
    }
  }

  /// Callback for an input device: notes the engine frame at which each block arrived.
  public func inputCall(into capture: Capture) -> InputCall {
    InputCall(capture: capture, clock: renderer.reports.counters)
  }
}

/// Owns the context of an input callback.
public final class InputCall: @unchecked Sendable {
  private struct Context {
    let ring: CaptureRing
    let clock: UnsafeMutablePointer<RenderCounters>
  }

  public let capture: Capture
  private let context: UnsafeMutablePointer<Context>

  init(capture: Capture, clock: UnsafeMutablePointer<RenderCounters>) {
    self.capture = capture
    context = .allocate(capacity: 1)
    context.initialize(to: Context(ring: capture.ring, clock: clock))
  }

  deinit { context.deallocate() }

  public var call: DeviceCall {
    DeviceCall(context: UnsafeMutableRawPointer(context)) { context, input, _, count in
      guard let context else { return }
      let here = context.assumingMemoryBound(to: Context.self)
      let frame = here.pointee.clock.pointee.frames.load(ordering: .relaxed)
      here.pointee.ring.write(input, count: count, engineFrame: frame)
    }
  }
}
