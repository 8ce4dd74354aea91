/// Log lines of the library, on standard error.
enum Diagnostics {
  /// Sets the level of -v, given this many times. Without it, AHA_LOG or silence decides.
  static func begin(verbosity: Int) {
    if verbosity > 0 { set(verbosity > 1 ? AHA_LOG_DEBUG : AHA_LOG_INFO) }
  }

  /// Shows warnings, unless the user has chosen a level.
  static func showWarnings(_ arguments: Arguments) {
    if !arguments.has("--verbose"), environment("AHA_LOG") == nil { set(AHA_LOG_WARNING) }
  }

  private static func set(_ level: Int) {
    aha_log_set_sink(
      aha_log_level(level),
      { (_, level, line) in
        guard let line else { return }
        let name = word(["", "error", "warning", "info", "debug"], at: level)
        console.note(name + ": " + shown(line))
      }, nil, nil)
  }
}
