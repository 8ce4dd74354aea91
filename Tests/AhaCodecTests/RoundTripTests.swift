import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@Suite("Round trip of every format")
struct RoundTripTests {
  /// Values that every encoding of this kind can represent.
  private func representable(_ encoding: Encoding, count: Int) -> [Float] {
    let scale: Float = encoding == .pcm16 ? 32_768 : 8_388_608
    return Signal.noise(count: count, amplitude: 0.999).map { ($0 * scale).rounded() / scale }
      + [-1, 1 - 1 / scale, 0, -1 / scale]
  }

  @Test(arguments: Kind.lossless, [1, 2])
  func losslessIsExact(kind: Kind, channels: Int) throws {
    let frames = representable(kind.encoding, count: 20_000)
    let (decoded, format) = try decode(try encode(frames, kind, channels: channels))
    #expect(decoded == frames)
    #expect(format.channels == channels)
    #expect(format.sampleRate == 48_000)
    #expect(format.encoding == kind.encoding)
    #expect(format.container == (kind.container == .rf64 ? .wav : kind.container))
    #expect(format.claimedFrames == Int64(frames.count / channels))
    #expect(format.bits == (kind.encoding == .pcm16 ? 16 : kind.encoding == .pcm24 ? 24 : 32))
  }
}

extension RoundTripTests {
  /// A sine at a frequency that every sample rate can represent, with a tolerance for each codec at
  /// its default.
  @Test(arguments: Kind.lossy, [1, 2])
  func lossyKeepsTheSignal(kind: Kind, channels: Int) throws {
    let frames = Signal.sine(frames: 48_000, channels: channels, frequency: 440)
    let (decoded, format) = try decode(try encode(frames, kind, channels: channels))
    #expect(decoded.count == frames.count)
    #expect(format.encoding == kind.encoding && format.bits == 0)
    #expect(Measure.snr(decoded, reference: frames) > 25)
  }

  @Test(arguments: Kind.lossy)
  func qualityCostsBytes(kind: Kind) throws {
    let frames = Signal.music(frames: 48_000, channels: 2)
    let sizes = try [Float(0.1), 0.6, 1].map {
      try encode(frames, kind, channels: 2, quality: $0).count
    }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
    #expect(try encode(frames, kind, channels: 2).count == sizes[1])
  }

  @Test(arguments: [
    (Encoding.mp3, 48_000, 320), (.mp3, 44_100, 128), (.mp3, 22_050, 64), (.mp3, 11_025, 32),
    (.opus, 48_000, 64), (.opus, 48_000, 192),
  ])
  func aFileHasTheBitRateOfItsOptions(encoding: Encoding, rate: Int, kbps: Int) throws {
    let frames = Signal.music(frames: 4 * rate, channels: 2)
    for vbr in [false, true] {
      let settings = try EncodeSettings.resolve(
        EncodeRequest(
          container: encoding == .mp3 ? .mp3 : .ogg, encoding: encoding, sampleRate: rate,
          channels: 2, bitrate: kbps, isVariable: vbr))
      let stream = FaultyStream()
      _ = try encode(frames, to: stream, settings)
      let found = Double(stream.bytes.count * 8) / 4000
      #expect(abs(found / Double(kbps) - 1) < (encoding == .mp3 && !vbr ? 0.05 : 0.25), "\(vbr)")
    }
  }

  @Test(arguments: Kind.all)
  func sameFramesSameBytes(kind: Kind) throws {
    let frames = Signal.music(frames: 12_000, channels: 2)
    let first = try encode(frames, kind, channels: 2, dither: true)
    let second = try encode(frames, kind, channels: 2, dither: true)
    #expect(first == second)
  }

  @Test(arguments: Kind.all)
  func aFileWithoutAFrameIsRefused(kind: Kind) throws {
    let settings = try encodeSettings(kind, channels: 2)
    let error = failure { _ = try encode([], to: FaultyStream(), settings) }
    #expect(error?.code == .invalidArgument)
  }

  @Test(arguments: Kind.all, [8000, 11_025, 22_050, 44_100, 96_000, 192_000])
  func everyRateIsWritten(kind: Kind, sampleRate: Int) throws {
    let frames = Signal.music(frames: 6000, channels: 1)
    let settings = try encodeSettings(kind, channels: 1, sampleRate: sampleRate)
    let stream = FaultyStream()
    let written = try encode(frames, to: stream, settings)
    try verify(stream, settings: settings, frames: written)
    let length = 6000 * Double(settings.outputRate) / Double(sampleRate)
    #expect(abs(Double(written) - length) <= 1)
  }

  @Test(arguments: Kind.all, [3, 6, 8])
  func manyChannelsComeBack(kind: Kind, channels: Int) throws {
    guard kind.container != .mp3 else {
      #expect(failure { _ = try encodeSettings(kind, channels: channels) }?.code == .unsupported)
      return
    }
    let frames = Signal.music(frames: 6000, channels: channels)
    let (decoded, format) = try decode(try encode(frames, kind, channels: channels))
    #expect(format.channels == channels)
    #expect(decoded.count == frames.count)
  }

  @Test(arguments: Kind.all)
  func wildValuesAreTamed(kind: Kind) throws {
    let frames: [Float] = Signal.sine(frames: 9000) + [.nan, .infinity, -.infinity, 1e9, -1e9, 2]
    let (decoded, _) = try decode(try encode(frames, kind, channels: 1))
    #expect(decoded.count == frames.count)
    #expect(decoded.allSatisfy { $0.isFinite })
    guard kind.encoding.isExact else { return }
    #expect(Array(decoded[9000..<9003]) == [0, 0, 0])
    let isFloat = kind.encoding == .float32
    #expect(decoded[9003] == (isFloat ? 1e9 : decoded.max()!))
    #expect(decoded[9004] == (isFloat ? -1e9 : -1))
  }
}

extension Encoding {
  var isExact: Bool { self == .pcm16 || self == .pcm24 || self == .float32 }
}
