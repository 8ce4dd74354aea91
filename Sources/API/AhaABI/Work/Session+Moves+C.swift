import AhaBase
import AhaEngine
import AhaProject
import CAha
import Synchronization

@c @implementation
public func aha_session_get_effect(
  _ session: OpaquePointer?, _ effect: aha_id, _ outEffect: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  giving(session, outEffect) { (session) throws(AhaError) in
    try session.effect(Project.id(effect))
  }
}

@c @implementation
public func aha_session_get_fader(
  _ session: OpaquePointer?, _ ownerKind: aha_owner_kind, _ owner: aha_id,
  _ outEffect: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  giving(session, outEffect) { (session) throws(AhaError) in
    try session.fader(of: Project.Owner(ownerKind, owner))
  }
}

private func giving(
  _ session: OpaquePointer?, _ outEffect: UnsafeMutablePointer<OpaquePointer?>?,
  _ find: (Session) throws(AhaError) -> Effect
) -> aha_result {
  outEffect?.pointee = nil
  return guarded { () throws(AhaError) in
    let session = try Handle.object(session, as: Session.self)
    let out = try required(outEffect, "out_effect")
    out.pointee = try handle(of: find(session), parent: session.engine.handle)
  }
}

@c @implementation
public func aha_session_release_parameter(
  _ session: OpaquePointer?, _ effect: OpaquePointer?, _ parameter: UInt32
) -> aha_result {
  guarded { () throws(AhaError) in
    let timeline = try Handle.object(session, as: Session.self).timeline
    let effect = try Handle.object(effect, as: Effect.self)
    try timeline.release(effect, ParameterNumber.index(parameter, of: effect.effectKind))
  }
}

@c @implementation
public func aha_session_set_track_speed(
  _ session: OpaquePointer?, _ track: aha_id, _ speed: Double
) -> aha_result {
  guarded { () throws(AhaError) in
    try Handle.object(session, as: Session.self).setSpeed(of: Project.id(track), to: speed)
  }
}

@c @implementation
public func aha_session_release_track_speed(
  _ session: OpaquePointer?, _ track: aha_id
) -> aha_result {
  guarded { () throws(AhaError) in
    try Handle.object(session, as: Session.self).releaseSpeed(of: Project.id(track))
  }
}

@c @implementation
public func aha_session_save_moves(
  _ session: OpaquePointer?, _ exact: UInt32, _ outCount: UnsafeMutablePointer<UInt32>?
) -> aha_result {
  outCount?.pointee = 0
  return guardedBlocking { () throws(AhaError) in
    let session = try Handle.object(session, as: Session.self)
    let count = try session.recordMoves(thins: exact == 0)
    outCount?.pointee = UInt32(clamping: count)
  }
}

@c @implementation
public func aha_session_silent_count(_ session: OpaquePointer?) -> UInt32 {
  getting(0) { () throws(AhaError) in
    UInt32(clamping: try Handle.object(session, as: Session.self).silentTracks.count)
  }
}

@c @implementation
public func aha_session_silent_at(
  _ session: OpaquePointer?, _ index: UInt32, _ outTrack: UnsafeMutablePointer<aha_id>?
) -> aha_result {
  outTrack?.pointee = 0
  return guarded { () throws(AhaError) in
    let session = try Handle.object(session, as: Session.self)
    let out = try required(outTrack, "out_track")
    out.pointee = Project.number(try element(session.silentTracks, index, "silent tracks"))
  }
}
