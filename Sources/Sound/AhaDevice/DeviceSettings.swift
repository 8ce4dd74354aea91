import AhaBase

public enum DeviceDirection: UInt32, Sendable {
  case output = 0
  case input
}

/// Action after the loss of a device; the numbers of aha/device.h.
public enum LossPolicy: UInt32, Sendable {
  /// Reopens the same device; if absent, the default one, then the null device.
  case next = 0
  /// Reopens the same device as soon as it is available again.
  case same
  case stop
}

/// Treatment of the channels of the host that an output does not have; the numbers of aha/device.h.
public enum MissingChannels: UInt32, Sendable {
  /// Their pairs are added to the first pair.
  case add = 0
  case drop, refuse
}

/// The numbers of aha/device.h.
public enum DeviceState: UInt32, Sendable {
  case stopped = 0
  case running, lost, closed
}

/// Settings of a device; all values are within their limits.
public struct DeviceSettings {
  /// "": the default device.
  public var id = ""
  public var direction = DeviceDirection.output
  public var sampleRate = 48_000
  /// Channels of the stream; 0: those of the host, as far as the device has them.
  public var channels = 2
  /// Channels of the frames that the call of an output renders; 0: those of the stream.
  public var hostChannels = 0
  /// The first channel of the stream that an input passes on.
  public var firstChannel = 0
  public var missing = MissingChannels.add
  /// 0: the device's preferred size.
  public var blockFrames = 0
  /// 0: 20 ms, or the device's own latency if that is higher.
  public var latencyMilliseconds = 0
  public var loss = LossPolicy.next

  public init() {}
}

/// One entry of the device list.
public struct DeviceInfo {
  public var id = ""
  public var name = ""
  public var hostApi = ""
  public var maxInputs = 0
  public var maxOutputs = 0
  public var defaultSampleRate = 0
  /// Units: seconds, also for the next.
  public var lowLatency = 0.0
  public var highLatency = 0.0
  public var isDefaultInput = false
  public var isDefaultOutput = false
  /// PortAudio's index.
  var index: Int32 = 0
  /// The device dictates the block size: a JACK server has one for all clients.
  var setsBlock = false

  func channels(_ direction: DeviceDirection) -> Int {
    direction == .output ? maxOutputs : maxInputs
  }
}

extension DeviceInfo {
  public var lowLatencyMs: Float { Float(lowLatency * 1000) }
  public var highLatencyMs: Float { Float(highLatency * 1000) }

  /// The name without card and device numbers, which change between starts.
  static func stable(_ name: String) -> String {
    var bytes = name.array
    let mark = " (hw:".array
    guard bytes.last == UInt8(ascii: ")"), bytes.count > mark.count + 1 else { return name }
    for start in 1..<(bytes.count - mark.count)
    where (0..<mark.count).allSatisfy({ bytes[start + $0] == mark[$0] }) {
      bytes.removeSubrange(start...)
      return String(decoding: bytes, as: UTF8.self)
    }
    return name
  }

  /// In lower case without spaces, as the first part of an id.
  static func small(_ name: String) -> String {
    let bytes = name.array.map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
      case UInt8(ascii: " "), UInt8(ascii: ":"): UInt8(ascii: "-")
      default: byte
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Makes the id unique: the second device with the same id ends with ":2".
  mutating func number(among others: [DeviceInfo]) {
    let first = id
    var number = 2
    while others.contains(where: { $0.id == id }) {
      id = "\(first):\(number)"
      number += 1
    }
  }
}

/// Ids of the devices that need no hardware.
public enum SoftDevice {
  public static let null = "null"
  public static let stepped = "stepped"
}
