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

/// An event of a device.
public struct DeviceEvent {
  /// The numbers of aha/event.h.
  public enum Kind: UInt32 {
    case opened = 20
    case lost, defaultChanged, gap, xrun, late
  }

  public let kind: Kind
  public let result: ResultCode
  public let value: Int64
  public let line: String

  public init(_ kind: Kind, _ result: ResultCode = .ok, value: Int64 = 0, line: String = "") {
    (self.kind, self.result, self.value, self.line) = (kind, result, value, line)
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
  /// - Parameter source: The handle of the device in the layer above.
  func receive(_ event: DeviceEvent, from source: UInt)
  func forget(_ device: any AttachedDevice)
}
