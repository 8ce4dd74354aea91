import AhaBase

/// Facts of the one track of an M4A file, known before its first frame.
struct MovieTrack {
  /// Units: Hz.
  let sampleRate: Int
  /// Frames before the first frame of the sound.
  let delay: Int64
  /// Frames of each packet but the last.
  let packetFrames: Int
  /// The box `stsd`, which describes the encoding.
  let description: [UInt8]
  /// Whether a packet needs the one before it, as in AAC.
  var needsPreroll: Bool { delay > 0 }

  /// Packets of a chunk: a second.
  var chunkPackets: Int { max(1, (sampleRate + packetFrames - 1) / packetFrames) }
}

extension MovieTrack {
  init(_ settings: EncodeSettings, encoder: ModuleEncoder) {
    sampleRate = settings.outputRate
    delay = encoder.delay
    packetFrames = encoder.packetFrames
    let setup = encoder.setup
    let isAAC = settings.encoding == .aac
    let bits = isAAC ? 16 : settings.bits
    // A rate above 16 bits is in the setup alone.
    let rate = settings.outputRate < 1 << 16 ? settings.outputRate << 16 : 0
    var entry = MovieBox.zeros(6) + MovieBox.big(1, count: 2) + MovieBox.zeros(8)
    entry += MovieBox.big(Int64(settings.channels), count: 2) + MovieBox.big(Int64(bits), count: 2)
    entry += MovieBox.zeros(4) + MovieBox.big(Int64(rate), count: 4)
    let box =
      isAAC
      ? MovieBox.make("mp4a", entry, MovieTrack.setupBox(setup, bitRate: settings.bitRate))
      : MovieBox.make("alac", entry, setup)
    description = MovieBox.make("stsd", MovieBox.zeros(4), MovieBox.big(1, count: 4), box)
  }

  /// The descriptors of AAC. Source: ISO/IEC 14496-1, section 7.2.6.
  private static func setupBox(_ setup: [UInt8], bitRate: Int) -> [UInt8] {
    let rate = MovieBox.big(Int64(bitRate), count: 4)
    let specific = descriptor(5, body: setup)
    let config = descriptor(4, body: [0x40, 0x15] + MovieBox.zeros(3) + rate + rate + specific)
    let stream = descriptor(3, body: [0, 0, 0] + config + descriptor(6, body: [2]))
    return MovieBox.make("esds", MovieBox.zeros(4), stream)
  }

  /// Descriptors are shorter than 128 bytes.
  private static func descriptor(_ tag: UInt8, body: [UInt8]) -> [UInt8] {
    [tag, UInt8(body.count)] + body
  }
}
