import CShims

/// What a device calls for each block, on its own thread: a C function and its context, so that the
/// audio path touches no reference count.
public struct DeviceCall: @unchecked Sendable {
  public let context: UnsafeMutableRawPointer
  public let run: shim_device_run

  public init(context: UnsafeMutableRawPointer, run: @escaping shim_device_run) {
    self.context = context
    self.run = run
  }
}

/// Something that happened to a device.
public struct DeviceNews {
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

/// A device as its host sees it.
public protocol AttachedDevice: AnyObject {
  /// Ends it; no call is made from then on.
  func close()
}

/// Who a device plays for: the engine.
///
/// Threads: any.
public protocol DeviceHost: AnyObject {
  /// Takes the right to render, which only one has. Errors: `state`.
  func beginOutput() throws(AhaError)
  func endOutput()
  /// - Parameter source: What the layer above calls the device.
  func hear(_ news: DeviceNews, from source: UInt)
  func forget(_ device: any AttachedDevice)
}
