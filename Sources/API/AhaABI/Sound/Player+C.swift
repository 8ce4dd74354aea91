import AhaBase
import AhaDSP
import AhaEngine
import CAha
import Synchronization

extension Player: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_PLAYER, "player") }

  func ended(_ handle: UInt) {
    tag.store(0, ordering: .relaxed)
    release()
  }
}

@c @implementation
public func aha_player_create(
  _ engine: OpaquePointer?, _ sound: OpaquePointer?, _ bus: OpaquePointer?,
  _ options: UnsafePointer<aha_player_options>?,
  _ outPlayer: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outPlayer?.pointee = nil
  return guarded { () throws(AhaError) in
    let host = try Handle.object(engine, as: Engine.self)
    let out = try required(outPlayer, "out_player")
    let player = try host.makePlayer(
      of: Handle.object(sound, as: Sound.self),
      into: busOrMaster(bus, of: host), Player.Options(options))
    out.pointee = try Handle.make(player, parent: engine, tag: player.tag) { player.release() }
  }
}

extension Player.Options {
  fileprivate init(_ options: UnsafePointer<aha_player_options>?) throws(AhaError) {
    self.init()
    let asked = try Sized.read(options, "options", default: aha_player_options_init())
    try requireZero(asked.reserved, "options")
    gainDb = asked.gain_db
    pan = asked.pan
    loopCount = asked.loop_count
    speed = asked.speed == 0 ? 1 : asked.speed
    isReversed = asked.reverse != 0
    isFast = try isFastQuality(asked.quality)
  }
}

func isFastQuality(_ quality: aha_speed_quality) throws(AhaError) -> Bool {
  switch Int(quality) {
  case AHA_SPEED_GOOD: return false
  case AHA_SPEED_FAST: return true
  default: throw AhaError(.invalidArgument, "there is no quality of speed \(quality)")
  }
}

@c @implementation
public func aha_player_start(
  _ player: OpaquePointer?, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(player, as: Player.self, ramp) { (player, ramp) throws(AhaError) in
    try player.start(at: ramp.frame, over: ramp.fade)
  }
}

@c @implementation
public func aha_player_start_with_velocity(
  _ player: OpaquePointer?, _ velocity: Float, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(player, as: Player.self, ramp) { (player, ramp) throws(AhaError) in
    try player.start(at: ramp.frame, velocity: velocity, over: ramp.fade)
  }
}

@c @implementation
public func aha_player_stop(
  _ player: OpaquePointer?, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(player, as: Player.self, ramp) { (player, ramp) throws(AhaError) in
    try player.stop(at: ramp.frame, over: ramp.fade)
  }
}

@c @implementation
public func aha_player_pause(
  _ player: OpaquePointer?, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(player, as: Player.self, ramp) { (player, ramp) throws(AhaError) in
    try player.pause(at: ramp.frame, over: ramp.fade)
  }
}

@c @implementation
public func aha_player_resume(
  _ player: OpaquePointer?, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(player, as: Player.self, ramp) { (player, ramp) throws(AhaError) in
    try player.resume(at: ramp.frame, over: ramp.fade)
  }
}

@c @implementation
public func aha_player_seek_frames(
  _ player: OpaquePointer?, _ position: UInt64, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(player, as: Player.self, ramp) { (player, ramp) throws(AhaError) in
    guard position <= UInt64(player.length) else {
      throw AhaError(
        .invalidArgument, "seek to frame \(position) of a sound of \(player.length)")
    }
    try player.seek(to: Int64(position), at: ramp.frame, over: ramp.fade)
  }
}

@c @implementation
public func aha_player_set_loop_frames(
  _ player: OpaquePointer?, _ begin: UInt64, _ end: UInt64, _ count: UInt32
) -> aha_result {
  guarded { () throws(AhaError) in
    let player = try Handle.object(player, as: Player.self)
    guard begin < end, end <= UInt64(player.length) else {
      throw AhaError(
        .invalidArgument, "loop from frame \(begin) to \(end) of a sound of \(player.length)")
    }
    try player.setLoop(begin: Int64(begin), end: Int64(end), count: count)
  }
}

@c @implementation
public func aha_player_set_gain_db(
  _ player: OpaquePointer?, _ gainDb: Float, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(player, as: Player.self, ramp) { (player, ramp) throws(AhaError) in
    try player.setGain(db: gainDb, over: ramp.fade, at: ramp.frame)
  }
}

func fade(_ frames: UInt64, _ shape: aha_fade_shape) throws(AhaError) -> Fade {
  Fade(frame(frames), try known(shape, "the shape of a fade"))
}

@c @implementation
public func aha_player_set_envelope(
  _ player: OpaquePointer?, _ envelope: UnsafePointer<aha_envelope>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let player = try Handle.object(player, as: Player.self)
    let asked = try Sized.read(envelope, "envelope", default: aha_envelope_init())
    var stages = Player.Stages()
    stages.attack = try fade(asked.attack_frames, asked.attack_shape)
    stages.decay = try fade(asked.decay_frames, asked.decay_shape)
    stages.release = try fade(asked.release_frames, asked.release_shape)
    stages.sustainDb = asked.sustain_db
    try player.setEnvelope(stages)
  }
}

@c @implementation
public func aha_player_set_choke_group(
  _ player: OpaquePointer?, _ group: UInt32, _ fadeFrames: UInt64
) -> aha_result {
  guarded { () throws(AhaError) in
    try Handle.object(player, as: Player.self).setChoke(group: group, fade: frame(fadeFrames))
  }
}

@c @implementation
public func aha_player_gain_db(_ player: OpaquePointer?) -> Float {
  getting(0) { () throws(AhaError) in try Handle.object(player, as: Player.self).gainDb }
}

@c @implementation
public func aha_player_set_pan(
  _ player: OpaquePointer?, _ pan: Float, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(player, as: Player.self, ramp) { (player, ramp) throws(AhaError) in
    try player.setPan(pan, over: ramp.fade, at: ramp.frame)
  }
}

@c @implementation
public func aha_player_pan(_ player: OpaquePointer?) -> Float {
  getting(0) { () throws(AhaError) in try Handle.object(player, as: Player.self).pan }
}

@c @implementation
public func aha_player_set_reversed(
  _ player: OpaquePointer?, _ reverse: UInt32, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(player, as: Player.self, ramp) { (player, ramp) throws(AhaError) in
    try player.setReversed(reverse != 0, over: ramp.fade, at: ramp.frame)
  }
}

@c @implementation
public func aha_player_is_reversed(_ player: OpaquePointer?) -> UInt32 {
  getting(0) { () throws(AhaError) in
    try Handle.object(player, as: Player.self).isReversed ? 1 : 0
  }
}

@c @implementation
public func aha_player_set_bus(_ player: OpaquePointer?, _ bus: OpaquePointer?) -> aha_result {
  guarded { () throws(AhaError) in
    let player = try Handle.object(player, as: Player.self)
    try player.setBus(busOrMaster(bus, of: player.engine))
  }
}

@c @implementation
public func aha_player_get_state(_ player: OpaquePointer?) -> aha_player_state {
  RenderCall.read(player, as: Player.self, PlayerState.stopped.rawValue) { $0.state.rawValue }
}

@c @implementation
public func aha_player_position_frames(_ player: OpaquePointer?) -> UInt64 {
  RenderCall.read(player, as: Player.self, 0) { UInt64($0.position) }
}

@c @implementation
public func aha_player_create_send(
  _ player: OpaquePointer?, _ destination: OpaquePointer?,
  _ options: UnsafePointer<aha_send_options>?, _ outSend: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outSend?.pointee = nil
  return guarded { () throws(AhaError) in
    let player = try Handle.object(player, as: Player.self)
    let destination = try Handle.object(destination, as: Bus.self)
    try makeSend(options, outSend) { (point, gain) throws(AhaError) in
      try player.makeSend(to: destination, point, gainDb: gain)
    }
  }
}
