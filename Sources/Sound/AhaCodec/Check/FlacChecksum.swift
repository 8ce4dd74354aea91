import AhaBase
import CShims

/// MD5 of decoded samples, as STREAMINFO has it: interleaved integers, lowest byte first.
///
/// A second thread adds full blocks, because MD5 takes half as long as decoding. A sound of one
/// block, 64 Ki samples, needs no thread.
/// Invariant: the thread owns `sum` and `full` while it runs; the decoder's thread owns the rest.
/// Threads: one at a time.
/// Source: RFC 9639, section 8.2.
final class FlacChecksum {
  private var sum = MD5()
  private let wanted: [UInt8]
  private let scale: Float
  private let size: Int
  private var filling: Buffer<UInt8>
  private var full: Buffer<UInt8>
  private var count = 0
  private var helper: Thread?

  private static let block = 1 << 16

  /// Nil if the file has no checksum. Errors: `outOfMemory`.
  init?(_ stream: FlacStream) throws(AhaError) {
    if stream.checksum.isEmpty { return nil }
    wanted = stream.checksum
    scale = Float(Int64(1) << Int64(stream.bits - 1))
    size = (stream.bits + 7) / 8
    // A sample is stored with four bytes, of which the next one replaces the rest.
    filling = try claimMemory(FlacChecksum.block * size + 4, of: "bytes of samples")
    do throws(AhaError) {
      full = try claimMemory(FlacChecksum.block * size + 4, of: "bytes of samples")
    } catch {
      free(filling.base)
      throw error
    }
  }

  deinit {
    helper?.join()
    free(filling.base)
    free(full.base)
  }

  func add(_ samples: Floats, count: Int) {
    var done = 0
    while done < count {
      let some = min(FlacChecksum.block - self.count, count - done)
      put(samples + done, count: some, bytes: filling + self.count * size)
      (self.count, done) = (self.count + some, done + some)
      if self.count == FlacChecksum.block { passBlock() }
    }
  }

  func isCorrect() -> Bool {
    helper?.join()
    helper = nil
    sum.add(UnsafeRawBufferPointer(start: filling.base, count: count * size))
    return sum.finish() == wanted
  }

  private func passBlock() {
    helper?.join()
    (filling, full, count) = (full, filling, 0)
    helper = try? Thread(name: "aha-checksum") { [unowned(unsafe) self] in addFull() }
    if helper == nil { addFull() }
  }

  private func addFull() {
    sum.add(UnsafeRawBufferPointer(start: full.base, count: FlacChecksum.block * size))
  }

  private func put(_ samples: Floats, count: Int, bytes: Buffer<UInt8>) {
    let target = UnsafeMutableRawPointer(bytes.base)
    if size == 2 {
      // The sum has the integer in the low bits of its fraction; the loop becomes vectors.
      for index in 0..<count {
        let sum = samples[index] * scale + 12_582_912
        let word = UInt16(truncatingIfNeeded: sum.bitPattern).littleEndian
        target.storeBytes(of: word, toByteOffset: 2 * index, as: UInt16.self)
      }
    } else {
      for index in 0..<count {
        let value = Int32(clamping: Int64(samples[index] * scale))
        target.storeBytes(of: value.littleEndian, toByteOffset: index * size, as: Int32.self)
      }
    }
  }
}
