import AhaBase
import AhaCodec
import AhaDSP
import AhaEngine
import CAha
import CShims
import Synchronization

extension Recorder: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_RECORDER, "recorder") }

  func ended(_ handle: UInt) {
    tag.store(0, ordering: .relaxed)
    release()
  }
}

@c @implementation
public func aha_recorder_create(
  _ engine: OpaquePointer?, _ bus: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ options: UnsafePointer<aha_recorder_options>?, _ encode: UnsafePointer<aha_encode_options>?,
  _ outRecorder: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outRecorder?.pointee = nil
  return guardedBlocking { () throws(AhaError) in
    let host = try Handle.object(engine, as: Engine.self)
    let bus = try busOrMaster(bus, of: host)
    let out = try required(outRecorder, "out_recorder")
    let path = FilePath(try required(path, "path"))
    let settings = try EncodeSettings(
      encode, fileExtension: path.fileExtension, sampleRate: host.settings.sampleRate,
      channels: host.recordedChannels(of: bus), isTake: true)
    let recorder = try host.makeRecorder(of: bus, to: path, settings, Recorder.Options(options))
    out.pointee = try Handle.make(recorder, parent: engine, tag: recorder.tag) {
      recorder.release()
    }
  }
}

extension Recorder.Options {
  fileprivate init(_ options: UnsafePointer<aha_recorder_options>?) throws(AhaError) {
    self.init()
    let asked = try Sized.read(options, "options", default: aha_recorder_options_init())
    try requireZero(asked.reserved, "options")
    splitFrames = Int64(clamping: asked.split_frames)
    splitBytes = Int64(clamping: asked.split_bytes)
    if asked.minimum_free_bytes > 0 { minimumFree = Int64(clamping: asked.minimum_free_bytes) }
    ringMilliseconds = try choose(asked.ring_ms, 100...60_000, ringMilliseconds, "ring_ms")
    preRollMilliseconds = try choose(asked.pre_roll_ms, 0...60_000, 0, "pre_roll_ms")
    if asked.warn_seconds > 0 { warnSeconds = Int64(asked.warn_seconds) }
    replaces = asked.replace != 0
    guard asked.free_share != 0 else { return }
    guard asked.free_share > 0, asked.free_share <= 1 else {
      throw AhaError(.invalidArgument, "free_share \(asked.free_share) is not above 0 to 1")
    }
    freeShare = Double(asked.free_share)
  }
}

@c @implementation
public func aha_recorder_start(
  _ recorder: OpaquePointer?, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  guarded { () throws(AhaError) in
    try Handle.object(recorder, as: Recorder.self).start(at: takeFrame(ramp))
  }
}

@c @implementation
public func aha_recorder_stop(
  _ recorder: OpaquePointer?, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  guarded { () throws(AhaError) in
    try Handle.object(recorder, as: Recorder.self).stop(at: takeFrame(ramp))
  }
}

/// The frame of a take; nil: now. Errors: `invalidArgument`.
private func takeFrame(_ ramp: UnsafePointer<aha_ramp>?) throws(AhaError) -> Int64? {
  let ramp = try Ramped(ramp)
  if let fade = ramp.fade {
    throw AhaError(.invalidArgument, "a take has no fade, but frames is \(fade.frames)")
  }
  guard ramp.atFrame < 1 << 62 else {
    throw AhaError(.invalidArgument, "frame \(ramp.atFrame) is over 2^62")
  }
  return ramp.frame == 0 ? nil : ramp.frame
}

@c @implementation
public func aha_recorder_pause(_ recorder: OpaquePointer?) -> aha_result {
  guarded { () throws(AhaError) in try Handle.object(recorder, as: Recorder.self).pause() }
}

@c @implementation
public func aha_recorder_resume(_ recorder: OpaquePointer?) -> aha_result {
  guarded { () throws(AhaError) in try Handle.object(recorder, as: Recorder.self).resume() }
}

@c @implementation
public func aha_recorder_wait(_ recorder: OpaquePointer?, _ timeoutMs: Int64) -> aha_result {
  var hasEnded = false
  let result = guardedBlocking { () throws(AhaError) in
    let recorder = try Handle.object(recorder, as: Recorder.self)
    hasEnded = try recorder.wait(milliseconds: timeoutMs) != nil
  }
  return result == aha_result(AHA_OK) && !hasEnded ? aha_result(AHA_PENDING) : result
}

@c @implementation
public func aha_recorder_get_status(
  _ recorder: OpaquePointer?, _ status: UnsafeMutablePointer<aha_recorder_status>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let now = try Handle.object(recorder, as: Recorder.self).status
    var value = aha_recorder_status_init()
    value.frames = UInt64(max(0, now.frames))
    value.first_frame = UInt64(max(0, now.firstFrame))
    value.overrun_frames = UInt64(max(0, now.overrun))
    value.lost_frames = UInt64(max(0, now.lost))
    value.bytes = UInt64(max(0, now.bytes))
    value.remaining_seconds = now.remaining
    value.state = now.state.rawValue
    value.reason = now.reason.rawValue
    value.result = now.result.rawValue
    value.file_count = UInt32(clamping: now.files)
    try Sized.write(value, to: status, "status")
  }
}

@c @implementation
public func aha_recorder_read_meter(
  _ recorder: OpaquePointer?, _ meter: UnsafeMutablePointer<aha_recorder_meter>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let recorder = try Handle.object(recorder, as: Recorder.self)
    try Sized.check(meter, "meter")
    let peak = recorder.peak()
    var value = aha_recorder_meter_init()
    value.peak_left_db = decibels(peak.left)
    value.peak_right_db = decibels(peak.right)
    try Sized.write(value, to: meter, "meter")
  }
}

private func decibels(_ factor: Float) -> Float {
  factor > 0 ? shim_log(factor) * (20 / shim_log(10)) : -Float.infinity
}

@c @implementation
public func aha_recorder_copy_path(
  _ recorder: OpaquePointer?, _ index: UInt32, _ text: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let path = try Handle.object(recorder, as: Recorder.self).path(at: Int(index))
    try Text.copyOut(path, text, capacity, outLength)
  }
}

@c @implementation
public func aha_recorder_load_take(
  _ recorder: OpaquePointer?, _ options: UnsafePointer<aha_sound_options>?,
  _ outSound: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outSound?.pointee = nil
  return guardedBlocking { () throws(AhaError) in
    let recorder = try Handle.object(recorder, as: Recorder.self)
    let out = try required(outSound, "out_sound")
    let sound = try recorder.loadTake(Sound.Options(options))
    let handle = try Handle.make(sound, parent: recorder.engine.handle)
    out.pointee = OpaquePointer(bitPattern: handle)
  }
}
