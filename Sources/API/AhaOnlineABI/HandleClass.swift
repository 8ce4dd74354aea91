import AhaArguments
import AhaBase
import AhaEngine
import CAha

/// The operations on handles of one kind, for functions that take any.
struct HandleClass {
  let kind: HandleKind
  let removeOwner: (OpaquePointer?) throws(AhaError) -> Void

  init<T: Handled>(_ type: T.Type) {
    kind = T.kind
    removeOwner = { (handle) throws(AhaError) in try Handle.removeOwner(handle, as: T.self) }
  }

  /// - Parameter wanted: AHA_KIND_ANY: that of the handle.
  /// Errors: `invalidArgument`, `invalidHandle`, `released`.
  init(of handle: OpaquePointer?, wanted: aha_kind) throws(AhaError) {
    let isAny = wanted == aha_kind(AHA_KIND_ANY)
    let number = isAny ? Int(HandleTable.kind(of: UInt(bitPattern: handle))) : Int(wanted)
    if let found = HandleClass(number) {
      self = found
    } else if isAny {
      throw HandleClass.refusal(of: UInt(bitPattern: handle))
    } else {
      throw AhaError(.invalidArgument, "kind \(number) is not known")
    }
  }

  /// For a number that is no handle with owners.
  private static func refusal(of number: UInt) -> AhaError {
    let kind = HandleTable.kind(of: number)
    guard let chain = [Player.chain, Bus.chain].first(where: { $0.number == kind }) else {
      return Handle.complaint(number, wanted: HandleKind(AHA_KIND_ANY, noun: "handle"))
    }
    guard HandleTable.isAlive(number) else { return Handle.complaint(number, wanted: chain) }
    let shown = "0x" + String(number, radix: 16)
    return AhaError(
      .invalidArgument, "the chain \(shown) belongs to its player or bus: retain or release that")
  }
}

@c @implementation
public func aha_retain(_ handle: UnsafeMutableRawPointer?) -> aha_result {
  aha_retain_as(handle, aha_kind(AHA_KIND_ANY))
}

@c @implementation
public func aha_release(_ handle: UnsafeMutableRawPointer?) -> aha_result {
  aha_release_as(handle, aha_kind(AHA_KIND_ANY))
}

@c @implementation
public func aha_retain_as(_ handle: UnsafeMutableRawPointer?, _ kind: aha_kind) -> aha_result {
  guarded { () throws(AhaError) in
    let handle = OpaquePointer(handle)
    try Handle.addOwner(handle, kind: HandleClass(of: handle, wanted: kind).kind)
  }
}

@c @implementation
public func aha_release_as(_ handle: UnsafeMutableRawPointer?, _ kind: aha_kind) -> aha_result {
  guarded { () throws(AhaError) in
    let handle = OpaquePointer(handle)
    try HandleClass(of: handle, wanted: kind).removeOwner(handle)
  }
}
