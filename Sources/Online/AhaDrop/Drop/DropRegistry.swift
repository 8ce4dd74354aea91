import AhaBase
import AhaNet
import AhaPiece

/// Destinations of a client, and the journal of its drops.
///
/// Threads: any.
public final class DropRegistry {
  public let client: Client
  /// Draws covers and waveforms; nil if not available.
  public let covers: (any CoverMaker)?
  /// Kinds that the journal and the user's file may name.
  let kinds: [DestinationKind]
  /// Timeout for deleting the uploads of a cancelled drop.
  var cleaningMilliseconds: Int64 = 10_000
  private let lock = Lock()
  // Invariant: `known` is read and written under `lock`.
  private var known: [any Destination] = []
  private let opening = Lock()
  /// Invariant: read and written under `opening`.
  private var opened: Journal?

  public init(client: Client, covers: (any CoverMaker)?, kinds: [DestinationKind]) {
    (self.client, self.covers, self.kinds) = (client, covers, kinds)
  }

  /// Journal in the client's state folder; opened on first use. Errors: those of `Journal`.
  public func journal() throws(AhaError) -> Journal {
    opening.lock()
    defer { opening.unlock() }
    if let opened { return opened }
    let journal = try Journal(
      folder: client.madeStateFolder(), of: client.settings.applicationID)
    opened = journal
    return journal
  }

  // MARK: Destinations

  /// In the order of `add`.
  public var destinations: [any Destination] { lock.locked { known } }

  /// Replaces a destination of the same name.
  public func add(_ destination: any Destination) {
    destination.account?.addPossibleWaiter()
    // Released outside the lock: the last release may take the host's lock.
    let replaced = lock.locked { () -> (any Destination)? in
      for index in known.indices where known[index].name == destination.name {
        defer { known[index] = destination }
        return known[index]
      }
      known.append(destination)
      return nil
    }
    replaced?.account?.removePossibleWaiter()
  }

  /// Running drops keep it.
  public func remove(_ destination: any Destination) {
    let removed = lock.locked { () -> (any Destination)? in
      guard let index = known.firstIndex(where: { $0 === destination }) else { return nil }
      return known.remove(at: index)
    }
    removed?.account?.removePossibleWaiter()
  }

  /// Starts a job that asks a destination whether it would accept a drop.
  /// - Parameter found: Called on the job's thread, before the job ends.
  /// Errors: `released`, and those of `prepare`. Errors of the job: those of `Destination.check`.
  public func check(
    _ destination: any Destination, prepare: (Job) throws(AhaError) -> Void = { _ in },
    found: @escaping (DestinationOwner) -> Void
  ) throws(AhaError) {
    let job = Job()
    try prepare(job)
    try client.jobs.run(
      job,
      work: { [client] (job) throws(AhaError) in
        job.enter(.sending)
        let call = DropCall(client: client, job: job)
        job.whenCancelled { call.cancel() }
        found(try destination.check(via: call))
      }, afterwards: { [client] in client.events.end(job, outcome: $0) })
  }

  /// The destination of a drop from the journal.
  func destination(kind: String, address: String) -> (any Destination)? {
    for destination in destinations
    where destination.kind.name == kind && destination.address.hasSameBytes(as: address) {
      return destination
    }
    return nil
  }

  // MARK: Drops

  /// Drops of this application, newest first. Errors: those of the journal.
  public func drops() throws(AhaError) -> [DropRecord] { try journal().drops() }

  /// Opens a drop from the journal, to inspect, start or discard it.
  /// - Parameter id: Its id, a unique prefix, or its receipt.
  /// Errors: `notFound`, `invalidArgument` (several match), those of the journal.
  public func open(
    _ id: String, options: DropOptions = DropOptions()
  ) throws(AhaError) -> Drop {
    try Drop(registry: self, stored: try journal().id(beginning: id), options: options)
  }
}
