import AhaBase
import AhaDrop
import AhaNet
import AhaPicture
import CAha

/// Destinations and drops of a client that have handles.
///
/// Threads: any.
final class ClientDrops: ClientDependent {
  let registry: DropRegistry
  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  private var places: [DestinationBox] = []
  private var drops: [Drop] = []
  private var isClosed = false

  private static let listLock = StaticLock()
  /// Invariant: caller holds `listLock`.
  nonisolated(unsafe) private static var all: [ClientDrops] = []

  private init(_ client: Client) { registry = DropRegistry(client, artist: DropArtist()) }

  /// The client's object, from its first destination or drop until it is closed. Errors:
  /// `released`.
  static func of(_ client: Client) throws(AhaError) -> ClientDrops {
    listLock.lock()
    defer { listLock.unlock() }
    for known in all where known.registry.client === client { return known }
    let made = ClientDrops(client)
    try client.admit(made)
    all.append(made)
    return made
  }

  static func of(_ client: OpaquePointer?) throws(AhaError) -> ClientDrops {
    try of(Handle.object(client, as: Client.self))
  }

  func clientCloses(_ reason: AhaError) {
    ClientDrops.listLock.locked {
      ClientDrops.all.removeAll { $0 === self }
    }
    // Released outside the lock.
    let held = lock.locked { () -> ([DestinationBox], [Drop]) in
      isClosed = true
      defer { (places, drops) = ([], []) }
      return (places, drops)
    }
    withExtendedLifetime(held) {}
  }

  // MARK: Handles

  /// Returns the destination's handle with one more owner; creates it if needed.
  func handle(
    of destination: any Destination, _ client: OpaquePointer?
  ) throws(AhaError) -> OpaquePointer? {
    lock.lock()
    defer { lock.unlock() }
    try checkOpen()
    for place in places where place.destination === destination {
      if HandleTable.retain(place.tag.value) {
        return OpaquePointer(bitPattern: place.tag.value)
      }
      place.tag.value = try Handle.make(place, parent: client)
      return OpaquePointer(bitPattern: place.tag.value)
    }
    let place = DestinationBox(destination, registry)
    place.tag.value = try Handle.make(place, parent: client)
    places.append(place)
    return OpaquePointer(bitPattern: place.tag.value)
  }

  /// Returns the drop's handle with one more owner; creates it if needed.
  func handle(of drop: Drop, _ client: OpaquePointer?) throws(AhaError) -> OpaquePointer? {
    lock.lock()
    defer { lock.unlock() }
    try checkOpen()
    let isKnown = drops.contains { $0 === drop }
    if isKnown, HandleTable.retain(drop.tag.value) {
      return OpaquePointer(bitPattern: drop.tag.value)
    }
    drop.tag.value = try Handle.make(drop, parent: client)
    drop.hostCame()
    if !isKnown { drops.append(drop) }
    return OpaquePointer(bitPattern: drop.tag.value)
  }

  /// Opens a drop of the journal, or returns this process's object for it. Blocking.
  /// Errors: `notFound`, those of the journal.
  func open(_ id: String) throws(AhaError) -> Drop {
    let whole = try registry.journal().id(beginning: id)
    let known = lock.locked { drops.first { $0.id == whole } }
    guard let known else { return try registry.open(whole) }
    // Another process may have changed it.
    try known.readAgain()
    return known
  }

  /// The host has released the handle. An idle drop is removed here; the journal supplies it
  /// next time.
  func letGo(of drop: Drop, _ handle: UInt) {
    lock.locked {
      // The drop may have a new handle meanwhile.
      guard drop.tag.value == handle else { return }
      drop.tag.value = 0
      drop.hostLeft()
    }
    forgetIdle()
  }

  func letGo(of place: DestinationBox) {
    let left = lock.locked { () -> [DestinationBox] in
      let left = places.filter { $0 === place && !HandleTable.isAlive($0.tag.value) }
      places.removeAll { one in left.contains { $0 === one } }
      return left
    }
    withExtendedLifetime(left) {}
  }

  private func forgetIdle() {
    let idle = lock.locked { () -> [Drop] in
      let idle = drops.filter { !$0.isRunning && !HandleTable.isAlive($0.tag.value) }
      drops.removeAll { one in idle.contains { $0 === one } }
      return idle
    }
    withExtendedLifetime(idle) {}
  }

  /// An object added after the close would never be released. Invariant: caller holds `lock`.
  private func checkOpen() throws(AhaError) {
    if isClosed { throw AhaError(.released, "the client was released") }
  }
}

/// Handle object of a destination.
final class DestinationBox: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_DESTINATION, "destination") }
  let destination: any Destination
  let registry: DropRegistry
  let tag = HandleTag()
  private let lock = Lock()
  /// Invariant: read and written under `lock`.
  private var checked = DestinationOwner()

  init(_ destination: any Destination, _ registry: DropRegistry) {
    (self.destination, self.registry) = (destination, registry)
  }

  func ended(_ handle: UInt) { try? ClientDrops.of(registry.client).letGo(of: self) }

  /// Result of the last successful check.
  var owner: DestinationOwner {
    get { lock.locked { checked } }
    set { lock.locked { checked = newValue } }
  }
}

extension Drop: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_DROP, "drop") }

  func ended(_ handle: UInt) { try? ClientDrops.of(client).letGo(of: self, handle) }
}
