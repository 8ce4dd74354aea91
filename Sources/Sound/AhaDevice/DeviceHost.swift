import AhaBase
import CShims

/// The callback of a device for each block, on the device's thread: a C function and its context,
/// so that the audio path touches no reference count.
public struct DeviceCall: @unchecked Sendable {
  public let context: UnsafeMutableRawPointer
  public let run: shim_device_run

  public init(context: UnsafeMutableRawPointer, run: @escaping shim_device_run) {
    self.context = context
    self.run = run
  }
}

/// A device from the view of its host.
public protocol AttachedDevice: AnyObject {
  /// Closes the device; no callback runs after the return.
  func close()
}

/// The host of a device: the engine.
///
/// Threads: any.
public protocol DeviceHost: AnyObject {
  /// Takes the exclusive right to render. Errors: `state` (another device has it).
  func beginOutput() throws(AhaError)
  func endOutput()
  /// The host sets the frame of the event.
  func receive(_ event: HostEvent)
  func forget(_ device: any AttachedDevice)
}
