import AhaBase
import AhaProject
import CAha

extension Project: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_PROJECT, "project") }

  func ended(_ handle: UInt) { abandonEdit() }
}

@c @implementation
public func aha_project_create(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<aha_project_options>?,
  _ outProject: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  opening(outProject) { () throws(AhaError) in
    try Project(creating: FilePath(required(path, "path")), Project.Options(options))
  }
}

@c @implementation
public func aha_project_open(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<aha_project_options>?,
  _ outProject: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  opening(outProject) { () throws(AhaError) in
    try Project(opening: FilePath(required(path, "path")), Project.Options(options))
  }
}

private func opening(
  _ outProject: UnsafeMutablePointer<OpaquePointer?>?, _ open: () throws(AhaError) -> Project
) -> aha_result {
  outProject?.pointee = nil
  return guardedBlocking { () throws(AhaError) in
    let out = try required(outProject, "out_project")
    try HandleTable.makeRoom()
    out.pointee = OpaquePointer(bitPattern: try Handle.make(open()))
  }
}

extension Project.Options {
  fileprivate init(_ options: UnsafePointer<aha_project_options>?) throws(AhaError) {
    self.init()
    let asked = try Sized.read(options, "options", default: aha_project_options_init())
    isReadOnly = asked.read_only != 0
    readsWhenInUse = asked.read_when_in_use != 0
    busyMilliseconds = Int32(
      try choose(asked.busy_ms, 1...600_000, Int(busyMilliseconds), "busy_ms"))
    maxSteps = Int64(
      try choose(asked.max_undo_steps, 1...1_000_000, Int(maxSteps), "max_undo_steps"))
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
