import AhaBase
import AhaTestSupport
import Testing

@Suite("Sample buffers")
struct SampleBufferTests {
  private func plane(_ buffer: SampleBuffer, _ channel: Int) -> [Float] {
    buffer.plane(channel).prefix(buffer.frames + SampleBuffer.padding).array
  }

  /// Gives every sample a value that encodes its position.
  private func fill(_ buffer: SampleBuffer) {
    for channel in 0..<buffer.channels {
      for frame in 0..<buffer.frames {
        buffer.plane(channel)[frame] = Float(1 + channel * 100_000 + frame)
      }
    }
  }

  @Test(arguments: [1, 2, 3, 64], [0, 1, 15, 16, 17, 1000])
  func areZeroAndAligned(channels: Int, frames: Int) throws {
    let buffer = try SampleBuffer(channels: channels, frames: frames)
    #expect(buffer.channels == channels && buffer.frames == frames)
    for channel in 0..<channels {
      #expect(UInt(bitPattern: buffer.plane(channel).base) % 64 == 0)
      #expect(plane(buffer, channel).allSatisfy { $0.bitPattern == 0 })
    }
    #expect(buffer.byteCount >= channels * (frames + SampleBuffer.padding) * 4)
  }

  @Test(arguments: [0, 1, 16, 40, 1000], [0, 1, 15, 16, 41, 3000])
  func resizingKeepsTheSamplesThatFit(from frames: Int, to wanted: Int) throws {
    let buffer = try SampleBuffer(channels: 2, frames: frames)
    fill(buffer)
    try buffer.resize(frames: wanted)
    #expect(buffer.frames == wanted && buffer.channels == 2)
    for channel in 0..<2 {
      let kept = (0..<min(frames, wanted)).map { Float(1 + channel * 100_000 + $0) }
      let zeros = [Float](repeating: 0, count: wanted + SampleBuffer.padding - kept.count)
      #expect(plane(buffer, channel) == kept + zeros)
      #expect(UInt(bitPattern: buffer.plane(channel).base) % 64 == 0)
    }
  }

  @Test(arguments: [(1, Int.max / 4), (2, Int.max / 4), (Int.max, 100), (3, Int.max / 2)])
  func areRefusedWhenTooLarge(channels: Int, frames: Int) {
    let error = failure { _ = try SampleBuffer(channels: channels, frames: frames) }
    #expect(error?.code == .outOfMemory)
    #expect(error?.line.contains("\(channels) channels") == true)
  }

  @Test func stayAsTheyAreWhenResizingFails() throws {
    let buffer = try SampleBuffer(channels: 2, frames: 5)
    fill(buffer)
    #expect(failure { try buffer.resize(frames: .max / 4) }?.code == .outOfMemory)
    #expect(buffer.frames == 5 && plane(buffer, 1)[4] == 100_005)
  }
}
