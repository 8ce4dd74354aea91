import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaProject
@testable import AhaStore

/// A folder with a project.
struct Rig {
  let folder = TemporaryFolder()

  var path: FilePath { FilePath(folder.file("song.aha")) }

  func create(_ options: Project.Options = Project.Options()) throws -> Project {
    try Project(creating: path, options: options)
  }

  func open(_ options: Project.Options = Project.Options()) throws -> Project {
    try Project(opening: path, options: options)
  }

  /// A file for a track: its content does not matter.
  @discardableResult
  func sound(_ name: String, _ seed: UInt8 = 1, count: Int = 1000) -> FilePath {
    FilePath(folder.write([UInt8](repeating: seed, count: count), to: name))
  }

  /// Changes the file as another program could.
  func tamper(_ sql: String) throws {
    let database = try Database(path.resolved ?? path, access: .change)
    try database.execute("PRAGMA foreign_keys = OFF")
    try database.execute(sql)
  }

  /// A project with every kind of object.
  func full() throws -> (project: Project, lane: Document.ID) {
    let project = try create()
    return (project, try fill(project.document))
  }

  /// Adds every kind of object.
  /// - Returns: A lane with two points.
  fileprivate func fill(_ document: Document) throws -> Document.ID {
    let bus = try document.addBus(named: "drums")
    let track = try document.addTrack(sound("a.wav"), named: "kick", bus: bus, at: 500)
    let effect = try document.addEffect(.filter, to: .track(track))
    try document.setEffectValue(effect, parameter: "cutoff_hz", to: 440)
    let lane = try document.addLane(.effect(effect), parameter: "cutoff_hz")
    try document.addPoints(
      [.init(time: 0, value: 100), .init(time: 1000, value: 2000, curve: .smooth)], to: lane)
    _ = try document.addLane(.bus(bus), parameter: "gain_db", mode: .touch)
    _ = try document.addMarker(at: 7, named: "here")
    return lane
  }
}

/// Base of suites: each test has a new project.
class ProjectRig {
  let rig = Rig()
  let project: Project
  var document: Document { project.document }
  var history: History { project.history }

  init() throws { project = try rig.create() }

  /// Adds every kind of object.
  /// - Returns: A lane with two points.
  @discardableResult
  func fill() throws -> Document.ID { try rig.fill(document) }
}

extension Document {
  func setPoint(_ point: AutomationPoint, of lane: ID) throws(AhaError) {
    try addPoints([point], to: lane)
  }

  /// Changes values of a track.
  func change(_ track: ID, _ change: (inout Track) -> Void) throws {
    var row = try self.track(track)
    change(&row)
    try setTrack(row)
  }

  /// Changes the fader of a bus.
  func changeFader(ofBus bus: ID, _ change: (inout Fader) -> Void) throws {
    var row = try self.bus(bus)
    change(&row.fader)
    try setBus(row)
  }

  /// All rows of all tables except the history's.
  func dump() throws -> [String] {
    let tables: [StaticString] = [
      "SELECT json_array(title, tempo_bpm, beats_per_bar, beat_unit, sample_rate) FROM project",
      "SELECT json_array(id, name, parent, gain_db, pan, muted, soloed, rank) FROM bus",
      """
      SELECT json_array(id, name, bus, path, hash, file_bytes, start_us, loop_begin_us,
        loop_end_us, loop_count, gain_db, pan, muted, soloed, rank) FROM track
      """,
      "SELECT json_array(track, speed, reversed) FROM varispeed",
      "SELECT json_array(track, begin_us, end_us, fade_in_us, fade_out_us) FROM clip",
      "SELECT json_array(track, tempo_bpm) FROM follow",
      "SELECT json_array(id, track, bus, kind, bypassed, rank) FROM effect",
      "SELECT json_array(effect, parameter, value) FROM effect_value",
      "SELECT json_array(id, effect, track, bus, parameter, mode) FROM lane",
      "SELECT json_array(lane, time_us, value, curve) FROM point",
      "SELECT json_array(id, time_us, name) FROM marker",
    ]
    return try store.locked { (database) throws(AhaError) in
      var rows: [String] = []
      for sql in tables {
        try database.each(sql) { (row) throws(AhaError) in rows.append(row.text(0)) }
        rows.append("")
      }
      return rows
    }
  }

  /// Reads all rows through the API.
  func readAll() throws {
    _ = try (
      settings(), tracks(), buses(), allEffects(), markers(), history.steps()
    )
    for lane in try lanes() { _ = try points(of: lane.id) }
    for track in try tracks() {
      _ = try effects(of: .track(track.id))
      _ = try resolve(track.id)
    }
  }
}
