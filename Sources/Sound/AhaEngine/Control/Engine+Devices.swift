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
        $0.render(Floats(output, count: count * $0.output.channels), frames: count)
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
    let clock: Reference<RenderCounters>
  }

  public let capture: Capture
  private let context: Reference<Context>

  init(capture: Capture, clock: Reference<RenderCounters>) {
    self.capture = capture
    context = Reference(holding: Context(ring: capture.ring, clock: clock))
  }

  deinit { context.deallocate() }

  public var call: DeviceCall {
    DeviceCall(context: context.context) { context, input, _, count in
      guard let context else { return }
      let here = Reference<Context>(context)
      let ring = here.value.ring
      let frame = here.value.clock.value.frames.load(ordering: .relaxed)
      ring.write(
        input.map { Floats($0, count: count * ring.channels) }, count: count, engineFrame: frame)
    }
  }
}
