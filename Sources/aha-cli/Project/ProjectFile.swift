import CAha
import CCli

/// A project that is open.
final class ProjectFile {
  let path: Bytes
  private let handle: Handle

  var pointer: OpaquePointer { handle.pointer }

  private init(_ path: Bytes, _ options: aha_project_options) throws(Failure) {
    self.path = path
    var options = options
    handle = try Handle(aha_project_release, .input, about: path) {
      aha_project_open(path.c, &options, $0)
    }
  }

  init(creating path: Bytes) throws(Failure) {
    self.path = path
    handle = try Handle(aha_project_release, .output, about: path) {
      aha_project_create(path.c, nil, $0)
    }
  }

  /// Errors: it is in use, or can only be read.
  static func forEditing(_ path: Bytes) throws(Failure) -> ProjectFile {
    let project = try ProjectFile(path, aha_project_options_init())
    if aha_project_read_only(project.pointer) == 0 { return project }
    throw Failure(.output, AHA_ERROR_ACCESS, shown(path) + ": it can only be read")
  }

  /// Whoever edits it may go on. Where that one was killed in the middle of an edit, the file is
  /// first brought back to what was before, which takes writing.
  static func forReading(_ path: Bytes) throws(Failure) -> ProjectFile {
    var options = aha_project_options_init()
    options.read_only = 1
    do throws(Failure) { return try ProjectFile(path, options) } catch {
      guard Int(error.result) == AHA_ERROR_ACCESS else { throw error }
      options.read_only = 0
      options.read_when_in_use = 1
      return try ProjectFile(path, options)
    }
  }

  func require(_ result: aha_result, _ side: Side = .output) throws(Failure) {
    try check(result, side, about: path)
  }

  /// Errors: what would be written is the project, or a sound of it.
  func refuseReplacing(_ output: Bytes) throws(Failure) {
    for own in [path] + all(.track).map({ trackPath($0.id) }) where isSameFile(output, own) {
      throw .usage(
        "\"" + shown(output) + "\" is " + (own == path ? "the project" : "a sound of the project")
          + ", and would be replaced")
    }
  }

  /// Does all of it as one edit, or nothing.
  func edit(_ title: String, _ work: () throws(Failure) -> Void) throws(Failure) {
    try require(aha_project_start_edit(pointer, title))
    do throws(Failure) { try work() } catch {
      _ = aha_project_cancel_edit(pointer)
      throw error
    }
    try require(aha_project_save_edit(pointer))
  }

  var settings: aha_project_settings {
    filled(aha_project_settings_init()) { aha_project_get_settings(pointer, &$0) }
  }

  var title: Bytes { copiedText { aha_project_copy_title(pointer, $0, $1, $2) } }
  var undoTitle: Bytes { copiedText { aha_project_copy_undo_title(pointer, $0, $1, $2) } }
  var redoTitle: Bytes { copiedText { aha_project_copy_redo_title(pointer, $0, $1, $2) } }

  func track(_ id: aha_id) throws(Failure) -> aha_track {
    var track = aha_track_init()
    try require(aha_project_get_track(pointer, id, &track), .input)
    return track
  }

  func bus(_ id: aha_id) throws(Failure) -> aha_project_bus {
    var bus = aha_project_bus_init()
    try require(aha_project_get_bus(pointer, id, &bus), .input)
    return bus
  }

  func effect(_ target: Target) throws(Failure) -> aha_project_effect {
    var effect = aha_project_effect_init()
    try require(aha_project_get_effect(pointer, target.id, &effect), .input)
    return effect
  }

  func trackPath(_ id: aha_id) -> Bytes {
    copiedText { aha_project_copy_track_path(pointer, id, $0, $1, $2) }
  }

  /// Looks for the track's file, in the project's folder too.
  func fileState(_ id: aha_id) throws(Failure) -> aha_file_state {
    var state: aha_file_state = 0
    try require(aha_project_get_file_state(pointer, id, &state), .input)
    return state
  }

  func kind(of target: Target) throws(Failure) -> EffectKind {
    EffectKind.all()[Int(try effect(target).kind) - 1]
  }
}

private func isSameFile(_ one: Bytes, _ other: Bytes) -> Bool {
  cli_is_same_file(one.c, other.c) != 0
}

/// Microseconds of a time that is written in seconds.
func readTime(_ text: Bytes, _ name: String) throws(Failure) -> Int64 {
  Int64((try Quantity.time.read(text, name) * 1e6).rounded())
}

/// A time as `readTime` takes it.
func secondsText(_ microseconds: Int64) -> String { plain(Double(microseconds) / 1e6, 6) }

/// What --from and --to ask for, in microseconds; 0 for an end that is not given.
func timeRange(_ arguments: Arguments) throws(Failure) -> (begin: Int64, end: Int64) {
  let begin = arguments.time("--from") ?? 0
  let end = arguments.time("--to") ?? 0
  if let text = arguments.value("--to"), end <= begin {
    throw .usage("--to \"" + shown(text) + "\" is not behind where it begins")
  }
  return (begin, end)
}

/// Reads on or off.
func readSwitch(_ text: Bytes, _ name: String) throws(Failure) -> Bool {
  if same("on", text) { return true }
  if same("off", text) { return false }
  throw .usage(name + " \"" + shown(text) + "\" is neither on nor off")
}
