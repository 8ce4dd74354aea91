import AhaBase

/// An application's network client: one transport, one event queue, the open accounts and the
/// running requests.
///
/// Threads: any. Its own threads start with the first work: the transport's thread, up to 64 for
/// requests and up to 16 for account jobs.
public final class Client {
  /// Max wait for a renewal in flight. Interrupting a renewal can lose the sign-in.
  private static let timeoutMilliseconds: Int64 = 5000
  private static let threads = 64
  /// Account jobs have their own threads, so slow requests cannot delay them.
  private static let accountThreads = 16

  public let settings: ClientSettings
  /// The host's tag for its handle.
  public let tag = HandleTag()
  public let events: ClientEvents
  public let transport: Transport
  /// Jobs that send and receive.
  public let jobs = JobQueue(threads: Client.threads)
  let accountJobs = JobQueue(threads: Client.accountThreads)
  let urls = URLHandler()
  private let receiver: URLReceiver
  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  private var accounts: [ClientAccount] = []
  private var dependents: [any ClientDependent] = []
  private var isClosed = false
  /// Answers to sign-ins of accounts that are not open yet.
  private var arrived: [ArrivedRedirect] = []

  /// Errors: `invalidArgument`.
  public init(_ settings: ClientSettings) throws(AhaError) {
    self.settings = settings
    transport = try Transport(settings.transport)
    let events = ClientEvents(capacity: settings.eventCapacity)
    let application = settings.applicationID
    self.events = events
    receiver = URLReceiver(urls, application, settings.stateFolder)
    events.receive(from: receiver)
    urls.setOpen { scheme, uuid in
      guard URLHandler.isScheme(scheme, of: application) else { return false }
      events.post(.openWanted, of: 0, line: "\(scheme)://open?uuid=\(uuid)")
      return true
    }
  }

  deinit { ends() }

  /// Breaks the cycle of the events, which own the receiver of URLs, whose handler posts events.
  private func ends() {
    urls.setOpen(nil)
    events.receive(from: nil)
  }

  /// Cancels all running work and waits for the threads. Call it once the client is unused, and
  /// never on one of its own threads.
  public func close() {
    let (leaving, ending) = lock.locked { () -> ([ClientAccount], [any ClientDependent]) in
      isClosed = true
      defer { (accounts, dependents) = ([], []) }
      return (accounts, dependents)
    }
    ends()
    for dependent in ending { dependent.clientCloses(Client.releasedError) }
    for account in leaving {
      account.feed.endWaiting()
      account.account.closing.cancel()
    }
    let deadline = Instant.after(milliseconds: Client.timeoutMilliseconds)
    for account in leaving { account.account.waitForRenewal(until: deadline) }
    // Cancels the remaining network waits.
    transport.close()
    jobs.close()
    accountJobs.close()
    for account in leaving { account.account.close() }
  }

  var closed: Bool { lock.locked { isClosed } }

  static let releasedError = AhaError(.released, "the client was released")

  // MARK: Dependents

  /// Registers running work, which the client notifies when it closes.
  /// Errors: `released`.
  public func admit(_ dependent: any ClientDependent) throws(AhaError) {
    let isOpen = lock.locked { () -> Bool in
      if !isClosed { dependents.append(dependent) }
      return !isClosed
    }
    if !isOpen { throw Client.releasedError }
  }

  public func leave(_ dependent: any ClientDependent) {
    // Released outside the lock.
    let left = lock.locked { () -> (any ClientDependent)? in
      guard let index = dependents.firstIndex(where: { $0 === dependent }) else { return nil }
      return dependents.remove(at: index)
    }
    withExtendedLifetime(left) {}
  }

  // MARK: URLs

  /// Returns true if the URL answers a sign-in, or opens a piece (posted as an event), here or in
  /// another process of the user. Errors: `invalidArgument` (over 64 KiB), `refused` (the sign-in
  /// did not request this answer).
  public func handle(url: String) throws(AhaError) -> Bool {
    let size = url.utf8.count
    guard size <= URLParts.maximumLength else {
      throw AhaError(.invalidArgument, "a URL of \(size) bytes is too long")
    }
    let answer = try urls.handle(url) { (parts) throws(AhaError) in try handle(parts, url) }
    if case .handled = answer { return true }
    return false
  }

  private func handle(_ url: URLParts, _ text: String) throws(AhaError) -> Bool {
    if receiver.passOn(url, text) {
      events.post(.urlPassedOn, of: 0, line: text)
      return true
    }
    return try handleRedirect(url, text)
  }

  /// Keeps an answer until the account of its sign-in is open.
  func keep(_ new: ArrivedRedirect) {
    lock.locked {
      arrived.removeAll { $0.one.state.isSame(as: new.one.state) }
      if arrived.count >= 16 { arrived.removeFirst() }
      arrived.append(new)
    }
  }

  func removeArrived(for account: Account) -> [ArrivedRedirect] {
    lock.locked {
      let mine = arrived.filter { $0.one.isOf(account) }
      if !mine.isEmpty { arrived.removeAll { $0.one.isOf(account) } }
      return mine
    }
  }

  // MARK: Accounts

  /// Adds an account, or returns the open account with the same key and store. `attach` gives a tag
  /// to an account that `isNamed` does not know; both are called under a lock. Errors: `state`
  /// (open with another description of its provider), `released`.
  public func admit(
    _ new: ClientAccount, isNamed: (ClientAccount) -> Bool = { _ in true },
    attach: (ClientAccount) throws(AhaError) -> Void = { (_) throws(AhaError) in }
  ) throws(AhaError) -> ClientAccount {
    // Released outside the lock: releasing a host's store may call the host.
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

  /// Errors: `invalidArgument` (the account is of another client).
  public func requireOwn(_ account: ClientAccount?, _ name: StaticString) throws(AhaError) {
    guard let account, account.client !== self else { return }
    throw AhaError(.invalidArgument, "\(name) belongs to another client")
  }

  /// The host released its handle. The account stays open while something waits for it.
  public func letGo(of account: ClientAccount, tag: UInt) {
    lock.locked {
      guard account.feed.letGo(of: tag), !account.feed.isAwaited else { return }
      for index in accounts.indices where accounts[index] === account {
        accounts.remove(at: index)
        break
      }
    }
  }

  /// The open account of a key; nil for no such account.
  func openAccount(_ key: AccountKey) -> ClientAccount? {
    lock.locked { accounts.first { $0.account.key == key } }
  }

  /// Lists the accounts in the state folder. Errors: those of files.
  public func savedAccounts() throws(AhaError) -> [AccountKey] {
    let files = try fileStore()
    return try files.accounts() + FileStore(SecretToolStore.notes(in: files.folder)).accounts()
  }

  /// Returns the state folder and creates it if missing. Errors: those of files, `access` (others
  /// may write in it).
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

/// Work that ends with its client, such as a request that waits for its host.
public protocol ClientDependent: AnyObject {
  /// Called once, on the thread that closes the client.
  func clientCloses(_ reason: AhaError)
}

extension EventKind {
  public static let openWanted = EventKind(161)
  public static let urlPassedOn = EventKind(162)
}
