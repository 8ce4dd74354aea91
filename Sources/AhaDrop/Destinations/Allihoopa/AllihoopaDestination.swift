import AhaBase
import AhaJSON
import AhaNet

/// A server of the Allihoopa protocol: pieces with a cover, a preview and an attachment.
public final class AllihoopaDestination: Destination {
  private static let usualURL = "https://api.allihoopa.com/v1/graphql"

  public let kind = "allihoopa"
  public let name: String
  public let address: String
  private let api: AllihoopaAPI

  /// - Parameter apiURL: "": the account's provider's.
  /// Errors: `invalidArgument`.
  public init(
    _ name: String, _ account: ClientAccount, apiURL: String = ""
  ) throws(AhaError) {
    let provider = account.account.provider
    let given = apiURL.isEmpty ? provider.apiURL : apiURL
    let url = given.isEmpty ? AllihoopaDestination.usualURL : given
    guard let parts = URLParts(url), provider.mayBeToldToken(parts) else {
      throw AhaError(
        .invalidArgument, "\(url.shownURL) is no URL of the provider \(provider.name)")
    }
    api = AllihoopaAPI(account, url)
    address = url + "#" + account.account.key.text
    self.name = name.isEmpty ? address : name
  }

  public var traits: DestinationTraits {
    var traits = DestinationTraits()
    traits.hasPublicLink = true
    traits.types = AllihoopaFormat.wavTypes + AllihoopaFormat.oggTypes
    return traits
  }

  public var account: ClientAccount? { api.account }

  public func checkReady() throws(AhaError) { try api.account.requireSignedIn() }

  public func check(_ call: DropCall) throws(AhaError) -> DestinationOwner {
    try checkReady()
    let variables = try JSONObject()
    try variables.set("id", .text(api.account.account.provider.clientID))
    let data = try api.ask(
      "query($id: String!) { me { username } app(identifier: $id) { name } }", variables, call)
    // A token that is not good any more is no error to the server.
    guard let me = data.object("me") else {
      let who = api.account.account.key.text
      throw AhaError(.notSignedIn, "\(who) is not signed in: Allihoopa does not know the token")
    }
    return DestinationOwner(
      name: me.text("username"), application: data.object("app")?.text("name") ?? "")
  }

  /// Of a drop of the journal: nobody can tell whether there is a piece.
  static func isUncertain(_ record: DropRecord) -> Bool {
    record.stage == .creating && record.kind == "allihoopa"
  }

  public func makePlace(for drop: DropPlan, _ call: DropCall) throws(AhaError) -> String { drop.id }

  public func upload(
    _ asset: DropAsset, at place: String, from state: String?, _ call: DropCall
  ) throws(AhaError) -> any AssetUpload {
    let format = asset.role == .attachment ? nil : try AllihoopaFormat(asset).text
    return AllihoopaUpload(api, asset, format, state: state)
  }

  /// The server does not tell whether a piece was made of these files before: so it is asked once,
  /// and again only where the question cannot have arrived.
  public func create(
    _ drop: DropContent, at place: String, _ call: DropCall
  ) throws(AhaError) -> DropReceipt {
    let variables = try JSONObject()
    try variables.set("piece", .object(try PieceInput.object(drop)))
    let data: JSONObject
    do throws(AhaError) {
      data = try api.ask(
        """
        mutation($piece: PieceInput!) {
          dropPiece(piece: $piece) { piece { title url description shortId } }
        }
        """, variables, isIdempotent: false, call)
    } catch {
      // Whoever says no has made none.
      switch error.code {
      case .http, .rateLimited, .refused, .notSignedIn, .verify: throw error
      default: if !call.mayHaveArrived { throw error }
      }
      throw AllihoopaAPI.uncertain(error.line)
    }
    guard let piece = data.object("dropPiece")?.object("piece"), !piece.text("url").isEmpty else {
      throw AhaError(.reply, "Allihoopa made no piece, and did not say why")
    }
    return DropReceipt(url: piece.text("url"), id: piece.text("shortId"))
  }

  /// Files that no piece was made of are the server's to forget.
  public func discard(
    _ uploads: [KeptUpload], at place: String, _ call: DropCall
  ) throws(AhaError) {}
}
