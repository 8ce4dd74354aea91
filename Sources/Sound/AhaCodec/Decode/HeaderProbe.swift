import AhaBase

/// Parses the first bytes of a file without libsndfile. Explains why libsndfile refused a file, and
/// keeps the header's own claims, which libsndfile corrects.
struct HeaderProbe {
  /// Nil for an unknown format.
  private(set) var container: Container?
  /// The name of a format that only the module reads.
  private(set) var foreign: StaticString?
  private(set) var ogg: OggProbe?
  private(set) var flac: FlacProbe?
  private(set) var sampleRate: Double?
  private(set) var channels: Int?
  /// Frames by the header; nil: ask libsndfile; 0: the header has no length.
  private(set) var claimedFrames: Int64?
  private(set) var repair = Repair()
  /// Bytes before the sound that belong to no format.
  private(set) var lead: Int64 = 0
  /// The number of the encoding in a WAV.
  private(set) var formatTag: Int?
  /// The missing part of the header; nil: none that is known.
  private(set) var flaw: StaticString?
  /// The file begins with pages of an Ogg stream, but not with its first one.
  private(set) var hasOggPages = false
  private var blockBytes: UInt64 = 0

  init(_ cursor: Cursor) {
    let source = HeaderBytes(cursor)
    let start = source.read(at: 0, count: 192)
    switch start.prefix(4).text {
    case "RIFF", "RF64", "BW64": readRiff(source, start: start)
    case "riff": readWave64(source)
    case "FORM": readAiff(source, start: start)
    case "caff": readCaf(source)
    case "fLaC": readFlac(source, start: start)
    case "OggS" where start.count > 5 && start[5] & 2 != 0: readOgg(source, start: start)
    default: if HeaderProbe.isMpeg(start) { readMpeg(source) }
    }
    if container == nil { foreign = ForeignFormat.name(start) }
    if container == nil, foreign == nil { readInside(source, start: start) }
  }

  /// Reads a sound that does not begin at the first byte.
  private mutating func readInside(_ source: HeaderBytes, start: [UInt8]) {
    guard let found = SoundStart(source) else {
      hasOggPages = start.prefix(4).text == "OggS"
      return
    }
    lead = found.offset
    repair.replaced = lead
    switch found.kind {
    case .mpeg: readMpeg(source)
    case .adts: foreign = "ADTS"
    case .dts: foreign = "DTS"
    case .ogg: readOgg(source, start: source.read(at: lead, count: 64))
    }
  }

  /// PCM, MS ADPCM, float, A-law, mu-law, IMA ADPCM, GSM 6.10, MPEG layer 3, extensible.
  static let formatTags = [1, 2, 3, 6, 7, 0x11, 0x31, 0x55, 0xFFFE]
}

// MARK: RIFF and its relatives

extension HeaderProbe {
  private mutating func readRiff(_ source: HeaderBytes, start: [UInt8]) {
    guard start.count >= 12, start[8..<12].text == "WAVE" else {
      return
    }
    let isLong = start[0..<4].text != "RIFF"
    container = isLong ? .rf64 : .wav
    flaw = "it has no chunk \"data\""
    // BW64 is RF64 with further chunks. Source: ITU-R BS.2088.
    if start[0] == UInt8(ascii: "B") { repair.corrections.append((0, Array("RF64".utf8))) }
    var longSize: UInt64?
    source.forEachChunk(from: 12, family: .riff) { chunk in
      switch chunk.id {
      case "fmt ": readWaveFormat(source.read(at: chunk.body, count: 16))
      case "ds64": longSize = source.number(at: chunk.body + 8, count: 8)
      case "data":
        let unknown = chunk.size == UInt64(UInt32.max)
        claim(bytes: unknown ? longSize ?? 0 : chunk.size)
        if chunk.size == 0 { correctUnfinished(chunk, source: source) }
        flaw = formatTag == nil ? "it has no chunk \"fmt \" before its samples" : nil
        return false
      default: break
      }
      return true
    }
  }

  private mutating func readWave64(_ source: HeaderBytes) {
    container = .w64
    flaw = "it has no chunk \"data\""
    source.forEachChunk(from: 40, family: .wave64) { chunk in
      if chunk.id == "fmt " { readWaveFormat(source.read(at: chunk.body, count: 16)) }
      guard chunk.id == "data" else { return true }
      claim(bytes: chunk.size)
      flaw = formatTag == nil ? "it has no chunk \"fmt \" before its samples" : nil
      return false
    }
  }

  private mutating func readWaveFormat(_ bytes: [UInt8]) {
    guard bytes.count == 16 else { return }
    formatTag = Int(littleEndian(bytes, at: 0, count: 2))
    channels = Int(littleEndian(bytes, at: 2, count: 2))
    sampleRate = Double(littleEndian(bytes, at: 4, count: 4))
    // Other encodings have several frames per block; libsndfile knows the count.
    let isPlain = formatTag == 1 || formatTag == 3 || formatTag == 0xFFFE
    blockBytes = isPlain ? littleEndian(bytes, at: 12, count: 2) : 0
  }

  private mutating func claim(bytes: UInt64) {
    if blockBytes > 0 { claimedFrames = Int64(clamping: bytes / blockBytes) }
  }
}

// MARK: AIFF and CAF

extension HeaderProbe {
  private mutating func readAiff(_ source: HeaderBytes, start: [UInt8]) {
    guard start.count >= 12, start[8..<11].text == "AIF" else {
      return
    }
    container = .aiff
    flaw = "it has no chunk \"COMM\""
    source.forEachChunk(from: 12, family: .aiff) { chunk in
      guard chunk.id == "COMM" else { return true }
      let bytes = source.read(at: chunk.body, count: 18)
      guard bytes.count == 18 else { return false }
      channels = Int(bigEndian(bytes, at: 0, count: 2))
      claimedFrames = Int64(bigEndian(bytes, at: 2, count: 4))
      sampleRate = HeaderProbe.extended(bytes, at: 8)
      flaw = nil
      return false
    }
  }

  /// An 80-bit float: sign and exponent in 16 bits, then 64 bits with the leading one.
  private static func extended(_ bytes: [UInt8], at start: Int) -> Double {
    let high = bigEndian(bytes, at: start, count: 2)
    let value = Double(bigEndian(bytes, at: start + 2, count: 8))
    let exponent = Int(high & 0x7FFF) - 16_383 - 63
    let scaled = Double(sign: .plus, exponent: max(-2000, min(exponent, 2000)), significand: value)
    return high & 0x8000 == 0 ? scaled : -scaled
  }

  private mutating func readCaf(_ source: HeaderBytes) {
    container = .caf
    flaw = "it has no chunk \"desc\""
    var framesInPacket: UInt64 = 0
    source.forEachChunk(from: 8, family: .caf) { chunk in
      if chunk.id == "desc" {
        let bytes = source.read(at: chunk.body, count: 32)
        guard bytes.count == 32 else { return false }
        sampleRate = Double(bitPattern: bigEndian(bytes, at: 0, count: 8))
        blockBytes = bigEndian(bytes, at: 16, count: 4)
        framesInPacket = bigEndian(bytes, at: 20, count: 4)
        channels = Int(bigEndian(bytes, at: 24, count: 4))
        flaw = nil
      }
      // The edit count precedes the samples; all ones means "up to the end".
      if chunk.id == "data", framesInPacket == 1, chunk.size >= 4 {
        claim(bytes: chunk.size == UInt64.max ? 0 : chunk.size - 4)
        correctCaf(chunk, length: source.length)
      }
      return chunk.id != "data"
    }
  }
}

// MARK: Corrections

extension HeaderProbe {
  /// For a WAV whose size was never filled in: takes the rest of the file as samples, unless it
  /// begins with another chunk.
  private mutating func correctUnfinished(_ chunk: HeaderBytes.Chunk, source: HeaderBytes) {
    let rest = source.length - chunk.body
    guard rest > 0, rest < Int64(UInt32.max), !source.isChunk(at: chunk.body) else { return }
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rest >> Int64(8 * $0)) }
    repair.corrections.append((chunk.body - 4, bytes))
  }

  /// libsndfile finds no samples in a CAF file that is shorter than its data chunk.
  private mutating func correctCaf(_ chunk: HeaderBytes.Chunk, length: Int64) {
    let rest = length - chunk.body
    guard rest >= 4, chunk.size > UInt64(rest) else { return }
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: rest >> Int64(56 - 8 * $0)) }
    repair.corrections.append((chunk.body - 8, bytes))
  }
}

// MARK: Compressed formats

extension HeaderProbe {
  private mutating func readFlac(_ source: HeaderBytes, start: [UInt8]) {
    container = .flac
    guard let probe = FlacProbe(source, start: start) else { return }
    flac = probe
    sampleRate = Double(probe.stream.sampleRate)
    claimedFrames = probe.stream.frames
    repair.corrections = probe.corrections
  }

  private mutating func readOgg(_ source: HeaderBytes, start: [UInt8]) {
    container = .ogg
    if start.count >= 44, start[29..<35].text != "vorbis", start[28..<36].text != "OpusHead",
      start[29..<33].text != "FLAC"
    {
      flaw = "its first stream is neither Vorbis, Opus nor FLAC"
    }
    guard let probe = OggProbe(source) else { return }
    ogg = probe
    (channels, sampleRate) = (probe.channels, probe.sampleRate)
    repair.corrections = probe.corrections
  }

  private mutating func readMpeg(_ source: HeaderBytes) {
    container = .mp3
    guard let frames = MpegFrames(source, from: lead) else {
      flaw = "it has no frame of MPEG audio, layer III"
      // The bits of a header alone are in many files.
      if source.read(at: lead, count: 3).text != "ID3" { container = nil }
      return
    }
    for gap in frames.gaps.prefix(HeaderProbe.maxGaps) {
      if let tag = gap.tag { repair.corrections.append((gap.offset, tag)) }
    }
    guard let info = frames.info, info.hasDelay, info.frames != nil else {
      claimedFrames = (frames.info?.frames ?? 0) * frames.first.samples
      (repair.prefix, repair.replaced) = (frames.preface, frames.replaced)
      return
    }
    if frames.beginsLate { repair.replaced = frames.start }
    if let claimed = info.frames, claimed != frames.count {
      claimedFrames = claimed * frames.first.samples
      // A larger number is harmless: reading ends at the end of the stream.
      if claimed < frames.count { correct(info.framesOffset, value: frames.count) }
    }
    // libmpg123 compares this with the rest of the file and warns on stderr of a difference.
    let rest = source.length - frames.start
    if let claimed = info.bytes, claimed != rest { correct(info.bytesOffset, value: rest) }
  }

  private mutating func correct(_ offset: Int64, value: Int64) {
    repair.corrections.append((offset, UInt32(clamping: value).bytes))
  }

  /// Limits the cost: every read of the file checks all gaps.
  private static let maxGaps = 1000

  private static func isMpeg(_ start: [UInt8]) -> Bool {
    guard start.count >= 4 else { return false }
    if start[0] == 0x49, start[1] == 0x44, start[2] == 0x33 { return true }
    // Sync word, a valid layer, and neither the forbidden bit rate nor the forbidden sample rate.
    return start[0] == 0xFF && start[1] & 0xE0 == 0xE0 && start[1] & 0x06 != 0
      && start[2] & 0xF0 != 0xF0 && start[2] & 0x0C != 0x0C
  }
}
