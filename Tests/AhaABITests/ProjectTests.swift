import AhaTestSupport
import CAha
import Testing

@Suite("Projects in C")
struct ProjectTests {
  private static let frames = 48_000
  private static let cutoff = UInt32(AHA_FILTER_CUTOFF_HZ)

  private let folder = TemporaryFolder()

  /// A WAV file with one second of music.
  private func wav(_ name: String, seed: UInt64) throws -> String {
    let music = Signal.music(frames: Self.frames, channels: 2, seed: seed)
    let engine = try newEngine()
    defer { aha_engine_release(engine) }
    let sound = try made {
      aha_sound_create(engine, music, UInt64(Self.frames), 2, 48_000, $0)
    }
    let job = try made { aha_sound_save(sound, folder.file(name), nil, $0) }
    try ok(aha_job_wait(job, 30_000))
    return folder.file(name)
  }

  private func newProject(_ name: String = "song.aha") throws -> OpaquePointer {
    try made { aha_project_create(folder.file(name), nil, $0) }
  }

  private func ok(_ result: aha_result, at location: SourceLocation = #_sourceLocation) throws {
    try #require(name(result) == "AHA_OK", "\(lastError)", sourceLocation: location)
  }

  /// The id that a call returned.
  private func id(
    _ call: (UnsafeMutablePointer<aha_id>) -> aha_result,
    at location: SourceLocation = #_sourceLocation
  ) throws -> aha_id {
    var id: aha_id = 0
    try ok(call(&id), at: location)
    try #require(id != 0, sourceLocation: location)
    return id
  }

  private func text(
    _ copy: (UnsafeMutablePointer<CChar>?, Int, UnsafeMutablePointer<Int>?) -> aha_result
  ) -> String {
    var buffer = [CChar](repeating: 0, count: 300)
    _ = copy(&buffer, buffer.count, nil)
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func render(_ engine: OpaquePointer, _ frames: Int) throws -> [Float] {
    var output = [Float](repeating: 0, count: 2 * frames)
    try ok(aha_engine_render(engine, &output, UInt64(frames)))
    return output
  }

  private struct Song {
    let project: OpaquePointer
    let track, filter, lane: aha_id
  }

  /// Two tracks, one with a filter and a lane in write mode.
  private func song() throws -> Song {
    let project = try newProject()
    var second = aha_track_init()
    second.start_us = 100_000
    second.gain_db = -6
    let first = try wav("1.wav", seed: 1)
    let track = try id { aha_track_add(project, first, nil, $0) }
    let other = try wav("2.wav", seed: 2)
    _ = try id { aha_track_add(project, other, &second, $0) }
    let kind = aha_effect_kind(AHA_EFFECT_FILTER)
    let owner = aha_owner_kind(AHA_OWNER_TRACK)
    let filter = try id { aha_project_effect_add(project, owner, track, kind, .max, $0) }
    let effect = aha_owner_kind(AHA_OWNER_EFFECT)
    let write = aha_lane_mode(AHA_LANE_WRITE)
    let lane = try id { aha_lane_add(project, effect, filter, Self.cutoff, write, $0) }
    let fader = UInt32(AHA_FADER_GAIN_DB)
    let read = aha_lane_mode(AHA_LANE_READ)
    let gain = try id { aha_lane_add(project, owner, track, fader, read, $0) }
    let points = [
      aha_point(time_us: 0, value: -12, curve: aha_point_curve(AHA_POINT_SMOOTH)),
      aha_point(time_us: 500_000, value: 0, curve: 0),
    ]
    try ok(aha_lane_add_points(project, gain, points, points.count))
    return Song(project: project, track: track, filter: filter, lane: lane)
  }

  @Test func fieldsThatTheHostDoesNotKnowStay() throws {
    let project = try newProject()
    defer { aha_project_release(project) }
    let file = try wav("1.wav", seed: 1)
    var track = aha_track_init()
    (track.gain_db, track.loop_end_us, track.loop_count) = (-3, 200_000, .max)
    let added = try id { aha_track_add(project, file, &track, $0) }
    var old = aha_track_init()
    old.struct_size = MemoryLayout<aha_track>.offset(of: \.loop_begin_us)!
    old.start_us = 7
    try ok(aha_track_set(project, added, &old))
    var now = aha_track_init()
    try ok(aha_track_get(project, added, &now))
    #expect(now.start_us == 7 && now.gain_db == -3 && now.loop_count == .max)
    #expect(now.bus == 1 && now.loop_end_us == 200_000)
    let path = aha_track_text(AHA_TRACK_TEXT_PATH)
    #expect(text { aha_track_copy_text(project, added, path, $0, $1, $2) } == file)
    // Each call was one edit.
    try ok(aha_project_undo(project))
    try ok(aha_project_undo(project))
    #expect(aha_track_count(project) == 0)
  }

  @Test func pointsAreCopiedAsFarAsTheyFit() throws {
    let song = try song()
    defer { aha_project_release(song.project) }
    let points = (0..<5).map { aha_point(time_us: $0 * 1000, value: 500, curve: 1) }
    try ok(aha_lane_add_points(song.project, song.lane, points, points.count))
    var (copy, count) = ([aha_point](repeating: aha_point(), count: 2), 0)
    let result = aha_lane_copy_points(song.project, song.lane, 1000, .max, &copy, 2, &count)
    #expect(name(result) == "AHA_ERROR_BUFFER_TOO_SMALL" && count == 4)
    #expect(copy.map(\.time_us) == [1000, 2000] && copy[0].curve == 1)
    var removed: UInt64 = 0
    try ok(aha_lane_remove_points(song.project, song.lane, 1000, 2000, &removed))
    #expect(removed == 2 && aha_lane_point_count(song.project, song.lane) == 3)
    let bad = [aha_point(time_us: 5, value: .nan, curve: 1)]
    let refused = aha_lane_replace_points(song.project, song.lane, 0, .max, bad, 1)
    #expect(name(refused) == "AHA_ERROR_INVALID_ARGUMENT")
    #expect(aha_lane_point_count(song.project, song.lane) == 3)
  }

  /// The file is closed when the last user of the project ends.
  @Test func aReleasedProjectStaysOpenWhileItIsUsed() throws {
    let song = try song()
    let engine = try newEngine(isOffline: true)
    defer { aha_engine_release(engine) }
    let session = try made { aha_session_create(song.project, engine, nil, $0) }
    let target = folder.file("out.wav")
    let job = try made { aha_bounce_start(song.project, target, nil, nil, $0) }
    try ok(aha_project_release(song.project))
    try ok(aha_job_wait(job, 30_000))
    aha_job_release(job)
    try ok(aha_session_start(session, 0, -1))
    #expect(try render(engine, 4800).contains { $0 != 0 })
    var out: OpaquePointer?
    let path = folder.file("song.aha")
    #expect(name(aha_project_open(path, nil, &out)) == "AHA_ERROR_STATE", "\(lastError)")
    try ok(aha_session_release(session))
    let again = try made { aha_project_open(path, nil, $0) }
    aha_project_release(again)
  }
}
