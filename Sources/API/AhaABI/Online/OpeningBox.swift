import AhaBase
import AhaDrop
import AhaNet
import AhaOpen
import AhaPage
import AhaPiece
import AhaSync
import CAha

/// Handle object of a piece that is open or being opened.
///
/// Threads: any.
final class OpeningBox: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_OPENING, "opening") }

  let client: Client
  let context: UnsafeMutableRawPointer?
  let tag = HandleTag()
  private let opener: Opener
  private let wanted: Opening
  private let lock = Lock()
  /// Invariant: read and written under `lock`.
  private var opened: OpenedPiece?
  /// Invariant: as `opened`. The newest of each path.
  private var saved: [SavedAsset] = []

  /// Errors: `invalidArgument`, `unsupported`.
  init(_ client: Client, _ text: String, _ options: aha_opening_options) throws(AhaError) {
    let account = try optionalAccount(options.account)
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
    settings.allowsPrivate = options.allow_private != 0
    settings.places = try OpeningBox.places(of: client, account)
    settings.notReadyMilliseconds = time(options.poll_ms) ?? settings.notReadyMilliseconds
    opener = Opener(client.transport, settings)
    (self.client, context) = (client, options.context)
  }

  /// Places of the client's destinations, and that of the account.
  private static func places(
    of client: Client, _ account: ClientAccount?
  ) throws(AhaError) -> [KeyedPiece.Find] {
    var all = try ClientDrops.of(client).registry.destinations
    switch account?.account.provider.name {
    case "dropbox": all.insert(try DropboxDestination("", account!), at: 0)
    case "soundcloud": all.insert(try SoundCloudDestination("", account!), at: 0)
    case "allihoopa": all.insert(try AllihoopaDestination("", account!), at: 0)
    default: break
    }
    return all.compactMap { KeyedPiece.find(at: $0, client) }
  }

  func ended(_ handle: UInt) { tag.value = 0 }

  /// Opens the piece on a thread of the client. Errors: `released`, `system`.
  func start(_ job: Job) throws(AhaError) {
    try client.jobs.run(
      job, { [self] (job) throws(AhaError) in
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

  var isOpen: OpenedPiece? { lock.locked { opened } }

  /// Errors: `state`.
  func piece() throws(AhaError) -> OpenedPiece {
    guard let opened = isOpen else { throw AhaError(.state, "the piece is not open") }
    return opened
  }

  /// Downloads a file. Body of a job. Errors: those of `OpenedPiece.download`.
  func save(
    _ asset: OpenedAsset, of piece: OpenedPiece, to path: FilePath, _ job: Job
  ) throws(AhaError) {
    try piece.download(asset, to: path, job)
    // Absolute: the process may change its folder.
    guard let place = path.resolved else { return }
    lock.locked {
      saved.removeAll { $0.path == place }
      saved.append(SavedAsset(asset, at: place))
    }
  }

  /// Writes the manifest of the saved files. Errors: `state`, those of `OpenedPiece.manifest` and
  /// of files.
  func saveManifest(to path: FilePath) throws(AhaError) {
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

  /// An asset of the piece. Errors: `state`, `invalidArgument`, `notFound`, `unsupported`.
  func asset(
    _ asset: aha_asset, _ type: UnsafePointer<CChar>?
  ) throws(AhaError) -> (OpenedPiece, OpenedAsset) {
    let role = try DropFile.Role(asset)
    let opened = try piece()
    return (opened, try opened.asset(role, format: Text.optional(type) ?? ""))
  }
}

extension DropFile.Role {
  /// Errors: `invalidArgument`.
  fileprivate init(_ asset: aha_asset) throws(AhaError) {
    switch asset {
    case aha_asset(AHA_ASSET_MIX_STEM): self = .mixStem
    case aha_asset(AHA_ASSET_PREVIEW): self = .preview
    case aha_asset(AHA_ASSET_COVER): self = .cover
    case aha_asset(AHA_ASSET_ATTACHMENT): self = .attachment
    default: throw AhaError(.invalidArgument, "asset \(Int(asset)) is not known")
    }
  }

  var asset: aha_asset {
    switch self {
    case .mixStem: aha_asset(AHA_ASSET_MIX_STEM)
    case .preview: aha_asset(AHA_ASSET_PREVIEW)
    case .cover: aha_asset(AHA_ASSET_COVER)
    case .attachment: aha_asset(AHA_ASSET_ATTACHMENT)
    }
  }
}

extension EventKind {
  static let openingFinished = EventKind(160)
}
