import AhaBase
import AhaProject
import CAha

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
    track.fader.isMuted = asked.muted != 0
    track.fader.isSoloed = asked.soloed != 0
    track.speed = asked.speed == 0 ? 1 : asked.speed
    track.isReversed = asked.reverse != 0
    return track
  }
}

extension aha_track {
  init(_ track: Project.Track) {
    self = aha_track_init()
    bus = Project.number(track.bus)
    start_us = track.start
    loop_begin_us = track.loopBegin
    loop_end_us = track.loopEnd
    loop_count = track.loopCount < 0 ? .max : UInt32(clamping: track.loopCount)
    gain_db = track.fader.gainDb
    pan = track.fader.pan
    muted = track.fader.isMuted ? 1 : 0
    soloed = track.fader.isSoloed ? 1 : 0
    speed = track.speed
    reverse = track.isReversed ? 1 : 0
  }
}

extension Project {
  func addTrack(_ file: FilePath, _ track: UnsafePointer<aha_track>?) throws(AhaError) -> ID {
    let asked = try Sized.read(track, "track", default: aha_track_init())
    return try addTrack(file) { $0 = $0.with(asked) }
  }

  func setTrack(_ id: ID, _ info: UnsafePointer<aha_track>) throws(AhaError) {
    let present = try track(id)
    try setTrack(present.with(Sized.read(info, "info", default: aha_track(present))))
  }

  func getTrackFileState(_ id: ID) throws(AhaError) -> aha_file_state {
    switch try resolve(id) {
    case .present: aha_file_state(AHA_FILE_PRESENT)
    case .moved: aha_file_state(AHA_FILE_MOVED)
    case .changed: aha_file_state(AHA_FILE_CHANGED)
    case .missing: aha_file_state(AHA_FILE_MISSING)
    }
  }
}

@c @implementation
public func aha_track_copy_name(
  _ project: OpaquePointer?, _ track: aha_id, _ text: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try Text.copyOut(project.track(Project.id(track)).name, text, capacity, outLength)
  }
}

@c @implementation
public func aha_track_set_name(
  _ project: OpaquePointer?, _ track: aha_id, _ name: UnsafePointer<CChar>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    let name = try Text.given(name, "name")
    var value = try project.track(Project.id(track))
    value.name = name
    try project.setTrack(value)
  }
}

// MARK: Files

@c @implementation
public func aha_track_copy_path(
  _ project: OpaquePointer?, _ track: aha_id, _ text: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    let file = try project.track(Project.id(track)).file
    try Text.copyOut(project.folder.appending(file.path), text, capacity, outLength)
  }
}

@c @implementation
public func aha_track_set_path(
  _ project: OpaquePointer?, _ track: aha_id, _ path: UnsafePointer<CChar>?
) -> aha_result {
  usingBlocking(project) { (project) throws(AhaError) in
    try project.setTrackFile(Project.id(track), to: FilePath(required(path, "path")))
  }
}
