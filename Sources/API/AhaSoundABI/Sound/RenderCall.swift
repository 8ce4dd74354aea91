import AhaArguments
import AhaBase
import AhaEngine
import CAha
import CShims
import Synchronization

/// Entry from the C API to the renderer: no allocation, no locks, no reference counts.
enum RenderCall {
  static let largest: UInt64 = 1 << 31

  @_noLocks
  static func pin(
    _ handle: OpaquePointer?, kind: HandleKind
  ) -> UnsafeMutablePointer<HandleTable.Slot>? {
    let number = UInt(bitPattern: handle)
    guard HandleTable.kind(of: number) == kind.number else { return nil }
    return HandleTable.pin(number)
  }

  /// Sets the error line for a handle that could not be pinned.
  @_noLocks
  static func refuse(_ handle: OpaquePointer?, wanted: HandleKind) -> ResultCode {
    let number = UInt(bitPattern: handle)
    if HandleTable.kind(of: number) == wanted.number, !HandleTable.isForged(number) {
      LastError.set(static: "the handle was released")
      return .released
    }
    LastError.set(static: number == 0 ? "the handle is NULL" : "the handle is of another kind")
    return .invalidHandle
  }

  /// Getter for the audio thread: reads the object under the pin.
  static func read<T: Handled, Value>(
    _ handle: OpaquePointer?, as type: T.Type, _ fallback: Value, _ get: (T) -> Value
  ) -> Value {
    guard let slot = pin(handle, kind: T.kind) else {
      _ = refuse(handle, wanted: T.kind)
      return fallback
    }
    defer { HandleTable.unpin(slot) }
    return Unmanaged<T>.fromOpaque(slot.pointee.pointer)._withUnsafeGuaranteedRef(get)
  }

  /// Sets the error line of an audio call.
  @_noLocks
  static func refuse(_ code: ResultCode, _ line: StaticString) -> aha_result {
    LastError.set(static: line)
    return code.rawValue
  }

  static func refuseInCallback() -> aha_result {
    return refuse(.reentrant, "an audio call inside one of libaha's callbacks")
  }

  static func render(
    _ engine: Engine, frames: UnsafeMutablePointer<Float>?, count: UInt64
  ) -> aha_result {
    // An offline engine waits for its streams while it renders; inside a stream's callback that
    // would be a deadlock.
    if engine.settings.isOffline, Callback.isInside { return refuseInCallback() }
    guard count <= largest else {
      return refuse(.invalidArgument, "frame_count is over 2147483648")
    }
    guard let frames = frames ?? (count == 0 ? engine.noFrames : nil) else {
      return refuse(.invalidArgument, "frames is NULL")
    }
    let isAllowed = shim_begin_call()
    if isAllowed {
      defer { shim_end_call() }
      let output = Floats(frames, count: Int(count) * engine.settings.channels)
      if engine.render(output, frames: Int(count)) { return ResultCode.ok.rawValue }
    }
    shim_clear(frames, Int(count) * engine.settings.channels * MemoryLayout<Float>.stride)
    return refuse(.state, isAllowed ? "another render is under way" : "the process is ending")
  }
}
