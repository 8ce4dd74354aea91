import AhaBase
import AhaDrop
import AhaJSON
import AhaNet
import AhaPiece

/// Settings of a server of the Allihoopa protocol.
public struct AllihoopaSettings: DestinationSettings {
  /// The host's name for it; nil: the address.
  public var name: String?
  /// URL of the API; "": that of the account's provider.
  public var url = ""

  public init() {}

  public mutating func fill(with form: any SettingsForm) throws(AhaError) {
    try form.text("url", in: &url)
  }
}

/// A server of the Allihoopa protocol: pieces with a cover, a preview and an attachment.
public final class AllihoopaDestination: Destination {
  public var kind: DestinationKind { .allihoopa }
  public let name: String
  public let address: String
  let api: AllihoopaAPI
  private let settings: AllihoopaSettings

  /// Errors: `invalidArgument`.
  public init(
    name: String, account: Account, settings given: AllihoopaSettings = AllihoopaSettings()
  ) throws(AhaError) {
    let url = try account.apiURL(given.url)
    api = AllihoopaAPI(account: account, url: url)
    var settings = given
    settings.url = account.setting(apiURL: url)
    self.settings = settings
    address = url + "#" + account.key.text
    self.name = name.isEmpty ? address : name
  }

  public func save(to entry: JSONObject) throws(AhaError) -> SavedSecret? {
    try settings.save(to: entry)
    return try api.account.save(to: entry)
  }

  static func saved(_ saved: SavedDestination) throws(AhaError) -> any Destination {
    var settings = AllihoopaSettings()
    try settings.read(from: saved.settings)
    return try AllihoopaDestination(name: saved.name, account: saved.account(), settings: settings)
  }

  public var traits: DestinationTraits {
    var traits = DestinationTraits()
    traits.hasPublicLink = true
    traits.acceptsJPEG = false
    traits.types = ["audio/wav", "audio/ogg"]
    return traits
  }

  public var account: Account? { api.account }

  public func checkReady() throws(AhaError) { try api.account.requireSignedIn() }

  public func check(via call: DropCall) throws(AhaError) -> DestinationOwner {
    try checkReady()
    let variables = try JSONObject()
    let account = api.account
    try variables.set("id", .text(account.provider.clientID))
    let used = account.knownToken
    let data = try api.ask(
      "query($id: String!) { me { username } app(identifier: $id) { name } }", variables: variables,
      via: call)
    // The server reports an expired token without an error: "me" is then null.
    guard let me = data.object("me") else {
      throw account.end(refused: used, because: "Allihoopa does not know its token: sign in again")
    }
    return DestinationOwner(
      name: me.text("username"), application: data.object("app")?.text("name") ?? "")
  }

  public func makeLocation(for drop: DropPlan, via call: DropCall) throws(AhaError) -> String {
    drop.id
  }

  public func upload(
    _ asset: DropAsset, at location: String, from state: String?, via call: DropCall
  ) throws(AhaError) -> any AssetUpload {
    let format = asset.role == .attachment ? nil : try AllihoopaFormat(asset).text
    return AllihoopaUpload(api: api, asset: asset, format: format, state: state)
  }

  /// Creates the piece with one message. The server cannot report whether a piece of these files
  /// exists, so the message is sent again only if it cannot have arrived.
  public func create(
    _ drop: DropContent, at location: String, via call: DropCall
  ) throws(AhaError) -> DropReceipt {
    let variables = try JSONObject()
    try variables.set("piece", .object(try PieceInput.object(for: drop)))
    let data: JSONObject
    do throws(AhaError) {
      data = try api.ask(
        """
        mutation($piece: PieceInput!) {
          dropPiece(piece: $piece) { piece { title url description shortId } }
        }
        """, variables: variables, isIdempotent: false, via: call)
    } catch {
      // After a refusal, no piece exists.
      switch error.code {
      case .http, .rateLimited, .refused, .notSignedIn, .verify: throw error
      default: if !call.mayHaveArrived { throw error }
      }
      throw AllihoopaAPI.uncertain(error.line)
    }
    guard let piece = data.object("dropPiece")?.object("piece"), !piece.text("url").isEmpty else {
      throw AhaError(.reply, "Allihoopa made no piece and gave no reason")
    }
    return DropReceipt(url: piece.text("url"), id: piece.text("shortId"))
  }

  /// Does nothing: the server deletes files without a piece.
  public func discard(
    _ uploads: [StoredUpload], at location: String, via call: DropCall
  ) throws(AhaError) {}
}

extension PieceLimits {
  /// Source: Allihoopa's public SDKs for iOS and JavaScript.
  static var allihoopa: PieceLimits {
    var limits = PieceLimits.own
    (limits.title, limits.description, limits.length) = (50, 140, 1_200_000_000)
    return limits
  }
}

/// Upload to an Allihoopa server: one message to a presigned URL.
final class AllihoopaUpload: AssetUpload {
  private let api: AllihoopaAPI
  private let asset: DropAsset
  /// "wav", "ogg", "png"; nil for an attachment.
  private let format: StaticString?
  /// URL of the complete file, needed to create the piece; "" before that.
  private(set) var state = ""

  var confirmed: Int64 { state.isEmpty ? 0 : asset.size }

  /// - Parameter state: State of a finished upload.
  init(api: AllihoopaAPI, asset: DropAsset, format: StaticString?, state: String?) {
    (self.api, self.asset, self.format) = (api, asset, format)
    if let state { self.state = state }
  }

  func sendNext(from source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    let target = try newURL(via: call)
    var message = target.request
    message.body = .paced(try source.whole(), count: source.size)
    // The signature covers Content-Type only for attachments.
    if format == nil { message.headers.append(HTTPHeader("Content-Type", asset.type)) }
    var options = DropCall.Options()
    options.isAsset = true
    options.accepts = [401, 403, 404, 410]
    let reply = try call.send(message, options: options)
    if reply.status >= 400 {
      return .lost("the URL for \(asset.name) has expired: HTTP \(reply.status)")
    }
    state = target.url
    return .sent
  }

  private func newURL(via call: DropCall) throws(AhaError) -> AllihoopaUploadURL {
    guard let format else { return try api.uploadURL(attachment: asset.type, via: call) }
    let type: StaticString =
      switch asset.role {
      case .mixStem: "mix_stem"
      case .preview: "preview_audio"
      case .cover, .attachment: "cover_image"
      }
    return try api.uploadURL(format: format, type: type, via: call)
  }

  func finish(with source: FileSource, via call: DropCall) throws(AhaError) -> String { state }
}
