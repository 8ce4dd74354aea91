import AhaBase
import AhaDrop
import AhaNet
import CAha

@c @implementation
public func aha_destination_create_host(
  _ client: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ callbacks: UnsafePointer<aha_destination_callbacks>?, _ userData: UnsafeMutableRawPointer?,
  _ destroy: aha_destroy_fn?, _ outDestination: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outDestination?.pointee = nil
  // Created first: `destroy` must be called even if the other arguments are invalid.
  let keeper = BorrowedData(userData, destroy)
  return guarded { () throws(AhaError) in
    let host = try Handle.object(client, as: Client.self)
    let out = try required(outDestination, "out_destination")
    let name = try checkedName(required(name, "name"))
    let given = try Sized.read(
      required(callbacks, "callbacks"), "callbacks", default: aha_destination_callbacks_init())
    let functions = try HostCalls(given, keeper).functions
    out.pointee = try adopt(HostDestination(name, functions), host, client)
  }
}

/// Adds a new destination to its client and creates its handle.
func adopt(
  _ destination: any Destination, _ host: Client, _ client: OpaquePointer?
) throws(AhaError) -> OpaquePointer? {
  let drops = try ClientDrops.of(host)
  let handle = try drops.handle(of: destination, client)
  drops.registry.add(destination)
  return handle
}

// MARK: Queries

@c @implementation
public func aha_destination_check(
  _ destination: OpaquePointer?, _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  starting(outJob, of: parent(of: destination)) { (attach) throws(AhaError) in
    let box = try Handle.object(destination, as: DestinationBox.self)
    try box.registry.check(box.destination, prepare: attach) { box.owner = $0 }
  }
}

@c @implementation
public func aha_destination_get_info(
  _ destination: OpaquePointer?, _ info: UnsafeMutablePointer<aha_destination_info>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let place = try Handle.object(destination, as: DestinationBox.self).destination
    try Sized.check(info, "info")
    var value = aha_destination_info(place.traits)
    value.kind = place.kind.number
    do throws(AhaError) { try place.checkReady() } catch { value.ready = fail(error) }
    try Sized.write(value, to: info, "info")
  }
}

@c @implementation
public func aha_destination_get_account(
  _ destination: OpaquePointer?, _ outAccount: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outAccount?.pointee = nil
  return guardedBlocking { () throws(AhaError) in
    let place = try Handle.object(destination, as: DestinationBox.self).destination
    let out = try required(outAccount, "out_account")
    guard let account = place.account else {
      // A saved destination that is unusable reports the reason.
      try place.checkReady()
      throw AhaError(.notFound, "destination \"\(place.name.cut)\" has no account")
    }
    out.pointee = try account.handle(parent(of: destination))
  }
}

extension aha_destination_info {
  fileprivate init(_ traits: DestinationTraits) {
    self = aha_destination_info_init()
    is_resumable = traits.isResumable ? 1 : 0
    has_public_link = traits.hasPublicLink ? 1 : 0
    has_page = traits.hasPage ? 1 : 0
    max_bytes = UInt64(clamping: traits.maxBytes)
  }
}

@c @implementation
public func aha_destination_copy_text(
  _ destination: OpaquePointer?, _ text: aha_destination_text,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return guarded { () throws(AhaError) in
    let box = try Handle.object(destination, as: DestinationBox.self)
    let place = box.destination
    let found: String
    switch text {
    case aha_destination_text(AHA_DESTINATION_NAME): found = place.name
    case aha_destination_text(AHA_DESTINATION_ADDRESS): found = place.address
    case aha_destination_text(AHA_DESTINATION_TYPES): found = list(place.traits.types)
    case aha_destination_text(AHA_DESTINATION_OWNER): found = box.owner.name
    case aha_destination_text(AHA_DESTINATION_APPLICATION): found = box.owner.application
    case aha_destination_text(AHA_DESTINATION_SETTINGS): found = try place.settingsText()
    default: throw Text.unknown(text)
    }
    try Text.copyOut(found, buffer, capacity, outLength)
  }
}

private func list(_ types: [String]) -> String {
  var text = ""
  for type in types { text += text.isEmpty ? type : " " + type }
  return text
}

// MARK: The client's list

@c @implementation
public func aha_destination_count(_ client: OpaquePointer?) -> UInt32 {
  getting(0) { () throws(AhaError) in
    UInt32(clamping: try ClientDrops.of(client).registry.destinations.count)
  }
}

@c @implementation
public func aha_destination_at(
  _ client: OpaquePointer?, _ index: UInt32,
  _ outDestination: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outDestination?.pointee = nil
  return guarded { () throws(AhaError) in
    let drops = try ClientDrops.of(client)
    let out = try required(outDestination, "out_destination")
    let all = drops.registry.destinations
    guard index < UInt32(clamping: all.count) else {
      throw AhaError(.invalidArgument, "index \(Int(index)): there are \(all.count) destinations")
    }
    out.pointee = try drops.handle(of: all[Int(index)], client)
  }
}

@c @implementation
public func aha_destination_remove(_ destination: OpaquePointer?) -> aha_result {
  guarded { () throws(AhaError) in
    let box = try Handle.object(destination, as: DestinationBox.self)
    box.registry.remove(box.destination)
  }
}
