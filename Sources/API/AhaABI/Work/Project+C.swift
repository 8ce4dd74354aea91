import AhaBase
import AhaProject
import CAha

extension Project: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_PROJECT, "project") }

  func ended(_ handle: UInt) { abandonEdit() }
}

extension Project {
  static func create(_ path: FilePath, _ options: Options) throws(AhaError) -> Project {
    try HandleTable.makeRoom()
    return try Project(creating: path, options)
  }

  static func open(_ path: FilePath, _ options: Options) throws(AhaError) -> Project {
    try Project(opening: path, options)
  }
}

@c @implementation
public func aha_project_is_read_only(_ project: OpaquePointer?) -> UInt32 {
  getting(0) { () throws(AhaError) in
    try Handle.object(project, as: Project.self).isReadOnly ? 1 : 0
  }
}

@c @implementation
public func aha_project_revision(_ project: OpaquePointer?) -> UInt64 {
  getting(0) { () throws(AhaError) in try Handle.object(project, as: Project.self).revision() }
}

@c @implementation
public func aha_project_copy_path(
  _ project: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try Text.copyOut(project.path, text, capacity, outLength)
  }
}

// MARK: Settings

@c @implementation
public func aha_project_copy_title(
  _ project: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try Text.copyOut(project.settings().title, text, capacity, outLength)
  }
}

@c @implementation
public func aha_project_set_title(
  _ project: OpaquePointer?, _ title: UnsafePointer<CChar>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    let title = try Text.given(title, "title")
    var settings = try project.settings()
    settings.title = title
    try project.setSettings(settings)
  }
}

extension Project {
  func setSettings(_ settings: UnsafePointer<aha_project_settings>) throws(AhaError) {
    let asked = try Sized.read(settings, "settings", default: aha_project_settings_init())
    try requireZero(asked.reserved, "settings")
    var value = try self.settings()
    if asked.tempo_bpm != 0 { value.tempoBpm = asked.tempo_bpm }
    if asked.beats_per_bar != 0 { value.beatsPerBar = Int64(asked.beats_per_bar) }
    if asked.beat_unit != 0 { value.beatUnit = Int64(asked.beat_unit) }
    value.sampleRate = Int64(
      try choose(asked.sample_rate, 8000...192_000, Int(value.sampleRate), "sample_rate"))
    try setSettings(value)
  }
}
