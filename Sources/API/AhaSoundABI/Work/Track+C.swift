import AhaArguments
import AhaBase
import AhaDSP
import AhaPiece
import AhaProject
import CAha

extension Document.Track {
  /// The track with the host's values.
  fileprivate func with(_ fields: aha_track) throws(AhaError) -> Document.Track {
    var track = self
    track.bus = Document.busID(fields.bus)
    track.start = fields.start_us
    track.loopBegin = fields.loop_begin_us
    track.loopEnd = fields.loop_end_us
    track.loopCount = fields.loop_count == .max ? Document.loopForever : Int64(fields.loop_count)
    track.fader.gainDb = fields.gain_db
    track.fader.pan = fields.pan
    track.fader.isMuted = fields.is_muted != 0
    track.fader.isSoloed = fields.is_soloed != 0
    track.speed = fields.speed == 0 ? 1 : fields.speed
    track.isReversed = fields.is_reversed != 0
    track.tempo = fields.tempo_bpm
    (track.begin, track.end) = (fields.begin_us, fields.end_us)
    track.fadeIn = try clipFade(fields.fade_in_us, shape: fields.fade_in_curve)
    track.fadeOut = try clipFade(fields.fade_out_us, shape: fields.fade_out_curve)
    return track
  }
}

private func clipFade(
  _ time: Int64, shape: aha_fade_shape
) throws(AhaError) -> Document.ClipFade {
  Document.ClipFade(time, shape: try known(shape, "the shape of a fade"))
}

/// Errors: `invalidArgument`. Found before a file is opened or a track is looked up.
private func requireFades(_ fields: aha_track) throws(AhaError) {
  _ = try clipFade(0, shape: fields.fade_in_curve)
  _ = try clipFade(0, shape: fields.fade_out_curve)
}

extension aha_track {
  init(_ track: Document.Track) {
    self = aha_track_init()
    bus = Document.number(track.bus)
    start_us = track.start
    loop_begin_us = track.loopBegin
    loop_end_us = track.loopEnd
    loop_count = track.loopCount < 0 ? .max : UInt32(clamping: track.loopCount)
    gain_db = track.fader.gainDb
    pan = track.fader.pan
    is_muted = track.fader.isMuted ? 1 : 0
    is_soloed = track.fader.isSoloed ? 1 : 0
    speed = track.speed
    is_reversed = track.isReversed ? 1 : 0
    tempo_bpm = track.tempo
    (begin_us, end_us) = (track.begin, track.end)
    (fade_in_us, fade_in_curve) = (track.fadeIn.time, track.fadeIn.shape.rawValue)
    (fade_out_us, fade_out_curve) = (track.fadeOut.time, track.fadeOut.shape.rawValue)
  }
}

extension Document {
  func addTrack(_ file: FilePath, track: UnsafePointer<aha_track>?) throws(AhaError) -> ID {
    let fields = try Sized.read(track, "track", default: aha_track_init())
    try requireFades(fields)
    return try addTrack(file) { (track) throws(AhaError) in track = try track.with(fields) }
  }

  func setTrack(_ id: ID, info: UnsafePointer<aha_track>) throws(AhaError) {
    try requireFades(Sized.read(info, "info", default: aha_track_init()))
    let present = try track(id)
    try setTrack(present.with(Sized.read(info, "info", default: aha_track(present))))
  }

  func fitTrack(_ id: ID, piece: SharedPiece, root: UInt32) throws(AhaError) {
    try fitTrack(id, to: piece.copy, root: root == .max ? nil : root)
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

// MARK: Texts and files

extension Document {
  func trackName(_ id: ID) throws(AhaError) -> String { try track(id).name }

  func trackPath(_ id: ID) throws(AhaError) -> FilePath {
    try folder.appending(track(id).file.path)
  }

  func setTrackName(_ id: ID, name: String) throws(AhaError) {
    var track = try track(id)
    track.name = name
    try setTrack(track)
  }

  func setTrackPath(_ id: ID, path: FilePath) throws(AhaError) { try setTrackFile(id, to: path) }
}
