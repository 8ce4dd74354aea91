import AhaArguments
import AhaBase
import AhaCodec
import AhaEngine
import AhaPiece
import CAha

extension Sound.Options {
  init(_ options: UnsafePointer<aha_sound_options>?) throws(AhaError) {
    self.init()
    let fields = try Sized.read(options, "options", default: aha_sound_options_init())
    mode = try known(fields.mode, "mode")
    readAheadMilliseconds = try choose(
      fields.read_ahead_ms, range: 50...10_000, fallback: readAheadMilliseconds,
      name: "read_ahead_ms")
    rules = DecodeRules(
      maxFrames: Int64(clamping: fields.max_frames), maxBytes: Int64(clamping: fields.max_bytes),
      acceptsDamage: fields.accept_damaged != 0, track: Int(fields.track))
    keepsRate = fields.keep_rate != 0
    keepsChannels = fields.keep_channels != 0
    readLoops = { Piece.loops(in: $0) }
  }
}

extension aha_loop {
  init(_ loop: FileLoop) {
    self = aha_loop_init()
    begin_frame = UInt64(loop.begin)
    end_frame = UInt64(loop.end)
    loop_count = loop.count
    mode = (loop.isPingPong ? LoopMode.pingPong : .forward).rawValue
  }
}

@c @implementation
public func aha_sound_borrow(
  _ engine: OpaquePointer?, _ left: UnsafePointer<Float>?, _ right: UnsafePointer<Float>?,
  _ frameCount: UInt64, _ sampleRate: UInt32, _ userData: UnsafeMutableRawPointer?,
  _ destroy: aha_destroy_fn?, _ outSound: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outSound?.pointee = nil
  var isTaken = false
  let result = guardedBlocking { () throws(AhaError) in
    let host = try Handle.object(engine, as: Engine.self)
    let out = try required(outSound, "out_sound")
    let left = try required(left, "left")
    try require(frameCount, in: 1...(1 << 31), "frame_count")
    for plane in [left, right ?? left] where UInt(bitPattern: plane) % 4 != 0 {
      throw AhaError(.invalidArgument, "samples at an address that is not a multiple of 4")
    }
    try requireRate(sampleRate, of: host)
    isTaken = true
    let sound = try host.makeSound(
      borrowing: Floats(left, count: Int(frameCount)),
      right: right.map { Floats($0, count: Int(frameCount)) }
    ) {
      if let destroy { Callback.stream { destroy(userData) } }
    }
    out.pointee = OpaquePointer(bitPattern: try Handle.make(sound, parent: engine))
  }
  if !isTaken, let destroy { Callback.stream { destroy(userData) } }
  return result
}

private func requireRate(_ sampleRate: UInt32, of engine: Engine) throws(AhaError) {
  let rate = engine.settings.sampleRate
  guard Int(sampleRate) == rate else {
    throw AhaError(
      .unsupported,
      "borrowed samples at \(sampleRate) Hz in an engine at \(rate) Hz: aha_sound_create converts")
  }
}

@c @implementation
public func aha_sound_read_frames(
  _ sound: OpaquePointer?, _ offset: UInt64, _ frames: UnsafeMutablePointer<Float>?,
  _ frameCount: UInt64, _ outCount: UnsafeMutablePointer<UInt64>?
) -> aha_result {
  outCount?.pointee = 0
  var isEnd = false
  let result = guardedBlocking { () throws(AhaError) in
    let sound = try Handle.object(sound, as: Sound.self)
    let frames = try required(frames, "frames")
    try require(frameCount, in: 0...(1 << 31), "frame_count")
    let start = Int64(min(offset, UInt64(Int64.max)))
    let target = Floats(frames, count: Int(frameCount) * sound.channels)
    let count = try sound.read(from: start, into: target, count: Int(frameCount))
    outCount?.pointee = UInt64(count)
    isEnd = count < Int(frameCount) || start >= sound.length
  }
  return result == aha_result(AHA_OK) && isEnd ? aha_result(AHA_END) : result
}

extension aha_sound_info {
  init(_ sound: Sound) throws(AhaError) {
    let facts = try sound.facts()
    self = aha_sound_info_init()
    frames = UInt64(facts.frames)
    claimed_frames = UInt64(max(0, facts.format.claimedFrames))
    seconds = Double(facts.frames) / Double(facts.format.sampleRate)
    file_bytes = UInt64(max(0, facts.format.bytes))
    memory_bytes = UInt64(try sound.memoryBytes())
    sample_rate = UInt32(facts.format.sampleRate)
    channels = UInt32(facts.format.channels)
    container = facts.format.container.rawValue
    encoding = facts.format.encoding.rawValue
    bits = UInt32(facts.format.bits)
    mode = try sound.mode().rawValue
    played_rate = UInt32(try sound.sampleRate())
    played_channels = UInt32(sound.channels)
  }
}

extension Sound {
  func save(
    to path: FilePath, options: UnsafePointer<aha_encode_options>?,
    prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    try save(to: .file(path), options: options, prepare: prepare)
  }

  func saveStream(
    _ stream: StreamBox, options: UnsafePointer<aha_encode_options>?,
    prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    try save(to: .stream(stream.writable()), options: options, prepare: prepare)
  }

  private func save(
    to output: Output, options: UnsafePointer<aha_encode_options>?,
    prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    let settings = try EncodeSettings(
      options: options, fileExtension: output.fileExtension, sampleRate: sampleRate(),
      channels: channels)
    try startSaving(to: output, settings: settings, prepare: prepare)
  }
}

extension Engine {
  func createSoundChannels(
    _ frames: UnsafePointer<Float>, frameCount: UInt64, channels: Int, sampleRate: Int
  ) throws(AhaError) -> Sound {
    try createSound(
      frames, frameCount: frameCount, channels: channels, sampleRate: sampleRate,
      keepsChannels: true)
  }

  func createSound(
    _ frames: UnsafePointer<Float>, frameCount: UInt64, channels: Int, sampleRate: Int,
    keepsChannels: Bool = false
  ) throws(AhaError) -> Sound {
    try require(frameCount, in: 1...(1 << 31), "frame_count")
    let frames = Floats(frames, count: Int(frameCount) * channels)
    return try makeSound(
      interleaved: frames, frames: Int(frameCount), channels: channels, sampleRate: sampleRate,
      keepsChannels: keepsChannels)
  }
}
