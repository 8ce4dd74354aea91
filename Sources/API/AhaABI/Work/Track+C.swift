import AhaBase
import AhaProject
import CAha

@c @implementation
public func aha_track_add(
  _ project: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ track: UnsafePointer<aha_track>?,
  _ outID: UnsafeMutablePointer<aha_id>?
) -> aha_result {
  outID?.pointee = 0
  return usingBlocking(project) { (project) throws(AhaError) in
    let file = FilePath(try required(path, "path"))
    let asked = try Sized.read(track, "track", default: aha_track_init())
    let id = try project.addTrack(file) { $0 = $0.with(asked) }
    outID?.pointee = Project.number(id)
  }
}

extension Project.Track {
  /// The track with the host's values.
  fileprivate func with(_ asked: aha_track) -> Project.Track {
    var track = self
    track.bus = Project.busID(asked.bus)
    track.start = asked.start_us
    track.loopBegin = asked.loop_begin_us
    track.loopEnd = asked.loop_end_us
    track.loopCount = asked.loop_count == .max ? Project.loopForever : Int64(asked.loop_count)
    track.fader.gainDb = asked.gain_db
    track.fader.pan = asked.pan
    track.fader.isMuted = asked.is_muted != 0
    track.fader.isSoloed = asked.is_soloed != 0
    track.speed = asked.speed == 0 ? 1 : asked.speed
    track.isReversed = asked.is_reversed != 0
    return track
  }

  fileprivate var forC: aha_track {
    var value = aha_track_init()
    value.bus = Project.number(bus)
    value.start_us = start
    value.loop_begin_us = loopBegin
    value.loop_end_us = loopEnd
    value.loop_count = loopCount < 0 ? .max : UInt32(clamping: loopCount)
    value.gain_db = fader.gainDb
    value.pan = fader.pan
    value.is_muted = fader.isMuted ? 1 : 0
    value.is_soloed = fader.isSoloed ? 1 : 0
    value.speed = speed
    value.is_reversed = isReversed ? 1 : 0
    return value
  }
}

@c @implementation
public func aha_track_get(
  _ project: OpaquePointer?, _ track: aha_id, _ info: UnsafeMutablePointer<aha_track>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try Sized.check(info, "info")
    try Sized.write(project.track(Project.id(track)).forC, to: info, "info")
  }
}

@c @implementation
public func aha_track_set(
  _ project: OpaquePointer?, _ track: aha_id, _ info: UnsafePointer<aha_track>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    let info = try required(info, "info")
    let present = try project.track(Project.id(track))
    let asked = try Sized.read(info, "info", default: present.forC)
    try project.setTrack(present.with(asked))
  }
}

// MARK: Texts and files

@c @implementation
public func aha_track_copy_text(
  _ project: OpaquePointer?, _ track: aha_id, _ text: aha_track_text,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    let isName = try isName(text)
    let track = try project.track(Project.id(track))
    if isName { return try Text.copyOut(track.name, buffer, capacity, outLength) }
    try Text.copyOut(project.folder.appending(track.file.path), buffer, capacity, outLength)
  }
}

@c @implementation
public func aha_track_set_text(
  _ project: OpaquePointer?, _ track: aha_id, _ text: aha_track_text, _ value: UnsafePointer<CChar>?
) -> aha_result {
  usingBlocking(project) { (project) throws(AhaError) in
    let value = try required(value, "value")
    let id = Project.id(track)
    guard try isName(text) else { return try project.setTrackFile(id, to: FilePath(value)) }
    var track = try project.track(id)
    track.name = String(cString: value)
    try project.setTrack(track)
  }
}

/// False for the path. Errors: `invalidArgument`.
private func isName(_ text: aha_track_text) throws(AhaError) -> Bool {
  if text > aha_track_text(AHA_TRACK_TEXT_PATH) { throw Text.unknown(text) }
  return text == aha_track_text(AHA_TRACK_TEXT_NAME)
}

@c @implementation
public func aha_track_get_file_state(
  _ project: OpaquePointer?, _ track: aha_id, _ outState: UnsafeMutablePointer<aha_file_state>?
) -> aha_result {
  usingBlocking(project) { (project) throws(AhaError) in
    let out = try required(outState, "out_state")
    switch try project.resolve(Project.id(track)) {
    case .present: out.pointee = aha_file_state(AHA_FILE_PRESENT)
    case .moved: out.pointee = aha_file_state(AHA_FILE_MOVED)
    case .changed: out.pointee = aha_file_state(AHA_FILE_CHANGED)
    case .missing: out.pointee = aha_file_state(AHA_FILE_MISSING)
    }
  }
}

// MARK: The list

@c @implementation
public func aha_track_remove(_ project: OpaquePointer?, _ track: aha_id) -> aha_result {
  using(project) { (project) throws(AhaError) in try project.removeTrack(Project.id(track)) }
}

@c @implementation
public func aha_track_move(
  _ project: OpaquePointer?, _ track: aha_id, _ index: UInt32
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try project.moveTrack(Project.id(track), to: Int(index))
  }
}

@c @implementation
public func aha_track_count(_ project: OpaquePointer?) -> UInt32 {
  counting(project) { (project) throws(AhaError) in try project.trackCount() }
}

@c @implementation
public func aha_track_at(
  _ project: OpaquePointer?, _ index: UInt32, _ outID: UnsafeMutablePointer<aha_id>?
) -> aha_result {
  finding(project, outID) { (project) throws(AhaError) in try project.track(at: Int64(index)) }
}
