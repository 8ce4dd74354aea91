import AhaArguments
import AhaBase
import CAha

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
    try Handle.addOwner(handle, kind: HandleKind(of: handle, wanted: kind))
  }
}

@c @implementation
public func aha_release_as(_ handle: UnsafeMutableRawPointer?, _ kind: aha_kind) -> aha_result {
  guarded { () throws(AhaError) in
    let handle = OpaquePointer(handle)
    let kind = try HandleKind(of: handle, wanted: kind)
    guard let known = HandleClass.of(kind) else {
      throw Handle.complaint(UInt(bitPattern: handle), wanted: kind)
    }
    try known.removeOwner(handle)
  }
}
