import AhaBase
import AhaDrop
import AhaNet
import CAha

@c @implementation
public func aha_destination_find(
  _ client: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ outDestination: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outDestination?.pointee = nil
  return guarded { () throws(AhaError) in
    let drops = try ClientDrops.of(client)
    let out = try required(outDestination, "out_destination")
    let found = try drops.registry.destination(named: Text.given(name, "name"))
    out.pointee = try drops.handle(of: found, client)
  }
}

@c @implementation
public func aha_destination_load_saved(
  _ client: OpaquePointer?, _ outCount: UnsafeMutablePointer<UInt32>?
) -> aha_result {
  outCount?.pointee = 0
  return guardedBlocking { () throws(AhaError) in
    let count = try ClientDrops.of(client).registry.load(DestinationFile())
    outCount?.pointee = UInt32(clamping: count)
  }
}

@c @implementation
public func aha_destination_save(
  _ destination: OpaquePointer?, _ store: aha_store_kind
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let place = try Handle.object(destination, as: DestinationBox.self).destination
    let isAuto = store == aha_store_kind(AHA_STORE_AUTO)
    let kind: TokenStoreKind = isAuto ? .file : try known(store, "store")
    switch kind {
    case .file: try DestinationFile().add(place, inKeyring: false)
    case .secretService: try DestinationFile().add(place, inKeyring: true)
    case .host, .memory:
      throw AhaError(.invalidArgument, "store \(store) is not a store of saved destinations")
    }
  }
}

@c @implementation
public func aha_destination_forget(
  _ client: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    _ = try Handle.object(client, as: Client.self)
    try DestinationFile().remove(Text.given(name, "name"))
  }
}
