import AhaArguments
import AhaBase
import AhaProject
import CAha

extension Project {
  static func create(_ path: FilePath, options: Options) throws(AhaError) -> Project {
    try HandleTable.reserveSlot()
    return try Project(creating: path, options: options)
  }

  static func open(_ path: FilePath, options: Options) throws(AhaError) -> Project {
    try Project(opening: path, options: options)
  }
}

// MARK: Settings

extension Document {
  func setSettings(_ settings: UnsafePointer<aha_project_settings>) throws(AhaError) {
    let fields = try Sized.read(settings, "settings", default: aha_project_settings_init())
    try requireZero(fields.reserved, "settings")
    var value = try self.settings()
    if fields.tempo_bpm != 0 { value.tempoBpm = fields.tempo_bpm }
    if fields.beats_per_bar != 0 { value.beatsPerBar = Int64(fields.beats_per_bar) }
    if fields.beat_unit != 0 { value.beatUnit = Int64(fields.beat_unit) }
    value.sampleRate = Int64(
      try choose(
        fields.sample_rate, range: 8000...192_000, fallback: Int(value.sampleRate),
        name: "sample_rate"))
    try setSettings(value)
  }
}

extension Document {
  func title() throws(AhaError) -> String { try settings().title }

  func setTitle(_ title: String) throws(AhaError) {
    var settings = try settings()
    settings.title = title
    try setSettings(settings)
  }
}

// MARK: Beats

extension Document {
  func getBeat(_ timeUs: Int64) throws(AhaError) -> Double { try beat(at: timeUs) }

  func getBeatUs(_ beat: Double) throws(AhaError) -> Int64 { try time(ofBeat: beat) }

  func getGridUs(_ timeUs: Int64, grid: Grid) throws(AhaError) -> Int64 {
    try nearest(grid, to: timeUs)
  }
}

extension History {
  func undoTitle() throws(AhaError) -> String? { try nextTitle(undone: false) }
  func redoTitle() throws(AhaError) -> String? { try nextTitle(undone: true) }
}

extension aha_project_info {
  init(_ project: Project) throws(AhaError) {
    self = aha_project_info_init()
    revision = try project.history.revision()
    is_read_only = project.isReadOnly ? 1 : 0
    has_undo = try project.history.nextTitle(undone: false) == nil ? 0 : 1
    has_redo = try project.history.nextTitle(undone: true) == nil ? 0 : 1
  }
}
