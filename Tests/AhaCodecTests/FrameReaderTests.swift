import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@Suite("Reading frames once")
struct FrameReaderTests {
  private func all(_ reader: FrameReader, by size: Int) throws -> [Float] {
    var found: [Float] = []
    var room = [Float](repeating: 0, count: size * reader.channels)
    while true {
      let got = try room.withMutableBuffer { try reader.read($0, frames: size) }
      if got == 0 { return found }
      found += room.prefix(got * reader.channels)
    }
  }

  /// One and two channels unchanged, six folded as sounds are.
  @Test(arguments: [1, 2, 6], [1, 700, 5000])
  func readsTheConvertedFrames(channels: Int, size: Int) throws {
    let frames = 2500
    let samples = Signal.music(frames: frames, channels: channels)
    let wanted = try convert(
      interleaved: samples, frames: frames, channels: channels, from: 8000, to: 8000)
    let found = try samples.withBuffer { samples in
      try all(
        FrameReader(
          interleaved: samples, frames: frames, channels: channels, sampleRate: 8000),
        by: size)
    }
    #expect(found.count == frames * wanted.channels)
    for channel in 0..<wanted.channels {
      for frame in 0..<frames {
        #expect(found[frame * wanted.channels + channel] == wanted.plane(channel)[frame])
      }
    }
  }

  @Test func aFileAtItsOwnRate() throws {
    let samples = Signal.music(frames: 3000, channels: 2)
    let stream = FaultyStream(try encode(samples, Kind(.wav, .float32), channels: 2))
    let reader = try FrameReader(stream)
    #expect(reader.channels == 2 && reader.expectedFrames == 3000)
    #expect(try all(reader, by: 999) == samples)
  }
}
