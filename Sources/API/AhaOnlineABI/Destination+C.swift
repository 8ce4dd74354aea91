import AhaArguments
import AhaBase
import AhaDrop
import AhaNet
import AhaServices
import CAha

extension ClientDestination: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_DESTINATION, noun: "destination") }

  public func ended(_ handle: UInt) { try? ClientDrops.of(client).letGo(of: self, tag: handle) }
}

extension Handle {
  /// Passes a destination to the host, which may have it already.
  static func give(
    _ destination: ClientDestination, to out: UnsafeMutablePointer<OpaquePointer?>,
    parent: OpaquePointer?
  ) throws(AhaError) {
    try ClientDrops.of(destination.client).keep(destination) { (known) throws(AhaError) in
      out.pointee = try known.tag.handle(of: known, parent: parent)
    }
  }
}

@c @implementation
public func aha_destination_create_host(
  _ client: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ callbacks: UnsafePointer<aha_destination_callbacks>?, _ userData: UnsafeMutableRawPointer?,
  _ destroy: aha_destroy_fn?, _ outDestination: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outDestination?.pointee = nil
  // Created first: `destroy` must be called even if the other arguments are invalid.
  let keeper = BorrowedData(data: userData, destroy: destroy)
  return guarded { () throws(AhaError) in
    let host = try Handle.object(client, as: Client.self)
    let out = try required(outDestination, "out_destination")
    let name = try DestinationName.given(Text.given(required(name, "name"), "name"))
    let given = try Sized.read(
      required(callbacks, "callbacks"), "callbacks", default: aha_destination_callbacks_init())
    let functions = try HostCalls(given, borrowed: keeper).functions
    try Handle.give(
      host.new(HostDestination(name: name, functions: functions)), to: out, parent: client)
  }
}

// MARK: The client's list

extension Client {
  func new(_ destination: any Destination) throws(AhaError) -> ClientDestination {
    ClientDestination(
      destination: destination, registry: try ClientDrops.of(self).registry, isNew: true)
  }

  func destinations() throws(AhaError) -> [ClientDestination] {
    let registry = try ClientDrops.of(self).registry
    return registry.destinations.map { ClientDestination(destination: $0, registry: registry) }
  }

  func find(destination name: String) throws(AhaError) -> ClientDestination {
    let registry = try ClientDrops.of(self).registry
    return ClientDestination(destination: try registry.destination(named: name), registry: registry)
  }

  func loadSaved() throws(AhaError) -> Int {
    try ClientDrops.of(self).registry.load(from: DestinationFile(of: Services.destinations))
  }

  func forget(destination name: String) throws(AhaError) {
    try DestinationFile(of: Services.destinations).remove(entryNamed: name)
  }
}

extension ClientDestination {
  func save(_ store: aha_store_kind) throws(AhaError) {
    let isAuto = store == aha_store_kind(AHA_STORE_AUTO)
    let kind: TokenStoreKind = isAuto ? .file : try known(store, "store")
    let file = try DestinationFile(of: Services.destinations)
    switch kind {
    case .file: try file.add(destination, inKeyring: false)
    case .secretService: try file.add(destination, inKeyring: true)
    case .host, .memory:
      throw AhaError(.invalidArgument, "store \(store) is not a store of saved destinations")
    }
  }

  func account() throws(AhaError) -> Account {
    if let account = destination.account { return account }
    // A saved destination that is unusable reports the reason.
    try destination.checkReady()
    throw AhaError(.notFound, "destination \"\(name.cut)\" has no account")
  }
}

extension aha_destination_info {
  init(_ given: ClientDestination) {
    let traits = given.destination.traits
    self = aha_destination_info_init()
    kind = given.destination.kind.number
    is_resumable = traits.isResumable ? 1 : 0
    has_public_link = traits.hasPublicLink ? 1 : 0
    has_page = traits.hasPage ? 1 : 0
    max_bytes = UInt64(clamping: traits.maxBytes)
    free_bytes = given.freeBytes
    do throws(AhaError) { try given.destination.checkReady() } catch { ready = fail(error) }
  }
}
