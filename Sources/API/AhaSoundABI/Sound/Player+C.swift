import AhaArguments
import AhaBase
import AhaDSP
import AhaEngine
import CAha

/// Errors: `invalidArgument`.
private func frameNumber(_ frame: UInt64) throws(AhaError) -> Int64 {
  if let number = Int64(exactly: frame) { return number }
  throw AhaError(.invalidArgument, "frame \(frame) is past the end of every sound")
}

extension Player {
  func seekFrames(_ position: UInt64, over fade: Fade?, at frame: Int64) throws(AhaError) {
    try seek(to: frameNumber(position), at: frame, over: fade)
  }

  func setLoopFrames(begin: UInt64, end: UInt64, count: UInt32) throws(AhaError) {
    try setLoop(begin: frameNumber(begin), end: frameNumber(end), count: count)
  }

  func setLoop(_ loop: UnsafePointer<aha_loop>?) throws(AhaError) {
    let fields = try Sized.read(loop, "loop", default: aha_loop_init())
    let mode: LoopMode = try known(fields.mode, "the mode of a loop")
    guard fields.loop_count > 0 else { return try endLoop() }
    guard mode != .file else {
      throw AhaError(.invalidArgument, "the mode AHA_LOOP_FILE is for a new player")
    }
    try setLoop(
      begin: Int64(clamping: fields.begin_frame), end: Int64(clamping: fields.end_frame),
      count: fields.loop_count, isPingPong: mode == .pingPong)
  }

  func setRangeFrames(begin: UInt64, end: UInt64) throws(AhaError) {
    try setRange(begin: frameNumber(begin), end: frameNumber(end))
  }
}

@c @implementation
public func aha_player_set_next(
  _ player: OpaquePointer?, _ sound: OpaquePointer?, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let player = try Handle.object(player, as: Player.self)
    let ramp = try Ramped(ramp)
    guard ramp.atFrame == 0 else {
      throw AhaError(
        .invalidArgument, "at_frame \(ramp.atFrame) of a next sound, which begins at the end")
    }
    let next = try sound.map { (sound) throws(AhaError) in
      try Handle.object(sound, as: Sound.self)
    }
    try player.setNext(next, over: ramp.fade)
  }
}

@c @implementation
public func aha_player_set_channel_matrix(
  _ player: OpaquePointer?, _ gains: UnsafePointer<aha_channel_gain>?, _ count: Int,
  _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let player = try Handle.object(player, as: Player.self)
    let ramp = try Ramped(ramp)
    guard ramp.atFrame == 0 else {
      throw AhaError(.invalidArgument, "at_frame \(ramp.atFrame) of a matrix, which begins at once")
    }
    let rows = UnsafeBufferPointer(start: gains, count: gains == nil ? 0 : count)
    try require(UInt64(rows.count), in: 0...64, "count")
    try player.setChannelMatrix(rows.flatMap { [$0.left, $0.right] }, over: ramp.fade)
  }
}

func fade(_ frames: UInt64, shape: aha_fade_shape) throws(AhaError) -> Fade {
  Fade(frame(frames), shape: try known(shape, "the shape of a fade"))
}

extension Player.Stages {
  init(_ envelope: UnsafePointer<aha_envelope>?) throws(AhaError) {
    self.init()
    let fields = try Sized.read(envelope, "envelope", default: aha_envelope_init())
    attack = try fade(fields.attack_frames, shape: fields.attack_shape)
    decay = try fade(fields.decay_frames, shape: fields.decay_shape)
    release = try fade(fields.release_frames, shape: fields.release_shape)
    sustainDb = fields.sustain_db
  }
}
