import AhaBase
import AhaCodec

/// Every valid pair of container and encoding.
public struct Kind: Sendable, CustomStringConvertible {
  public let container: Container
  public let encoding: Encoding
  public var description: String { "\(container.nameText) \(encoding.nameText)" }

  public init(_ container: Container, _ encoding: Encoding) {
    self.container = container
    self.encoding = encoding
  }

  public static let pcm: [Kind] = [Container.wav, .rf64, .w64, .aiff, .caf].flatMap { container in
    [Encoding.pcm16, .pcm24, .pcm32, .float32].map { Kind(container, $0) }
  }
  public static let flac = [Encoding.pcm16, .pcm24].map { Kind(.flac, $0) }
  public static let lossy = [
    Kind(.ogg, .vorbis), Kind(.ogg, .opus),
    Kind(.mp3, .mp3),
  ]
  public static let lossless = pcm + flac
  public static let all = lossless + lossy
}

/// Writes interleaved frames in one call and returns the bytes.
public func encode(
  _ frames: [Float], _ kind: Kind, channels: Int, sampleRate: Int = 48_000, outputRate: Int = 0,
  dither: Bool = false, quality: Float = 0
) throws -> [UInt8] {
  let stream = FaultyStream()
  _ = try encode(
    frames, to: stream,
    encodeSettings(
      kind, channels: channels, sampleRate: sampleRate, outputRate: outputRate, dither: dither,
      quality: quality))
  return stream.bytes
}

/// Writes to a stream; returns the frames written at the output rate.
public func encode(
  _ frames: [Float], to stream: any ByteStream, _ settings: EncodeSettings
) throws -> Int64 {
  let encoder = try Encoder(stream, settings: settings)
  try frames.withBuffer { buffer in
    try encoder.write(buffer, count: buffer.count / settings.channels)
  }
  try encoder.finish()
  return encoder.framesWritten
}

public func encodeSettings(
  _ kind: Kind, channels: Int, sampleRate: Int = 48_000, outputRate: Int = 0,
  dither: Bool = false, quality: Float = 0
) throws -> EncodeSettings {
  try EncodeSettings.resolve(
    EncodeRequest(
      container: kind.container, encoding: kind.encoding, sampleRate: sampleRate,
      outputRate: outputRate, channels: channels, dither: dither, quality: quality))
}

/// Decodes the whole file in sequence, interleaved, at the file's rate.
public func decode(_ bytes: [UInt8]) throws -> (frames: [Float], format: SourceFormat) {
  let decoder = try Decoder(FaultyStream(bytes))
  return (try read(decoder, frames: Int.max), decoder.format)
}

/// Reads up to `frames` frames.
public func read(_ decoder: Decoder, frames: Int) throws -> [Float] {
  let channels = decoder.format.channels
  var all: [Float] = []
  var block = [Float](repeating: 0, count: 4096 * channels)
  while all.count / channels < frames {
    let wanted = min(4096, frames - all.count / channels)
    let got = try block.withMutableBuffer { buffer in
      try decoder.read(buffer, frames: wanted)
    }
    if got == 0 { break }
    all += block[..<(got * channels)]
  }
  return all
}

/// Reads up to `frames` frames, planar.
public func read(_ reader: SoundReader, frames: Int) throws -> [[Float]] {
  var planes = [[Float]](repeating: [], count: reader.channels)
  var left = [Float](repeating: 0, count: 1000)
  var right = left
  while planes[0].count < frames {
    let wanted = min(1000, frames - planes[0].count)
    let got = try left.withMutableBuffer { left in
      try right.withMutableBuffer { right in
        try reader.read(left: left, right: right, frames: wanted)
      }
    }
    if got == 0 { break }
    planes[0] += left[..<got]
    if reader.channels == 2 { planes[1] += right[..<got] }
  }
  return planes
}

extension Encoder {
  public func write(_ frames: [Float], count: Int) throws(AhaError) {
    try frames.withBuffer { (frames) throws(AhaError) in try write(frames, count: count) }
  }
}

/// `AhaCodec.convert` of an array.
public func convert(
  interleaved: [Float], frames: Int, channels: Int, from: Int, to: Int
) throws(AhaError) -> SampleBuffer {
  try interleaved.withBuffer { (samples) throws(AhaError) in
    try convert(interleaved: samples, frames: frames, channels: channels, from: from, to: to)
  }
}

/// The error that `body` throws; nil: it does not throw.
public func failure(_ body: () throws -> Void) -> AhaError? {
  do {
    try body()
    return nil
  } catch {
    return error as? AhaError
  }
}

/// Whether libaha-ffmpeg.so is found; scripts/check runs the suites that need it with AHA_MODULES.
public let hasModule =
  failure { _ = try encode([0, 0], Kind(.m4a, .aac), channels: 2) }?.code != .unsupported
