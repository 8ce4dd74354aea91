import AhaBase
import CAha
import CShims

/// Runs the body of a fallible function: its error becomes the result and the thread's error line.
public func guarded(_ body: () throws(AhaError) -> Void) -> aha_result {
  do throws(AhaError) {
    try Callback.refuseInLog()
    try refuseAtEnd()
    try body()
    return aha_result(AHA_OK)
  } catch {
    return fail(error)
  }
}

/// Like `guarded`, for a function that may block and so must not run inside a host's callback. It
/// may compute with sounds too: denormals, with which that takes 40 times as long, are flushed.
public func guardedBlocking(_ body: () throws(AhaError) -> Void) -> aha_result {
  let denormals = shim_flush_denormals()
  defer { shim_restore_denormals(denormals) }
  return guarded { () throws(AhaError) in
    try Callback.refuse()
    try body()
  }
}

/// Like `guarded`, for a body that returns whether it found a result; otherwise `code` is returned.
public func guarded(orElse code: Int, _ body: () throws(AhaError) -> Bool) -> aha_result {
  var isThere = false
  let result = guarded { () throws(AhaError) in isThere = try body() }
  return result == aha_result(AHA_OK) && !isThere ? aha_result(code) : result
}

public func guardedBlocking(orElse code: Int, _ body: () throws(AhaError) -> Bool) -> aha_result {
  guarded(orElse: code) { () throws(AhaError) in
    try Callback.refuse()
    return try body()
  }
}

/// Runs the body of a getter. On error, returns `fallback` and sets the thread's error line.
public func getting<T>(_ fallback: T, _ body: () throws(AhaError) -> T) -> T {
  do throws(AhaError) {
    try refuseAtEnd()
    return try body()
  } catch {
    _ = fail(error)
    return fallback
  }
}

/// Like `getting`, for a getter that may block and so must not run inside a host's callback.
public func gettingBlocking<T>(_ fallback: T, _ body: () throws(AhaError) -> T) -> T {
  getting(fallback) { () throws(AhaError) in
    try Callback.refuse()
    return try body()
  }
}

/// A parked thread may hold any lock, so no call may enter libaha once the exit handler has begun.
@inline(never)
public func refuseAtEnd() throws(AhaError) {
  if shim_has_ended() {
    throw AhaError(.state, "the process is ending: call libaha before exit handlers run")
  }
}

@inline(never)
public func fail(_ error: AhaError) -> aha_result {
  LastError.set(error.line)
  return error.code.rawValue
}

/// The calling thread's error line.
public enum LastError {
  private static let capacity = shim_error_line_capacity

  public static func set(_ line: String) {
    let target = UnsafeMutableBufferPointer(start: shim_error_line()!, count: capacity)
    _ = Text.copy(line, to: target)
  }

  /// For the audio thread: copies a static line without allocation.
  @_noLocks
  public static func set(static line: StaticString) {
    guard let target = shim_error_line() else { return }
    let count = min(line.utf8CodeUnitCount, capacity - 1)
    shim_copy(target, line.utf8Start, count)
    target[count] = 0
  }
}

/// Detects that the calling thread is inside a callback of the host.
public enum Callback {
  private static let inLog: Int32 = 1 << 16

  /// Calls the host's function for a stream.
  public static func stream<T>(_ body: () -> T) -> T {
    shim_park_at_end()
    shim_callback_depth()!.pointee += 1
    defer { shim_callback_depth()!.pointee -= 1 }
    return body()
  }

  public static func log(_ body: () -> Void) {
    shim_callback_depth()!.pointee += inLog
    body()
    shim_callback_depth()!.pointee -= inLog
  }

  public static var isInside: Bool { shim_callback_depth()!.pointee != 0 }

  public static var isInLog: Bool { shim_callback_depth()!.pointee >= inLog }

  @inline(never)
  public static func refuse() throws(AhaError) {
    if isInside {
      throw AhaError(.reentrant, "a blocking call inside one of libaha's callbacks")
    }
  }

  @inline(never)
  public static func refuseInLog() throws(AhaError) {
    if isInLog { throw AhaError(.reentrant, "a call inside the log callback") }
  }
}
