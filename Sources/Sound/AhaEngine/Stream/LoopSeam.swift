import AhaBase
import AhaDSP

/// Measures the steps of a loop's jumps in a resident sound; those of a streamed sound are measured
/// while it is read. A ping-pong loop has none.
struct LoopSeam {
  private let buffer: SampleBuffer?

  init(_ content: Sound.Content) {
    if case .resident(let samples) = content { buffer = samples } else { buffer = nil }
  }

  /// The loop with the steps of both directions.
  func measured(_ loop: Loop) -> Loop {
    guard let buffer, !loop.isPingPong else { return loop }
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
    return Seam.step(from: plane.prefix(Int(loop.end)), to: plane + Int(loop.begin))
  }

  /// As `step`, from `begin` to `end` in reverse.
  private func stepBack(_ buffer: SampleBuffer, channel: Int, loop: Loop) -> Float {
    let plane = buffer.plane(channel)
    let begin = plane + Int(loop.begin)
    let tail = [Float](begin.prefix(min(Seam.maxSamples, begin.count)).array.reversed())
    let end = Int(loop.end)
    let head = [Float](plane.prefix(end).suffix(min(Seam.maxSamples, end)).array.reversed())
    return tail.withBuffer { before in head.withBuffer { Seam.step(from: before, to: $0) } }
  }
}
