import AhaBase
import AhaDrop
import CAha

@c @implementation
public func aha_drop_count(_ client: OpaquePointer?) -> UInt32 {
  gettingBlocking(0) { () throws(AhaError) in
    UInt32(clamping: try ClientDrops.of(client).registry.drops().count)
  }
}

@c @implementation
public func aha_drop_copy_id(
  _ client: OpaquePointer?, _ index: UInt32, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return guardedBlocking { () throws(AhaError) in
    let kept = try ClientDrops.of(client).registry.drops()
    try Text.copyOut(element(kept, index, "drops").id, buffer, capacity, outLength)
  }
}

@c @implementation
public func aha_drop_open(
  _ client: OpaquePointer?, _ id: UnsafePointer<CChar>?,
  _ outDrop: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outDrop?.pointee = nil
  return guardedBlocking { () throws(AhaError) in
    let drops = try ClientDrops.of(client)
    let out = try required(outDrop, "out_drop")
    let drop = try drops.open(Text.given(id, "id"))
    out.pointee = try drops.handle(of: drop, client)
  }
}

extension Drop {
  func forget() throws(AhaError) {
    if isRunning { throw AhaError(.state, "the drop \(id) is running") }
    try journal.forget(id)
  }
}
