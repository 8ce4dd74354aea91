import AhaBase
import AhaCodec
import AhaDSP

/// Converts a stream with the filter of players' speeds.
///
/// The frames do not depend on the sizes of calls: positions are exact at each multiple of `run`
/// frames, and are counted in 32.32 fixed point in between.
final class StreamConverter: RateConverter {
  private static let run = 256
  /// Max frames that a call adds to the window.
  private static let portion = 4096

  private let from, to: Int64
  private let step: Int64
  private let table: SpeedTable
  /// Source frames, from `begin` on.
  private let window: SampleBuffer
  private let output: SampleBuffer
  private var begin: Int64
  private var count: Int
  /// The next output frame.
  private var next: Int64 = 0
  private var isAtEnd = false

  /// Errors: `outOfMemory`.
  init(
    from: Int, to: Int, channels: Int, tables: Buffer<SpeedTable>
  ) throws(AhaError) {
    (self.from, self.to) = (Int64(from), Int64(to))
    step = (Int64(from) << 32) / Int64(to)
    table = tables[SpeedTable.index(for: step, in: tables)]
    window = try SampleBuffer(
      channels: channels, frames: StreamConverter.portion + 2 * table.taps, isTouched: true)
    output = try SampleBuffer(channels: channels, frames: StreamConverter.run)
    // Silence before the first frame.
    count = table.taps / 2 - 1
    begin = -Int64(count)
  }

  func process(
    _ input: Floats?, inputFrames: Int, to target: Floats, outputFrames: Int
  ) -> (taken: Int, given: Int) {
    dropRead()
    var taken = 0
    if let input {
      taken = min(inputFrames, window.frames - count)
      separate(input, count: taken, to: window, at: count)
      count += taken
    } else if !isAtEnd {
      isAtEnd = true
      let rest = min(table.taps, window.frames - count)
      for channel in 0..<window.channels { window.plane(channel)[count..<count + rest].clear() }
      count += rest
    }
    var given = 0
    while given < outputFrames {
      let got = read(to: target + given * window.channels, limit: outputFrames - given)
      if got == 0 { break }
      given += got
    }
    return (taken, given)
  }

  /// Removes the frames that no later output needs.
  private func dropRead() {
    // One more than the exact position needs: the counted one can be a little less.
    let needed = next * from / to - Int64(table.taps / 2)
    let passed = Int(min(Int64(count), needed - begin))
    guard passed > 0 else { return }
    for channel in 0..<window.channels {
      let plane = window.plane(channel)
      plane.move(from: (plane + passed).prefix(count - passed))
    }
    begin += Int64(passed)
    count -= passed
  }

  /// Up to `run` frames; 0: the window has too few.
  private func read(to target: Floats, limit: Int) -> Int {
    let offset = next % Int64(StreamConverter.run)
    let (whole, part) = ((next - offset) * from).quotientAndRemainder(dividingBy: to)
    let position = (part << 32) / to + offset * step
    let first = Int(whole - begin) - (table.taps / 2 - 1)
    // The last position at which all weighted frames are in the window.
    let end = (Int64(count - first - table.taps + 1) << 32) - 1
    guard end >= position else { return 0 }
    let frames = min(
      min(limit, StreamConverter.run - Int(offset)), Int((end - position) / step) + 1)
    let run = SpeedRun(position: position, step: step, slope: 0)
    for channel in stride(from: 0, to: window.channels, by: 2) {
      let other = min(channel + 1, window.channels - 1)
      table.read(
        StereoSource(left: window.plane(channel) + first, right: window.plane(other) + first),
        run: run,
        to: StereoTarget(left: output.plane(channel), right: output.plane(other)), frames: frames)
    }
    Interleave.all(output, to: target, frames: frames)
    next += Int64(frames)
    return frames
  }
}
