import AhaBase
import AhaDrop
import AhaNet
import AhaOpen
import AhaPage
import AhaPiece

/// A piece of a client that is open or being opened.
///
/// Threads: any.
public final class ClientOpening {
  public struct Options {
    /// The host's own pointer.
    public var context: UnsafeMutableRawPointer?
    public var account: ClientAccount?
    public var allowsPrivate = false
    /// Interval of requests for a file that is not ready.
    public var pollMilliseconds: Int64?

    public init() {}
  }

  public let client: Client
  public let context: UnsafeMutableRawPointer?
  /// The host's tag for its handle; 0 after the host has released it.
  public let tag = HandleTag()
  private let opener: Opener
  private let wanted: Opening
  private let lock = Lock()
  /// Invariant: read and written under `lock`.
  private var opened: OpenedPiece?
  /// Invariant: as `opened`. The newest of each path.
  private var saved: [SavedAsset] = []

  /// - Parameter destinations: Of the client; they find pieces at their places.
  /// Errors: `invalidArgument`, `unsupported`.
  public init(
    _ client: Client, _ text: String, _ options: Options, destinations: [any Destination]
  ) throws(AhaError) {
    let account = options.account
    if let owner = account?.client, owner !== client {
      throw AhaError(.invalidArgument, "options->account belongs to another client")
    }
    wanted = try Opening(text, applicationID: client.settings.applicationID)
    if case .piece = wanted, account == nil {
      throw AhaError(.invalidArgument, "options->account is NULL: \(text.cut) is of a service")
    }
    var settings = OpenSettings()
    settings.applicationID = client.settings.applicationID
    (settings.account, settings.apiKey) = (account, client.settings.apiKey)
    settings.allowsPrivate = options.allowsPrivate
    settings.places = try ClientOpening.places(of: client, account, destinations)
    settings.notReadyMilliseconds = options.pollMilliseconds ?? settings.notReadyMilliseconds
    opener = Opener(client.transport, settings)
    (self.client, context) = (client, options.context)
  }

  /// Places of the client's destinations, and that of the account.
  private static func places(
    of client: Client, _ account: ClientAccount?, _ destinations: [any Destination]
  ) throws(AhaError) -> [KeyedPiece.Find] {
    var all = destinations
    switch account?.account.provider.name {
    case "dropbox": all.insert(try DropboxDestination("", account!), at: 0)
    case "soundcloud": all.insert(try SoundCloudDestination("", account!), at: 0)
    case "allihoopa": all.insert(try AllihoopaDestination("", account!), at: 0)
    default: break
    }
    return all.compactMap { KeyedPiece.find(at: $0, client) }
  }

  /// Opens the piece on a thread of the client. Errors: `released`, `system`, those of `prepare`.
  public func start(prepare: (Job) throws(AhaError) -> Void) throws(AhaError) {
    let job = Job()
    try prepare(job)
    try client.jobs.run(
      job,
      work: { [self] (job) throws(AhaError) in
        let found = try opener.open(wanted, job)
        lock.locked { opened = found }
      },
      afterwards: { [self] outcome in
        tellEnd(outcome)
        client.events.end(job, outcome)
      })
  }

  private func tellEnd(_ outcome: Job.Outcome) {
    if case .failure(let error) = outcome {
      return client.events.post(.openingFinished, of: tag.value, error)
    }
    client.events.post(.openingFinished, of: tag.value, line: isOpen?.piece.title ?? "")
  }

  public var isOpen: OpenedPiece? { lock.locked { opened } }

  /// Errors: `state`.
  public func piece() throws(AhaError) -> OpenedPiece {
    guard let opened = isOpen else { throw AhaError(.state, "the piece is not open") }
    return opened
  }

  /// Starts a job that downloads a file.
  /// - Parameter type: An ending or a media type; "" for any.
  /// Errors: `state`, those of `OpenedPiece.asset`, of `prepare`. Errors of the job: those of
  /// `OpenedPiece.download`.
  public func save(
    _ role: AssetRole, type: String, to path: FilePath, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    let (piece, asset) = try self.asset(role, type)
    let job = Job()
    try prepare(job)
    try client.jobs.run(
      job,
      work: { [self] (job) throws(AhaError) in
        try piece.download(asset, to: path, job)
        // Absolute: the process may change its folder.
        guard let place = path.resolved else { return }
        lock.locked {
          saved.removeAll { $0.path == place }
          saved.append(SavedAsset(asset, at: place))
        }
      }, afterwards: { [client] in client.events.end(job, $0) })
  }

  /// Opens a file as a stream. Its state is posted as events of `tag`. Errors: as of `save`.
  public func stream(
    _ role: AssetRole, type: String, tag: HandleTag
  ) throws(AhaError) -> any ByteStream {
    let (piece, asset) = try self.asset(role, type)
    return try piece.stream(asset) { [events = client.events] state in
      events.post(state == .buffering ? .remoteBuffering : .remotePlaying, of: tag.value)
    }
  }

  /// Writes the manifest of the saved files. Errors: `state`, those of `OpenedPiece.manifest` and
  /// of files.
  public func saveManifest(to path: FilePath) throws(AhaError) {
    let files = lock.locked { saved }
    var manifest = try piece().manifest(of: files, in: path.folder) { MediaTypes.type(of: $0) }
    manifest.generator = DropContent.generator
    let bytes = try manifest.text()
    let file = try ReplacementFile(for: path, links: .refused)
    var failure: AhaError?
    bytes.withUnsafeBytes { bytes in
      do throws(AhaError) { try file.stream.write(bytes, at: 0) } catch { failure = error }
    }
    if let failure { throw failure }
    try file.commit()
  }

  private func asset(
    _ role: AssetRole, _ type: String
  ) throws(AhaError) -> (OpenedPiece, OpenedAsset) {
    let opened = try piece()
    return (opened, try opened.asset(role.ofPage, format: type))
  }
}

extension AssetRole {
  /// The role of a file in a manifest; the numbers differ by one.
  fileprivate var ofPage: DropFile.Role { DropFile.Role(rawValue: Int(rawValue) - 1)! }
}

extension EventKind {
  static let openingFinished = EventKind(160)
}
