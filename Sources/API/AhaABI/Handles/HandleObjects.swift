import AhaBase
import AhaDevice
import AhaEngine
import AhaPiece
import AhaProject
import CShims
import Synchronization

/// A class whose objects have handles.
protocol Handled: AnyObject {
  static var kind: HandleTable.Kind { get }
}

extension Engine: Handled { static var kind: HandleTable.Kind { .engine } }
extension Sound: Handled { static var kind: HandleTable.Kind { .sound } }
extension Player: Handled { static var kind: HandleTable.Kind { .player } }
extension Bus: Handled { static var kind: HandleTable.Kind { .bus } }
extension Job: Handled { static var kind: HandleTable.Kind { .job } }
extension Effect: Handled { static var kind: HandleTable.Kind { .effect } }
extension Device: Handled { static var kind: HandleTable.Kind { .device } }
extension Recorder: Handled { static var kind: HandleTable.Kind { .recorder } }
extension Recovery: Handled { static var kind: HandleTable.Kind { .recovery } }
extension LiveInput: Handled { static var kind: HandleTable.Kind { .input } }
extension Project: Handled { static var kind: HandleTable.Kind { .project } }
extension Session: Handled { static var kind: HandleTable.Kind { .session } }
extension StreamBox: Handled { static var kind: HandleTable.Kind { .stream } }

extension HandleTable.Kind {
  var noun: StaticString {
    switch self {
    case .engine: "engine"
    case .sound: "sound"
    case .player: "player"
    case .bus: "bus"
    case .job: "job"
    case .stream: "stream"
    case .effect: "effect"
    case .device: "device"
    case .recorder: "recorder"
    case .recovery: "recovery"
    case .input: "input"
    case .project: "project"
    case .session: "session"
    case .piece: "piece"
    case .analysis: "analysis"
    case .client: "client"
    case .account: "account"
    case .request: "request"
    case .destination: "destination"
    case .drop: "drop"
    case .opening: "opening"
    case .library: "library"
    case .items: "items"
    case .report: "report"
    case .playerChain, .busChain: "chain"
    }
  }
}

/// Converts between handles and objects.
enum Handle {
  /// The object behind a handle. Errors: `invalidHandle`, `released`.
  static func object<T: Handled>(
    _ handle: OpaquePointer?, as type: T.Type
  ) throws(AhaError) -> T {
    let number = UInt(bitPattern: handle)
    guard HandleTable.kind(of: number) == T.kind, let slot = HandleTable.pin(number) else {
      throw complaint(number, T.kind)
    }
    defer { HandleTable.unpin(slot) }
    return Unmanaged<T>.fromOpaque(slot.pointee.pointer).takeUnretainedValue()
  }

  /// Creates a handle with one owner. Errors: `outOfMemory`, `limit`.
  static func make<T: Handled>(_ object: T, parent: OpaquePointer? = nil) throws(AhaError) -> UInt {
    let reference = Unmanaged.passRetained(object)
    do throws(AhaError) {
      return try HandleTable.add(
        reference.toOpaque(), T.kind, parent: UInt(bitPattern: parent))
    } catch {
      reference.release()
      throw error
    }
  }

  /// Adds an owner.
  static func retain<T: Handled>(_ handle: OpaquePointer?, as type: T.Type) throws(AhaError) {
    let number = UInt(bitPattern: handle)
    guard HandleTable.kind(of: number) == T.kind, HandleTable.retain(number) else {
      throw complaint(number, T.kind)
    }
  }

  /// Removes an owner; `keepingLast` refuses to remove the last one. Returns the object if it was
  /// the last owner, for the caller's clean-up.
  static func release<T: Handled>(
    _ handle: OpaquePointer?, as type: T.Type, keepingLast: Bool = false
  ) throws(AhaError) -> T? {
    guard let last = try last(UInt(bitPattern: handle), T.kind, keepingLast) else { return nil }
    return Unmanaged<T>.fromOpaque(last).takeRetainedValue()
  }

  private static func last(
    _ number: UInt, _ kind: HandleTable.Kind, _ keepingLast: Bool
  ) throws(AhaError) -> UnsafeMutableRawPointer? {
    guard HandleTable.kind(of: number) == kind else { throw complaint(number, kind) }
    switch HandleTable.release(number, keepingLast: keepingLast) {
    case .notAlive: throw complaint(number, kind)
    case .refused:
      throw AhaError(.invalidArgument, "the master \(kind.noun) belongs to its engine")
    case .stillOwned: return nil
    case .last(let object): return object
    }
  }

  static func complaint(_ handle: UInt, _ wanted: HandleTable.Kind) -> AhaError {
    let shown = "0x" + String(handle, radix: 16)
    if handle == 0 { return AhaError(.invalidHandle, "the \(wanted.noun) is NULL") }
    guard let kind = HandleTable.kind(of: handle) else {
      return AhaError(.invalidHandle, "\(shown) is not a handle of libaha")
    }
    if kind != wanted {
      return AhaError(
        .invalidHandle, "\(shown) is a handle of kind \(kind.noun), not \(wanted.noun)")
    }
    if HandleTable.isForged(handle) {
      return AhaError(.invalidHandle, "\(shown) is not a handle of this libaha")
    }
    return AhaError(.released, "the \(wanted.noun) \(shown) was released")
  }
}
