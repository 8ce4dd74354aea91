import AhaBase
import AhaNet
import AhaPiece

/// Destinations and drops of a client that have tags: the host holds them.
///
/// Threads: any.
public final class ClientDrops: ClientDependent {
  public let registry: DropRegistry
  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  private var destinations: [ClientDestination] = []
  private var drops: [Drop] = []
  private var isClosed = false

  private static let listLock = StaticLock()
  /// Invariant: caller holds `listLock`.
  nonisolated(unsafe) private static var all: [ClientDrops] = []

  private init(client: Client, covers: any CoverMaker, kinds: [DestinationKind]) {
    registry = DropRegistry(client: client, covers: covers, kinds: kinds)
  }

  /// The client's object, from its first destination or drop until it is closed. Errors:
  /// `released`.
  public static func of(
    _ client: Client, kinds: () -> [DestinationKind], covers: () -> any CoverMaker
  ) throws(AhaError) -> ClientDrops {
    listLock.lock()
    defer { listLock.unlock() }
    for known in all where known.registry.client === client { return known }
    let made = ClientDrops(client: client, covers: covers(), kinds: kinds())
    try client.admit(made)
    all.append(made)
    return made
  }

  public func clientCloses(because reason: AhaError) {
    ClientDrops.listLock.locked {
      ClientDrops.all.removeAll { $0 === self }
    }
    // Released outside the lock.
    let held = lock.locked { () -> ([ClientDestination], [Drop]) in
      isClosed = true
      defer { (destinations, drops) = ([], []) }
      return (destinations, drops)
    }
    withExtendedLifetime(held) {}
  }

  // MARK: Tags

  /// Keeps a destination until `letGo`. `name` gives a tag to it, or to the object that is kept for
  /// the same destination; it is called under the lock. Errors: `released`, those of `name`.
  public func keep(
    _ new: ClientDestination, name: (ClientDestination) throws(AhaError) -> Void
  ) throws(AhaError) {
    try keepLocked(new, naming: name)
    if new.isNew { registry.add(new.destination) }
  }

  private func keepLocked(
    _ new: ClientDestination, naming name: (ClientDestination) throws(AhaError) -> Void
  ) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    try checkOpen()
    let known = destinations.first { $0.destination === new.destination }
    try name(known ?? new)
    if known == nil { destinations.append(new) }
  }

  /// Keeps a drop until `letGo`. `name` gives it a tag, under the lock. Errors: `released`, those
  /// of `name`.
  public func keep(
    _ drop: Drop, name: (Drop) throws(AhaError) -> Void
  ) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    try checkOpen()
    try name(drop)
    drop.hostCame()
    if !drops.contains(where: { $0 === drop }) { drops.append(drop) }
  }

  /// Opens a drop of the journal, or returns this process's object for it. Blocking.
  /// Errors: `notFound`, those of the journal.
  public func open(_ id: String) throws(AhaError) -> Drop {
    let whole = try registry.journal().id(beginning: id)
    let known = lock.locked { drops.first { $0.id == whole } }
    guard let known else { return try registry.open(whole) }
    // Another process may have changed it.
    try known.readAgain()
    return known
  }

  /// The host has released the handle. An idle drop is removed here; the journal supplies it
  /// next time.
  public func letGo(of drop: Drop, tag: UInt) {
    let idle = lock.locked { () -> [Drop] in
      // The drop may have a new handle meanwhile.
      if drop.tag.clear(tag) { drop.hostLeft() }
      let idle = drops.filter { !$0.isRunning && $0.tag.value == 0 }
      drops.removeAll { one in idle.contains { $0 === one } }
      return idle
    }
    withExtendedLifetime(idle) {}
  }

  public func letGo(of destination: ClientDestination, tag: UInt) {
    let left = lock.locked { () -> [ClientDestination] in
      guard destination.tag.clear(tag) else { return [] }
      defer { destinations.removeAll { $0 === destination } }
      return destinations.filter { $0 === destination }
    }
    withExtendedLifetime(left) {}
  }

  /// An object added after the close would never be released. Invariant: caller holds `lock`.
  private func checkOpen() throws(AhaError) {
    if isClosed { throw AhaError(.released, "the client was released") }
  }
}

/// A destination of a client: adds the result of its last check.
///
/// Threads: any.
public final class ClientDestination {
  public let destination: any Destination
  public let registry: DropRegistry
  /// The host's tag for its handle; 0 after the host has released it.
  public let tag = HandleTag()
  /// It is not in the registry yet.
  let isNew: Bool
  private let lock = Lock()
  /// Invariant: read and written under `lock`.
  private var checked = DestinationOwner()

  public init(destination: any Destination, registry: DropRegistry, isNew: Bool = false) {
    (self.destination, self.registry, self.isNew) = (destination, registry, isNew)
  }

  public var client: Client { registry.client }

  /// Starts a job that asks the destination whether it would accept a drop; sets `owner`.
  /// Errors: `released`, and those of `prepare`. Errors of the job: those of `Destination.check`.
  public func check(prepare: (Job) throws(AhaError) -> Void) throws(AhaError) {
    try registry.check(destination, prepare: prepare) { [self] found in
      lock.locked { checked = found }
    }
  }

  public func remove() { registry.remove(destination) }

  // MARK: Texts

  public var name: String { destination.name }
  public var address: String { destination.address }
  /// Media types, separated by spaces.
  public var types: String {
    destination.traits.types.reduce("") { $0.isEmpty ? $1 : $0 + " " + $1 }
  }
  /// Of the last successful check.
  public var owner: String { lock.locked { checked.name } }
  public var application: String { lock.locked { checked.application } }
  /// -1: unknown.
  public var freeBytes: Int64 { lock.locked { checked.freeBytes } }
  public func settings() throws(AhaError) -> String { try destination.settingsText() }
}
