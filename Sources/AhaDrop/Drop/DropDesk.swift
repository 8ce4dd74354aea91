import AhaBase
import AhaNet
import AhaPiece

/// The destinations of a client, and the journal of its drops.
///
/// Threads: any.
public final class DropDesk {
  public let client: Client
  /// Draws covers and waveforms; nil: nobody does.
  public let artist: (any PieceArtist)?
  /// How long what a cancelled drop left may take to go.
  var cleaningMilliseconds: Int64 = 10_000
  private let lock = Lock()
  // Under the lock.
  private var known: [any Destination] = []
  private let opening = Lock()
  /// Under the lock of that name.
  private var opened: Journal?

  public init(_ client: Client, artist: (any PieceArtist)?) {
    (self.client, self.artist) = (client, artist)
  }

  /// In the client's state folder; opened when it is first needed. Errors: those of `Journal`.
  public func journal() throws(AhaError) -> Journal {
    opening.lock()
    defer { opening.unlock() }
    if let opened { return opened }
    let journal = try Journal(
      client.madeStateFolder(), of: client.settings.applicationID)
    opened = journal
    return journal
  }

  // MARK: Destinations

  /// In the order that they were added.
  public var destinations: [any Destination] { lock.locked { known } }

  /// Another one of its name takes its place.
  public func add(_ destination: any Destination) {
    destination.account?.feed.addUser()
    // Let go outside of the lock: it may hold the host's.
    let replaced = lock.locked { () -> (any Destination)? in
      for index in known.indices where known[index].name == destination.name {
        defer { known[index] = destination }
        return known[index]
      }
      known.append(destination)
      return nil
    }
    replaced?.account?.feed.removeUser()
  }

  /// Drops that use it go on.
  public func remove(_ destination: any Destination) {
    let removed = lock.locked { () -> (any Destination)? in
      guard let index = known.firstIndex(where: { $0 === destination }) else { return nil }
      return known.remove(at: index)
    }
    removed?.account?.feed.removeUser()
  }

  /// Starts a job that asks a destination whether a drop would be taken.
  /// - Parameter found: Called on the job's thread, before the job ends.
  /// Errors: `released`, and what `prepare` says; the job's: those of `Destination.check`.
  public func check(
    _ destination: any Destination, prepare: (Job) throws(AhaError) -> Void = { _ in },
    found: @escaping (DestinationOwner) -> Void
  ) throws(AhaError) {
    let job = Job()
    try prepare(job)
    try client.jobs.run(
      job, { [client] (job) throws(AhaError) in
        job.enter(.sending)
        let call = DropCall(client, job)
        job.whenCancelled { call.cancel() }
        found(try destination.check(call))
      }, afterwards: { [client] in client.events.post(ended: job, $0) })
  }

  /// The place that a drop of the journal went to.
  func destination(_ kind: String, _ address: String) -> (any Destination)? {
    for destination in destinations
    where destination.kind == kind && destination.address.hasSameBytes(as: address) {
      return destination
    }
    return nil
  }

  // MARK: Drops

  /// The drops of this application, the newest first. Errors: those of the journal.
  public func drops() throws(AhaError) -> [DropRecord] { try journal().drops() }

  /// A drop of the journal, to look at, to start again, or to discard.
  /// - Parameter id: Its id, or as much of its beginning as tells it apart.
  /// Errors: `notFound`, `invalidArgument` (several begin so), those of the journal.
  public func open(
    _ id: String, _ options: DropOptions = DropOptions()
  ) throws(AhaError) -> Drop {
    try Drop(self, kept: try journal().id(beginning: id), options)
  }
}
