import AhaBase
import CShims

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
  let receiver: URLReceiver
  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  private var accounts: [Account] = []
  private var dependents: [any ClientDependent] = []
  private var isClosed = false
  /// Answers to sign-ins of accounts that are not open yet.
  private var arrived: [ArrivedRedirect] = []

  /// Errors: `invalidArgument`.
  public init(settings: ClientSettings) throws(AhaError) {
    self.settings = settings
    transport = try Transport(settings: settings.transport)
    let events = ClientEvents(capacity: settings.eventCapacity)
    let application = settings.applicationID
    self.events = events
    receiver = URLReceiver(urls: urls, application: application, folder: settings.stateFolder)
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
    urls.setOpen(to: nil)
    events.receive(from: nil)
  }

  /// Cancels all running work and waits for the threads. Call it once the client is unused, and
  /// never on one of its own threads.
  public func close() {
    let (leaving, ending) = lock.locked { () -> ([Account], [any ClientDependent]) in
      isClosed = true
      defer { (accounts, dependents) = ([], []) }
      return (accounts, dependents)
    }
    ends()
    for dependent in ending { dependent.clientCloses(because: Client.releasedError) }
    for account in leaving {
      account.endWaiters()
      account.closing.cancel()
    }
    let deadline = Instant.after(milliseconds: Client.timeoutMilliseconds)
    for account in leaving { account.waitForRenewal(until: deadline) }
    // Cancels the remaining network waits.
    transport.close()
    jobs.close()
    accountJobs.close()
    for account in leaving { account.close() }
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

  // MARK: Answers to sign-ins of accounts that are not open

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
    _ new: Account, isNamed: (Account) -> Bool = { _ in true },
    attach: (Account) throws(AhaError) -> Void = { (_) throws(AhaError) in }
  ) throws(AhaError) -> Account {
    // Released outside the lock: releasing a host's store may call the host.
    var replaced: Account?
    lock.lock()
    defer {
      lock.unlock()
      withExtendedLifetime(replaced) {}
    }
    if isClosed { throw Client.releasedError }
    for index in accounts.indices where accounts[index].isSame(as: new) {
      let known = accounts[index]
      if !known.provider.isSame(as: new.provider) {
        if known.tag.value != 0 || known.isAwaited { throw known.isDescribedOtherwise }
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
  public func requireOwn(_ account: Account?, named name: StaticString) throws(AhaError) {
    guard let account, account.client !== self else { return }
    throw AhaError(.invalidArgument, "\(name) belongs to another client")
  }

  /// The host released its handle. The account stays open while something waits for it.
  public func letGo(of account: Account, tag: UInt) {
    lock.locked {
      guard account.letGo(of: tag), !account.isAwaited else { return }
      for index in accounts.indices where accounts[index] === account {
        accounts.remove(at: index)
        break
      }
    }
  }

  /// The open account of a key; nil for no such account.
  func openAccount(for key: AccountKey) -> Account? {
    lock.locked { accounts.first { $0.key == key } }
  }

  /// Lists the accounts in the state folder. Errors: those of files.
  public func savedAccounts() throws(AhaError) -> [AccountKey] {
    let files = try fileStore()
    return try files.accounts()
      + FileStore(folder: SecretToolStore.notes(in: files.folder)).accounts()
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
    return FileStore(folder: folder)
  }
}

/// Work that ends with its client, such as a request that waits for its host.
public protocol ClientDependent: AnyObject {
  /// Called once, on the thread that closes the client.
  func clientCloses(because reason: AhaError)
}

extension EventKind {
  public static let openWanted = EventKind(161)
  public static let urlPassedOn = EventKind(162)
}

/// An application's identity and its network settings.
public struct ClientSettings {
  public let applicationID: String
  /// Secret of providers that have a `keyHeader`.
  public var apiKey: Secret?
  /// For share links; "" turns them off.
  public var facebookAppID = ""
  /// Folder for stored accounts; nil: the default of `FileStore`.
  public var stateFolder: FilePath?
  public var transport = TransportSettings()
  public var eventCapacity = 1024
  /// Providers that the application can name without their URLs.
  public var providers: [ProviderKind] = [.oauth2]

  /// Errors: `invalidArgument`.
  public init(applicationID: String) throws(AhaError) {
    guard ClientSettings.isID(applicationID.array) else {
      throw AhaError(
        .invalidArgument,
        "application_id \"\(applicationID.cut)\" is not 1 to 64 letters, "
          + "digits, dots, dashes and underscores")
    }
    self.applicationID = applicationID
    setUserAgent(applicationID)
  }

  /// Sets the User-Agent: the application's name and version, then libaha's.
  public mutating func setUserAgent(_ name: String) {
    transport.userAgent = "\(name) libaha/\(String(cString: shim_version_text()))"
  }

  private static func isID(_ bytes: [UInt8]) -> Bool {
    for byte in bytes {
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 95: continue
      default: return false
      }
    }
    return (1...64).contains(bytes.count)
  }
}
