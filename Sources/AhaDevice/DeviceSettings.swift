import AhaBase

/// Which way the sound goes.
public enum DeviceDirection: UInt32, Sendable {
  case output = 0, input
}

/// What is done when a device is lost; the numbers of aha/device.h.
public enum LossPolicy: UInt32, Sendable {
  /// The same one if it is there, else the default one, else the null device.
  case next = 0
  /// The same one, as soon as it is back.
  case same
  case stop
}

/// The numbers of aha/device.h.
public enum DeviceState: UInt32, Sendable {
  case stopped = 0, running, lost, closed
}

/// How a device is opened; all values are within their limits.
public struct DeviceSettings {
  /// "": the default one.
  public var id = ""
  public var direction = DeviceDirection.output
  public var sampleRate = 48_000
  public var channels = 2
  /// 0: what the device likes.
  public var blockFrames = 0
  /// 0: 20 ms, or the device's own where that is more.
  public var latencyMilliseconds = 0
  public var loss = LossPolicy.next

  public init() {}
}

/// One device of the list.
public struct DeviceInfo {
  public var id = ""
  public var name = ""
  public var hostApi = ""
  public var inputs = 0
  public var outputs = 0
  public var sampleRate = 0
  public var lowLatency = 0.0
  public var highLatency = 0.0
  public var isDefaultInput = false
  public var isDefaultOutput = false
  /// PortAudio's number for it.
  var index: Int32 = 0
  /// JACK gives the block: its server has one for all.
  var setsBlock = false

  func channels(_ direction: DeviceDirection) -> Int {
    direction == .output ? outputs : inputs
  }
}

extension DeviceInfo {
  /// A name without the numbers of card and device, which change from one start to the next.
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

  /// In small letters and without spaces, as the front of an id.
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

  /// Tells it apart from those of the same name: the second one ends with ":2".
  mutating func number(among others: [DeviceInfo]) {
    let first = id
    var number = 2
    while others.contains(where: { $0.id == id }) {
      id = "\(first):\(number)"
      number += 1
    }
  }
}

/// The devices that work without hardware.
public enum SoftDevice {
  public static let null = "null"
  public static let stepped = "stepped"
}
