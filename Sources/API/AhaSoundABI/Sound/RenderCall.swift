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

  static func refuseInCallback() -> aha_result {
    LastError.set(static: "an audio call inside one of libaha's callbacks")
    return ResultCode.reentrant.rawValue
  }

  static func render(
    _ engine: Engine, frames: UnsafeMutablePointer<Float>?, count: UInt64
  ) -> aha_result {
    // An offline engine waits for its streams while it renders; inside a stream's callback that
    // would be a deadlock.
    if engine.settings.isOffline, Callback.isInside { return refuseInCallback() }
    guard count <= largest else {
      LastError.set(static: "frame_count is over 2147483648")
      return ResultCode.invalidArgument.rawValue
    }
    guard let frames = frames ?? (count == 0 ? engine.noFrames : nil) else {
      LastError.set(static: "frames is NULL")
      return ResultCode.invalidArgument.rawValue
    }
    let isAllowed = shim_begin_call()
    if isAllowed {
      defer { shim_end_call() }
      let output = Floats(frames, count: Int(count) * engine.settings.channels)
      if engine.render(output, frames: Int(count)) { return ResultCode.ok.rawValue }
    }
    shim_clear(frames, Int(count) * engine.settings.channels * MemoryLayout<Float>.stride)
    LastError.set(
      static: isAllowed ? "another render is under way" : "the process is ending")
    return ResultCode.state.rawValue
  }
}
