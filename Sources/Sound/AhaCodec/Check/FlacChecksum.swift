/// MD5 of decoded samples, as STREAMINFO has it: interleaved integers, lowest byte first.
/// Source: RFC 9639, section 8.2.
struct FlacChecksum {
  private var sum = MD5()
  private let wanted: [UInt8]
  private let scale: Float
  private let size: Int

  init(_ stream: FlacStream) {
    wanted = stream.checksum
    scale = Float(Int64(1) << Int64(stream.bits - 1))
    size = (stream.bits + 7) / 8
  }

  mutating func add(_ samples: UnsafePointer<Float>, count: Int) {
    withUnsafeTemporaryAllocation(byteCount: FlacChecksum.block * 4, alignment: 4) { bytes in
      var done = 0
      while done < count {
        let some = min(FlacChecksum.block, count - done)
        for index in 0..<some {
          let value = Int32(clamping: Int64(samples[done + index] * scale))
          bytes.storeBytes(of: value.littleEndian, toByteOffset: index * size, as: Int32.self)
        }
        sum.add(UnsafeRawBufferPointer(rebasing: bytes[..<(some * size)]))
        done += some
      }
    }
  }

  mutating func isCorrect() -> Bool { sum.finish() == wanted }

  private static let block = 1024
}
