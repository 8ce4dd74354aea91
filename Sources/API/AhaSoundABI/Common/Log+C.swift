import AhaArguments
import AhaBase
import CAha

@c @implementation
public func aha_log_set_sink(
  _ level: aha_log_level, _ fn: aha_log_fn?, _ userData: UnsafeMutableRawPointer?,
  _ destroy: aha_destroy_fn?
) -> aha_result {
  guarded { () throws(AhaError) in
    guard level <= aha_log_level(AHA_LOG_DEBUG) else {
      throw AhaError(.invalidArgument, "log level \(level) is not 0 to \(AHA_LOG_DEBUG)")
    }
    let sink = sink(fn, userData: userData, destroy: destroy)
    Log.set(fn == nil ? nil : sink, level: level)
  }
}

private func sink(
  _ fn: aha_log_fn?, userData: UnsafeMutableRawPointer?, destroy: aha_destroy_fn?
) -> Log.Sink {
  Log.Sink(
    write: { level, line in
      guard let fn, !Callback.isInLog else { return }
      Callback.log { line.withCString { fn(userData, level.rawValue, $0) } }
    },
    destroy: {
      if let destroy { Callback.log { destroy(userData) } }
    })
}
