import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@Suite("Folding down to stereo")
struct DownmixTests {
  /// Gain of each channel of a layout into left and right.
  private func gains(_ channels: Int, _ kind: Kind? = nil) throws -> [[Float]] {
    let frames = 1000
    return try (0..<channels).map { channel in
      var samples = [Float](repeating: 0, count: frames * channels)
      for frame in 0..<frames { samples[frame * channels + channel] = 1 }
      let buffer: SampleBuffer
      if let kind {
        let stream = FaultyStream(try encode(samples, kind, channels: channels))
        buffer =
          try decodeAll(stream, sampleRate: 48_000, maximumFrames: 1 << 20) { _, _ in true }.buffer
      } else {
        buffer = try convert(
          interleaved: samples, frames: frames, channels: channels, from: 48_000, to: 48_000)
      }
      #expect(buffer.channels == min(channels, 2))
      return (0..<buffer.channels).map { buffer.plane($0)[500] }
    }
  }

  private func isClose(_ left: [[Float]], _ right: [[Float]]) -> Bool {
    left.count == right.count
      && zip(left, right).allSatisfy { zip($0, $1).allSatisfy { abs($0 - $1) < 0.001 } }
  }

  @Test func oneAndTwoStay() throws {
    #expect(try gains(1) == [[1]])
    #expect(try gains(2) == [[1, 0], [0, 1]])
  }

  /// ITU-R BS.775: center and surround at -3 dB, divided by 1 + 0.707 + 0.707.
  @Test func surroundFollowsBS775() throws {
    let (one, three): (Float, Float) = (0.41421, 0.29289)
    let expected: [[Float]] = [
      [one, 0], [0, one], [three, three], [0, 0], [three, 0], [0, three],
    ]
    #expect(isClose(try gains(6), expected))
    // A file gives the same gains.
    #expect(isClose(try gains(6, Kind(.wav, .float32)), expected))
  }

  @Test(arguments: 3...64)
  func noMixIsLouderThanFullScale(channels: Int) throws {
    let gains = try gains(channels)
    let sums = (0..<2).map { side in gains.reduce(0) { $0 + $1[side] } }
    #expect(abs(sums.max()! - 1) < 0.0001)
  }

  @Test func tenChannelsAlternate() throws {
    let gains = try gains(10)
    #expect(isClose(gains, (0..<10).map { $0 % 2 == 0 ? [0.2, 0] : [0, 0.2] }))
  }

  /// The codecs low-pass the low-frequency channel at about 120 Hz.
  @Test(arguments: [Encoding.vorbis, .opus])
  func oggOrderIsKnown(encoding: Encoding) throws {
    let channels = 6
    let sine = Signal.sine(frames: 20_000, frequency: 500)
    var loudness: [[Double]] = []
    for channel in 0..<channels {
      var samples = [Float](repeating: 0, count: sine.count * channels)
      for frame in sine.indices { samples[frame * channels + channel] = sine[frame] }
      let stream = FaultyStream(try encode(samples, Kind(.ogg, encoding), channels: channels))
      let planes = try read(try SoundReader(stream, sampleRate: 48_000), frames: Int.max)
      loudness.append(planes.map { (Measure.energy($0) / Measure.energy(sine)).squareRoot() })
    }
    let places = loudness.map { place(left: $0[0], right: $0[1]) }
    #expect(places.joined() == "LCRlr-")
  }

  /// Position of a channel from its two gains.
  private func place(left: Double, right: Double) -> String {
    switch (left, right) {
    case (0.35..., _): "L"
    case (_, 0.35...): "R"
    case (0.2..., 0.2...): "C"
    case (0.2..., _): "l"
    case (_, 0.2...): "r"
    default: "-"
    }
  }
}
