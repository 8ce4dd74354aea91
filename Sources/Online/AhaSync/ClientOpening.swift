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
    public var account: Account?
    public var allowsPrivate = false
    /// Interval of requests for a file that is not ready.
    public var pollMilliseconds: Int64?

    public init() {}
  }

  public let client: Client
  public let context: UnsafeMutableRawPointer?
  /// The host's tag for its handle; 0 after the host has released it.
  public let tag = HandleTag()
  private let loader: PieceLoader
  private let wanted: Opening
  private let lock = Lock()
  /// Invariant: read and written under `lock`.
  private var opened: OpenedPiece?
  /// Invariant: as `opened`. The newest of each path.
  private var saved: [SavedAsset] = []

  /// - Parameters:
  ///   - destinations: Of the client; their keys open pieces.
  ///   - kinds: Of all services.
  /// Errors: `invalidArgument`, `unsupported`.
  public init(
    client: Client, text: String, options: Options, destinations: [any Destination],
    kinds: [SourceKind]
  ) throws(AhaError) {
    let account = options.account
    if let owner = account?.client, owner !== client {
      throw AhaError(.invalidArgument, "options->account belongs to another client")
    }
    var settings = OpenSettings()
    settings.applicationID = client.settings.applicationID
    for kind in kinds { settings.schemes += kind.schemes }
    wanted = try Opening(
      text: text, applicationID: settings.applicationID, schemes: settings.schemes)
    if case .piece = wanted, account == nil {
      throw AhaError(.invalidArgument, "options->account is NULL: \(text.cut) is of a service")
    }
    for kind in kinds where settings.idOpener == nil {
      settings.idOpener = kind.idOpener?(account, client)
    }
    settings.allowsPrivate = options.allowsPrivate
    settings.openers = try kinds.openers(destinations, account: account, of: client)
    settings.notReadyMilliseconds = options.pollMilliseconds ?? settings.notReadyMilliseconds
    loader = PieceLoader(transport: client.transport, settings: settings)
    (self.client, context) = (client, options.context)
  }

  /// Opens the piece on a thread of the client. Errors: `released`, `system`, those of `prepare`.
  public func start(prepare: (Job) throws(AhaError) -> Void) throws(AhaError) {
    let job = Job()
    try prepare(job)
    try client.jobs.run(
      job,
      work: { [self] (job) throws(AhaError) in
        let found = try loader.open(wanted, job: job)
        lock.locked { opened = found }
      },
      afterwards: { [self] outcome in
        tellEnd(outcome)
        client.events.end(job, outcome: outcome)
      })
  }

  private func tellEnd(_ outcome: Job.Outcome) {
    if case .failure(let error) = outcome {
      return client.events.post(.openingFinished, of: tag.value, with: error)
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
    let (piece, asset) = try self.asset(for: role, type: type)
    let job = Job()
    try prepare(job)
    try client.jobs.run(
      job,
      work: { [self] (job) throws(AhaError) in
        try piece.download(asset, to: path, job: job)
        // Absolute: the process may change its folder.
        guard let absolute = path.resolved else { return }
        lock.locked {
          saved.removeAll { $0.path == absolute }
          saved.append(SavedAsset(asset: asset, at: absolute))
        }
      }, afterwards: { [client] in client.events.end(job, outcome: $0) })
  }

  /// Opens a file as a stream. Its state is posted as events of `tag`. Errors: as of `save`.
  public func stream(
    _ role: AssetRole, type: String, tag: HandleTag
  ) throws(AhaError) -> any ByteStream {
    let (piece, asset) = try self.asset(for: role, type: type)
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
    for role: AssetRole, type: String
  ) throws(AhaError) -> (OpenedPiece, OpenedAsset) {
    let opened = try piece()
    return (opened, try opened.asset(for: role.ofPage, format: type))
  }
}

extension AssetRole {
  /// The role of a file in a manifest; the numbers differ by one.
  fileprivate var ofPage: DropFile.Role { DropFile.Role(rawValue: Int(rawValue) - 1)! }
}

extension EventKind {
  static let openingFinished = EventKind(160)
}
