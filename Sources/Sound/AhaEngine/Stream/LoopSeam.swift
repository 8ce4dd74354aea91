import AhaBase
import AhaDSP

/// Measures the steps of a loop's jumps in a resident sound; those of a streamed sound are measured
/// while it is read.
struct LoopSeam {
  private let buffer: SampleBuffer?

  init(_ content: Sound.Content) {
    if case .resident(let samples) = content { buffer = samples } else { buffer = nil }
  }

  /// The loop with the steps of both directions.
  func measured(_ loop: Loop) -> Loop {
    guard let buffer else { return loop }
    var loop = loop
    let last = buffer.channels - 1
    loop.stepLeft = step(buffer, channel: 0, loop: loop)
    loop.stepRight = last == 0 ? loop.stepLeft : step(buffer, channel: last, loop: loop)
    loop.backLeft = stepBack(buffer, channel: 0, loop: loop)
    loop.backRight = last == 0 ? loop.backLeft : stepBack(buffer, channel: last, loop: loop)
    return loop
  }

  private func step(_ buffer: SampleBuffer, channel: Int, loop: Loop) -> Float {
    let plane = buffer.plane(channel)
    return Seam.step(
      tail: plane + Int(loop.end), tailCount: Int(loop.end), head: plane + Int(loop.begin),
      headCount: buffer.frames - Int(loop.begin))
  }

  /// As `step`, from `begin` to `end` in reverse.
  private func stepBack(_ buffer: SampleBuffer, channel: Int, loop: Loop) -> Float {
    let plane = buffer.plane(channel)
    let (begin, end) = (Int(loop.begin), Int(loop.end))
    let tail = [Float](
      UnsafeBufferPointer(start: plane + begin, count: min(Seam.maxSamples, buffer.frames - begin))
        .reversed())
    let count = min(Seam.maxSamples, end)
    let head = [Float](UnsafeBufferPointer(start: plane + end - count, count: count).reversed())
    return tail.withUnsafeBufferPointer { before in
      head.withUnsafeBufferPointer { after in
        guard let first = before.baseAddress, let next = after.baseAddress else { return 0 }
        return Seam.step(
          tail: first + before.count, tailCount: before.count, head: next, headCount: after.count)
      }
    }
  }
}
