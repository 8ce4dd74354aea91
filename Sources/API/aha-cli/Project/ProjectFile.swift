final class ProjectFile: Handle {
  let path: Bytes

  private init(_ path: Bytes, options: aha_project_options) throws(Failure) {
    self.path = path
    var options = options
    try super.init(.input, about: path) {
      aha_project_open(path.c, &options, $0)
    }
  }

  init(creating path: Bytes) throws(Failure) {
    self.path = path
    try super.init(.output, about: path) {
      aha_project_create(path.c, nil, $0)
    }
  }

  /// Errors: another program edits it, or it can only be read.
  static func forEditing(_ path: Bytes) throws(Failure) -> ProjectFile {
    let project = try ProjectFile(path, options: aha_project_options_init())
    let info = filled(aha_project_info_init()) { aha_project_get_info(project.pointer, &$0) }
    if info.is_read_only == 0 { return project }
    throw Failure(.output, code: AHA_ERROR_ACCESS, "\(path): it can only be read")
  }

  /// Another program may continue to edit it. If an edit was killed halfway, SQLite has to roll it
  /// back first, which needs write access.
  static func forReading(_ path: Bytes) throws(Failure) -> ProjectFile {
    var options = aha_project_options_init()
    options.read_only = 1
    do throws(Failure) { return try ProjectFile(path, options: options) } catch {
      guard error.has(AHA_ERROR_ACCESS) else { throw error }
      options.read_only = 0
      options.read_when_in_use = 1
      return try ProjectFile(path, options: options)
    }
  }

  func require(_ result: aha_result, _ side: Side = .output) throws(Failure) {
    try check(result, side, about: path)
  }

  /// Errors: the output is the project, or a sound of it.
  func refuseReplacing(by output: Bytes) throws(Failure) {
    for own in [path] + all(.track).map({ trackPath(withID: $0.id) })
    where cli_is_same_file(output.c, own.c) != 0 {
      let subject = own == path ? "the project" : "a sound of the project"
      throw .usage("\"\(output)\" is " + subject + ", and would be replaced")
    }
  }

  /// One edit: all of the work, or nothing.
  @discardableResult
  func edit<Value>(titled title: String, work: () throws(Failure) -> Value) throws(Failure) -> Value
  {
    try require(aha_project_start_edit(pointer, title))
    do throws(Failure) {
      let value = try work()
      try require(aha_project_save_edit(pointer))
      return value
    } catch {
      _ = aha_project_cancel_edit(pointer)
      throw error
    }
  }

  var settings: aha_project_settings {
    filled(aha_project_settings_init()) { aha_project_get_settings(pointer, &$0) }
  }

  func text(_ which: Int) -> Bytes {
    copiedText { aha_project_copy_text(pointer, aha_project_text(which), $0, $1, $2) }
  }
  var title: Bytes { text(AHA_PROJECT_TEXT_TITLE) }
  var undoTitle: Bytes { text(AHA_PROJECT_TEXT_UNDO_TITLE) }
  var redoTitle: Bytes { text(AHA_PROJECT_TEXT_REDO_TITLE) }

  /// The values of a track; gain, pan, mute and solo of a bus.
  func values(of target: Target) -> aha_track {
    var track = aha_track_init()
    if target.kind == .track {
      _ = aha_track_get(pointer, target.id, &track)
    } else {
      let bus = bus(withID: target.id)
      (track.gain_db, track.pan, track.is_muted) = (bus.gain_db, bus.pan, bus.is_muted)
      track.is_soloed = bus.is_soloed
    }
    return track
  }

  func bus(withID id: aha_id) -> aha_project_bus {
    filled(aha_project_bus_init()) { aha_project_bus_get(pointer, id, &$0) }
  }

  func effect(_ target: Target) -> aha_project_effect {
    filled(aha_project_effect_init()) { aha_project_effect_get(pointer, target.id, &$0) }
  }

  func kind(of effect: Target) -> EffectKind {
    let kind = self.effect(effect).kind
    if kind != aha_effect_kind(AHA_EFFECT_LV2) { return EffectKind(kind) }
    let uri = text(of: effect, AHA_PROJECT_EFFECT_TEXT_LV2_URI)
    return (try? EffectKind(plugin: uri)) ?? EffectKind(missing: uri)
  }

  func trackPath(withID id: aha_id) -> Bytes {
    copiedText {
      aha_track_copy_text(pointer, id, aha_track_text(AHA_TRACK_TEXT_PATH), $0, $1, $2)
    }
  }

  func text(of effect: Target, _ which: Int) -> Bytes {
    copiedText {
      aha_project_effect_copy_text(
        pointer, effect.id, aha_project_effect_text(which), $0, $1, $2)
    }
  }

  func impulsePath(of effect: Target) -> Bytes {
    text(of: effect, AHA_PROJECT_EFFECT_TEXT_IMPULSE_PATH)
  }

  /// Looks for the track's file, in the project's folder too, and notes where it was found.
  func fileState(ofTrack id: aha_id) -> Int {
    Int(filled(aha_file_state()) { aha_track_get_file_state(pointer, id, &$0) })
  }

  func markerTime(of marker: Target) -> Int64 {
    filled(aha_marker_init()) { aha_marker_get(pointer, marker.id, &$0) }.time_us
  }
}

/// In the order of AHA_FILE_...
let fileStateNames = ["present", "moved", "changed", "missing"]

/// Seconds of a time, as `Kind.time` reads them.
func secondsText(_ microseconds: Int64) -> String { plain(Double(microseconds) / 1e6, decimals: 6) }

/// Errors: --to is not behind --from.
func refuseEmptyRange(_ arguments: Arguments) throws(Failure) {
  guard let end = arguments.number("--to"), end <= arguments.number("--from") ?? 0 else { return }
  throw .usage("--to \"\(arguments.value("--to") ?? [])\" is not behind where it begins")
}
