import AhaBase
import CAha
import CShims

/// The operations on handles of one kind, for functions that take any. They are found by the kind's
/// number, because neither module of calls knows all classes.
public final class HandleClass {
  public let removeOwner: (OpaquePointer?) throws(AhaError) -> Void

  private init(removeOwner: @escaping (OpaquePointer?) throws(AhaError) -> Void) {
    self.removeOwner = removeOwner
  }

  /// Called before a handle of the class is made.
  static func register<T: Handled>(_ type: T.Type) {
    let number = T.kind.number
    if shim_handle_class(number) != nil { return }
    let made = Unmanaged.passRetained(
      HandleClass { (handle) throws(AhaError) in try Handle.removeOwner(handle, as: T.self) })
    // Another thread may have registered the class meanwhile.
    if !shim_register_handle_class(number, made.toOpaque()) { made.release() }
  }

  /// Nil if libaha has not made a handle of the kind.
  public static func of(_ kind: HandleKind) -> HandleClass? {
    shim_handle_class(kind.number).map {
      Unmanaged<HandleClass>.fromOpaque($0).takeUnretainedValue()
    }
  }
}

extension HandleKind {
  /// - Parameter wanted: AHA_KIND_ANY: that of the handle.
  /// Errors: `invalidArgument`, `invalidHandle`, `released`.
  public init(of handle: OpaquePointer?, wanted: aha_kind) throws(AhaError) {
    let isAny = wanted == aha_kind(AHA_KIND_ANY)
    let number = isAny ? Int(HandleTable.kind(of: UInt(bitPattern: handle))) : Int(wanted)
    if let known = HandleKind(number) {
      self = known
    } else if isAny {
      throw HandleKind.refusal(of: UInt(bitPattern: handle))
    } else {
      throw AhaError(.invalidArgument, "kind \(number) is not known")
    }
  }

  /// For a number that is no handle with owners.
  private static func refusal(of number: UInt) -> AhaError {
    guard let chain = HandleKind(chain: HandleTable.kind(of: number)) else {
      return Handle.complaint(number, wanted: HandleKind(AHA_KIND_ANY, noun: "handle"))
    }
    guard HandleTable.isAlive(number) else { return Handle.complaint(number, wanted: chain) }
    let shown = "0x" + String(number, radix: 16)
    return AhaError(
      .invalidArgument, "the chain \(shown) belongs to its player or bus: retain or release that")
  }

  /// The kind of a chain, which shares the slot of its player or bus; nil for other numbers.
  init?(chain number: UInt8) {
    let owners = [AHA_KIND_PLAYER, AHA_KIND_BUS].lazy.map { HandleKind($0, noun: "owner") }
    let chains = owners.map { $0.alias("chain") }
    guard let chain = chains.first(where: { $0.number == number }) else { return nil }
    self = chain
  }
}
