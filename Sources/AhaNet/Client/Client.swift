import AhaBase

/// An application as services know it: one network, one queue of events, the accounts that are open
/// and the requests under way.
///
/// Threads: any. Its own start with the first work: the transport's, and one for each request that
/// runs, up to 64, and one for each job of an account, up to 16.
public final class Client {
  /// How long a renewal that is on its way is waited for: breaking it off may cost the sign-in.
  private static let patienceMilliseconds: Int64 = 5000
  private static let threads = 64
  /// For what changes accounts: requests that wait for a server never keep it from beginning.
  private static let accountThreads = 16

  public let settings: ClientSettings
  public let events: ClientEvents
  public let transport: Transport
  /// For what is sent and received.
  public let jobs = JobQueue(threads: Client.threads)
  let accountJobs = JobQueue(threads: Client.accountThreads)
  let urls = URLHandler()
  private let lock = Lock()
  // Under the lock.
  private var accounts: [ClientAccount] = []
  private var dependents: [any ClientDependent] = []
  private var isClosed = false

  /// Errors: `invalidArgument`.
  public init(_ settings: ClientSettings) throws(AhaError) {
    self.settings = settings
    transport = try Transport(settings.transport)
    let events = ClientEvents(capacity: settings.eventCapacity)
    let application = settings.applicationID
    self.events = events
    urls.setOpen { scheme, uuid in
      guard URLHandler.isScheme(scheme, of: application) else { return false }
      events.post(.openWanted, of: 0, line: "\(scheme)://open?uuid=\(uuid)")
      return true
    }
  }

  /// Cancels what runs, and waits for the threads. Call it when nobody needs the client any more,
  /// on none of its threads.
  public func close() {
    let (leaving, ending) = lock.locked { () -> ([ClientAccount], [any ClientDependent]) in
      isClosed = true
      defer { (accounts, dependents) = ([], []) }
      return (accounts, dependents)
    }
    for dependent in ending { dependent.clientCloses(Client.releasedError) }
    for account in leaving {
      account.feed.endWaiting()
      account.account.closing.cancel()
    }
    let deadline = Instant.after(milliseconds: Client.patienceMilliseconds)
    for account in leaving { account.account.waitForRenewal(until: deadline) }
    // What still waits for the network does not any more.
    transport.close()
    jobs.close()
    accountJobs.close()
    for account in leaving { account.account.close() }
  }

  var closed: Bool { lock.locked { isClosed } }

  static let releasedError = AhaError(.released, "the client was released")

  // MARK: What depends on it

  /// Keeps something that goes on until it leaves, and tells it when the client is closed.
  /// Errors: `released`.
  public func admit(_ dependent: any ClientDependent) throws(AhaError) {
    let isOpen = lock.locked { () -> Bool in
      if !isClosed { dependents.append(dependent) }
      return !isClosed
    }
    if !isOpen { throw Client.releasedError }
  }

  public func leave(_ dependent: any ClientDependent) {
    // Let go outside of the lock.
    let left = lock.locked { () -> (any ClientDependent)? in
      guard let index = dependents.firstIndex(where: { $0 === dependent }) else { return nil }
      return dependents.remove(at: index)
    }
    withExtendedLifetime(left) {}
  }

  // MARK: URLs

  /// Whether a sign-in waits for a URL, or a piece is to be opened, which is an event then. Errors:
  /// `invalidArgument` (over 64 KiB), `refused` (it leads to a sign-in that did not ask for it).
  public func handle(url: String) throws(AhaError) -> Bool {
    let size = url.utf8.count
    guard size <= URLParts.maximumLength else {
      throw AhaError(.invalidArgument, "a URL of \(size) bytes is too long")
    }
    if case .handled = try urls.handle(url) { return true }
    return false
  }

  // MARK: Accounts

  /// Takes an account in, unless there is one of the same key and store: then that one. `attach`
  /// names one that `isNamed` does not know; both are called under a lock.
  /// Errors: `state` (it is open with another description of its provider), `released`.
  func admit(
    _ new: ClientAccount, isNamed: (ClientAccount) -> Bool,
    attach: (ClientAccount) throws(AhaError) -> Void
  ) throws(AhaError) -> ClientAccount {
    // Let go outside of the lock: a host's store may end with it.
    var replaced: ClientAccount?
    lock.lock()
    defer {
      lock.unlock()
      withExtendedLifetime(replaced) {}
    }
    if isClosed { throw Client.releasedError }
    for index in accounts.indices where accounts[index].isSame(as: new) {
      let known = accounts[index]
      if !known.account.provider.isSame(as: new.account.provider) {
        if known.feed.tag.value != 0 || known.feed.isAwaited { throw known.isDescribedOtherwise }
        replaced = accounts.remove(at: index)
        break
      }
      if !isNamed(known) { try attach(known) }
      return known
    }
    try attach(new)
    accounts.append(new)
    return new
  }

  /// Nobody holds the account by its tag any more. It is there as long as something waits for it.
  public func letGo(of account: ClientAccount, tag: UInt) {
    lock.locked {
      guard account.feed.letGo(of: tag), !account.feed.isAwaited else { return }
      for index in accounts.indices where accounts[index] === account {
        accounts.remove(at: index)
        break
      }
    }
  }

  /// What the state folder keeps. Errors: those of files.
  public func keptAccounts() throws(AhaError) -> [AccountKey] {
    let files = try fileStore()
    return try files.accounts() + FileStore(SecretToolStore.notes(in: files.folder)).accounts()
  }

  /// The folder of what is kept, made where it is not there. Errors: those of files, `access`
  /// (others may write in it).
  public func madeStateFolder() throws(AhaError) -> FilePath {
    let files = try fileStore()
    try files.makeFolder()
    return files.folder
  }

  func fileStore() throws(AhaError) -> FileStore {
    guard let folder = settings.stateFolder else { return try FileStore() }
    return FileStore(folder)
  }
}

/// What goes on as long as its client, such as something that waits for its host.
public protocol ClientDependent: AnyObject {
  /// Called once, on the thread that closes the client.
  func clientCloses(_ reason: AhaError)
}
