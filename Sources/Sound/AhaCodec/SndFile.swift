import AhaBase
import CSndfile

/// An open libsndfile handle over a cursor. Only this class uses libsndfile.
///
/// Invariant: no call requests more than `Limit.blockFrames`. Errors: calls return libsndfile's
/// results; callers check `cursor.failure` first, which has the cause of a stream's failure.
/// Threads: one at a time.
final class SndFile: SourceFile, TargetFile {
  let info: SourceInfo
  var damage: SourceDamage?
  var handle: OpaquePointer?
  let cursor: Cursor
  /// The position of reading.
  private(set) var next: Int64 = 0
  /// libsndfile has met an error after which its frames are wrong.
  var isBroken = false
  var checksum: FlacChecksum?

  /// Opens for reading; nil if libsndfile refuses.
  init?(reading cursor: Cursor) {
    self.cursor = cursor
    var raw = SF_INFO()
    handle = SndFile.open(cursor, mode: SFM_READ, info: &raw)
    info = SourceInfo(raw, without: cursor.pages?.droppedFrames(sampleRate: raw.samplerate) ?? 0)
    if handle == nil { return nil }
    dropFirst()
  }

  /// Opens for writing; nil if libsndfile refuses.
  init?(writing cursor: Cursor, settings: EncodeSettings) {
    self.cursor = cursor
    var raw = SF_INFO()
    raw.samplerate = Int32(settings.outputRate)
    raw.channels = Int32(settings.channels)
    raw.format = SndFormat.number(
      settings.container, encoding: settings.encoding, channels: settings.channels)
    handle = SndFile.open(cursor, mode: SFM_WRITE, info: &raw)
    info = SourceInfo(raw, without: 0)
    if handle == nil { return nil }
    configure(settings)
  }

  deinit { _ = close() }

  static func open(
    _ cursor: Cursor, mode: Int, info: inout SF_INFO
  ) -> OpaquePointer? {
    var functions = SF_VIRTUAL_IO(
      get_filelen: { Cursor.behind($0).length },
      seek: { Cursor.behind($2).seek($0, from: $1) },
      read: { bytes, count, data in
        guard let bytes, count > 0 else { return 0 }
        return Int64(Cursor.behind(data).read(bytes, count: Int(count)))
      },
      write: { bytes, count, data in
        guard let bytes, count > 0 else { return 0 }
        return Int64(Cursor.behind(data).write(bytes, count: Int(count)))
      },
      tell: { Cursor.behind($0).position })
    let data = Unmanaged.passUnretained(cursor).toOpaque()
    return sf_open_virtual(&functions, Int32(mode), &info, data)
  }

  private func configure(_ settings: EncodeSettings) {
    if settings.container == .rf64 {
      sf_command(handle, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE))
    }
    guard settings.encoding.bytesPerSample == nil else { return }
    if settings.encoding == .mp3 {
      var mode = Int32(SF_BITRATE_MODE_VARIABLE)
      if settings.compression.bitrate > 0 {
        let isVariable = settings.compression.isVariable
        mode = Int32(isVariable ? SF_BITRATE_MODE_AVERAGE : SF_BITRATE_MODE_CONSTANT)
      }
      sf_command(handle, Int32(SFC_SET_BITRATE_MODE), &mode, Int32(MemoryLayout<Int32>.size))
    }
    var level = settings.compressionLevel
    sf_command(handle, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
  }

  // MARK: Frames

  func read(_ target: Floats, frames: Int) -> Int {
    let limit = cursor.flac == nil ? Int64.max : info.readableFrames - next
    let wanted = min(Int64(min(frames, Limit.blockFrames)), limit)
    guard wanted > 0, !isBroken else { return 0 }
    var got = Int(sf_readf_float(handle, target.base, wanted))
    if cursor.failure == nil {
      if cursor.flac != nil, sf_error(handle) != 0 { got = correctFrames(of: got) }
      if let mark = markedFrame { got = stop(got, before: mark, of: Int(wanted)) }
    }
    next += Int64(got)
    check(target, count: got)
    return got
  }

  /// Moves to a frame; returns the new position, or -1.
  func seek(to frame: Int64) -> Int64 {
    checksum = nil
    next = sf_seek(handle, frame + info.firstFrame, Int32(SF_SEEK_SET)) - info.firstFrame
    return isBroken ? -1 : next
  }

  func write(_ source: Floats, frames: Int) -> Int {
    Int(sf_writef_float(handle, source.base, Int64(frames)))
  }

  /// Writes integers whose upper bits are the sample.
  func write(_ source: Buffer<Int32>, frames: Int) -> Int {
    Int(sf_writef_int(handle, source.base, Int64(frames)))
  }

  /// Rewrites the header with the current length. Not for Ogg, which it would destroy.
  func updateHeader() { sf_command(handle, Int32(SFC_UPDATE_HEADER_NOW), nil, 0) }

  /// The position of each channel; nil if the file does not specify them.
  func channelMap() -> [ChannelPosition]? {
    var map = [Int32](repeating: 0, count: info.channels)
    let size = Int32(map.count * MemoryLayout<Int32>.stride)
    guard sf_command(handle, Int32(SFC_GET_CHANNEL_MAP_INFO), &map, size) == SF_TRUE else {
      return nil
    }
    return map.map { ChannelPosition(libsndfile: $0) }
  }

  // MARK: The end

  /// Writes the rest and closes the handle; returns libsndfile's error number.
  func close() -> Int32 {
    guard let handle else { return 0 }
    self.handle = nil
    let result = sf_close(handle)
    cursor.flush()
    return result
  }
}

extension ChannelPosition {
  fileprivate init(libsndfile number: Int32) {
    switch Int(number) {
    case SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_FRONT_LEFT: self = .left
    case SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_FRONT_RIGHT: self = .right
    case SF_CHANNEL_MAP_MONO, SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_FRONT_CENTER: self = .center
    case SF_CHANNEL_MAP_LFE: self = .lowFrequency
    case SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_SIDE_LEFT: self = .surroundLeft
    case SF_CHANNEL_MAP_REAR_RIGHT, SF_CHANNEL_MAP_SIDE_RIGHT: self = .surroundRight
    case SF_CHANNEL_MAP_REAR_CENTER: self = .surroundCenter
    case SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER: self = .leftOfCenter
    case SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER: self = .rightOfCenter
    default: self = .other
    }
  }
}

extension SourceInfo {
  /// - Parameter dropped: Frames at the start that are not part of the sound.
  fileprivate init(_ raw: SF_INFO, without dropped: Int64) {
    container = SndFormat.container(raw.format)
    encoding = SndFormat.encoding(raw.format)
    bits = SndFormat.bits(raw.format)
    sampleRate = Int(raw.samplerate)
    channels = Int(raw.channels)
    frames = raw.frames > dropped && raw.frames < Int64.max ? raw.frames - dropped : 0
    claimedFrames = frames
    firstFrame = dropped
    seeking = SndFormat.seeking(raw.format)
  }
}

extension Cursor {
  /// The cursor behind a library's user data.
  static func behind(_ data: UnsafeMutableRawPointer?) -> Cursor {
    Unmanaged<Cursor>.fromOpaque(data!).takeUnretainedValue()
  }
}

/// libsndfile's numbers of formats.
enum SndFormat {
  /// WAV of more than two channels has the extensible header, with the usual mask of loudspeakers
  /// for 4, 6 and 8 channels.
  static func number(_ container: Container, encoding: Encoding, channels: Int) -> Int32 {
    let isMasked = container == .wav && channels > 2
    return Int32((isMasked ? SF_FORMAT_WAVEX : type(container)) | subtype(encoding))
  }

  /// 0: libsndfile does not have it.
  private static func type(_ container: Container) -> Int {
    switch container {
    case .auto, .wav: SF_FORMAT_WAV
    case .rf64: SF_FORMAT_RF64
    case .w64: SF_FORMAT_W64
    case .aiff: SF_FORMAT_AIFF
    case .caf: SF_FORMAT_CAF
    case .flac: SF_FORMAT_FLAC
    case .ogg: SF_FORMAT_OGG
    case .mp3: SF_FORMAT_MPEG
    case .m4a, .matroska, .wma, .adts: 0
    }
  }

  /// 0: libsndfile does not have it.
  private static func subtype(_ encoding: Encoding) -> Int {
    switch encoding {
    case .auto, .pcm16: SF_FORMAT_PCM_16
    case .pcm24: SF_FORMAT_PCM_24
    case .pcm32: SF_FORMAT_PCM_32
    case .float32: SF_FORMAT_FLOAT
    case .vorbis: SF_FORMAT_VORBIS
    case .opus: SF_FORMAT_OPUS
    case .mp3: SF_FORMAT_MPEG_LAYER_III
    case .aac, .alac, .wma, .ac3, .dts: 0
    }
  }

  fileprivate static func container(_ format: Int32) -> Container {
    let type = Int(format) & SF_FORMAT_TYPEMASK
    if type == SF_FORMAT_WAVEX { return .wav }
    return Container.allCases.dropFirst().first { type != 0 && self.type($0) == type } ?? .auto
  }

  fileprivate static func encoding(_ format: Int32) -> Encoding {
    let subtype = Int(format) & SF_FORMAT_SUBMASK
    return Encoding.allCases.dropFirst().first { subtype != 0 && self.subtype($0) == subtype }
      ?? .auto
  }

  fileprivate static func seeking(_ format: Int32) -> Seeking {
    switch Int(format) & SF_FORMAT_SUBMASK {
    case SF_FORMAT_VORBIS, SF_FORMAT_OPUS: .reopened
    case SF_FORMAT_MPEG_LAYER_I, SF_FORMAT_MPEG_LAYER_II, SF_FORMAT_MPEG_LAYER_III: .preroll
    case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32,
      SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE, SF_FORMAT_ULAW, SF_FORMAT_ALAW:
      .exact
    default: .forward
    }
  }

  fileprivate static func bits(_ format: Int32) -> Int {
    switch Int(format) & SF_FORMAT_SUBMASK {
    case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8: 8
    case SF_FORMAT_DWVW_12: 12
    case SF_FORMAT_PCM_16, SF_FORMAT_ALAC_16, SF_FORMAT_DWVW_16: 16
    case SF_FORMAT_ALAC_20: 20
    case SF_FORMAT_PCM_24, SF_FORMAT_ALAC_24, SF_FORMAT_DWVW_24: 24
    case SF_FORMAT_PCM_32, SF_FORMAT_ALAC_32, SF_FORMAT_FLOAT: 32
    case SF_FORMAT_DOUBLE: 64
    default: 0
    }
  }
}
