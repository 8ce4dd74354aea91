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

extension DestinationBox {
  func check(prepare: (Job) throws(AhaError) -> Void) throws(AhaError) {
    try registry.check(destination, prepare: prepare) { self.owner = $0 }
  }

  func remove() { registry.remove(destination) }

  func text(_ which: aha_destination_text) throws(AhaError) -> String {
    switch which {
    case aha_destination_text(AHA_DESTINATION_NAME): return destination.name
    case aha_destination_text(AHA_DESTINATION_ADDRESS): return destination.address
    case aha_destination_text(AHA_DESTINATION_TYPES): return list(destination.traits.types)
    case aha_destination_text(AHA_DESTINATION_OWNER): return owner.name
    case aha_destination_text(AHA_DESTINATION_APPLICATION): return owner.application
    case aha_destination_text(AHA_DESTINATION_SETTINGS): return try destination.settingsText()
    default: throw Text.unknown(which)
    }
  }
}

extension aha_destination_info {
  init(_ box: DestinationBox) {
    self.init(box.destination.traits)
    kind = box.destination.kind.number
    do throws(AhaError) { try box.destination.checkReady() } catch { ready = fail(error) }
  }
}
