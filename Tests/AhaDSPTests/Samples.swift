import AhaBase
@testable import AhaDSP

/// A stereo signal in its own memory, at any alignment, between guards that detect writes past an
/// end.
final class Samples {
  private static let guardValue = Float(bitPattern: 0xDEAD_BEEF)
  /// One vector on either side, and the range that vector loads read beyond the end.
  private static let guardCount = 16

  let count: Int
  private let start: Int
  private let planes: Floats
  private let stride: Int

  /// - Parameter shift: Floats between the start and a 64-byte line.
  init(_ left: [Float], _ right: [Float], shift: Int = 0) {
    precondition(left.count == right.count)
    count = left.count
    start = Samples.guardCount + shift
    stride = (start + count + Samples.guardCount + 15) / 16 * 16
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 8 * stride, alignment: 64)
    planes = Floats(bytes.bindMemory(to: Float.self, capacity: 2 * stride), count: 2 * stride)
    for index in 0..<2 * stride { planes[index] = Samples.guardValue }
    for index in 0..<count {
      planes[start + index] = left[index]
      planes[stride + start + index] = right[index]
    }
  }

  convenience init(silence count: Int, shift: Int = 0) {
    let zeros = [Float](repeating: 0, count: count)
    self.init(zeros, zeros, shift: shift)
  }

  deinit { planes.deallocate() }

  var target: StereoTarget {
    StereoTarget(left: planes + start, right: planes + stride + start)
  }
  var source: StereoSource { target.source }
  var left: [Float] { target.left.prefix(count).array }
  var right: [Float] { target.right.prefix(count).array }
  /// Both sides as bits, so that NaN and the sign of zero count.
  var bits: [UInt32] { (left + right).map(\.bitPattern) }

  var guardsHold: Bool {
    (0..<2 * stride).allSatisfy { index in
      (start..<start + count).contains(index % stride)
        || planes[index].bitPattern == Samples.guardValue.bitPattern
    }
  }
}

extension Kernel {
  mutating func aim(_ values: [Float], over frames: Int) {
    values.withBuffer { aim($0, over: frames) }
  }
}

/// Runs `body` over `count` frames in blocks of each size in turn.
func inBlocks(_ sizes: [Int], of count: Int, _ body: (_ start: Int, _ frames: Int) -> Void) {
  var done = 0
  var turn = 0
  while done < count {
    let frames = min(sizes[turn % sizes.count], count - done)
    body(done, frames)
    done += frames
    turn += 1
  }
}

/// Divisions into blocks that every kernel test uses.
let blockSizes: [[Int]] = [[1], [7], [64], [511], [512], [1, 511, 7, 64, 3]]

/// Largest difference between neighboring samples.
func largestStep(_ samples: [Float]) -> Float {
  zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
}
