/// Writes file headers by hand, so that a test can falsify them.
public struct HeaderWriter {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public mutating func text(_ text: String) { bytes += Array(text.utf8) }

  public mutating func raw(_ more: [UInt8]) { bytes += more }

  public mutating func little(_ value: UInt64, _ count: Int) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
  }

  public mutating func big(_ value: UInt64, _ count: Int) {
    for index in (0..<count).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
    }
  }
}

/// A 16-bit WAV whose header has the given, possibly false, values.
public func wav16(
  _ samples: [Int16], sampleRate: UInt32 = 48_000, channels: UInt16 = 1, dataSize: UInt32? = nil
) -> [UInt8] {
  let size = UInt32(samples.count * 2)
  var writer = HeaderWriter()
  writer.text("RIFF")
  writer.little(UInt64(36 &+ (dataSize ?? size)), 4)
  writer.text("WAVEfmt ")
  writer.little(16, 4)
  writer.little(1, 2)
  writer.little(UInt64(channels), 2)
  writer.little(UInt64(sampleRate), 4)
  writer.little(UInt64(sampleRate &* UInt32(channels) &* 2), 4)
  writer.little(UInt64(channels &* 2), 2)
  writer.little(16, 2)
  writer.text("data")
  writer.little(UInt64(dataSize ?? size), 4)
  for sample in samples { writer.little(UInt64(UInt16(bitPattern: sample)), 2) }
  return writer.bytes
}
