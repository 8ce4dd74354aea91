import AhaBase
import AhaJSON
import AhaTestSupport

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices

extension DestinationRig {
  /// A signed-in account, without a browser.
  func account(
    _ provider: Provider, access: String = "aha-access-token", refresh: String? = nil
  ) throws -> Account {
    let account = try Account.open(for: client, provider: provider, name: "default", kind: .memory)
    let token = Token(
      access: Secret(access), refresh: refresh.map { Secret($0) }, type: "bearer", scope: "",
      lifetime: 0, isOwn: false, requested: TokenTime.now())
    try account.keep(token)
    return account
  }

  func dropboxProvider(_ url: String) throws -> Provider {
    let provider = try Services.providers.provider(named: "dropbox")
    provider.clientID = "native"
    provider.apiURL = url
    provider.otherAPIURLs = []
    provider.tokenURL = url + "/oauth2/token"
    return provider
  }

  func dropbox(
    _ server: TestServer, access: String = "aha-access-token", refresh: String? = nil,
    _ change: (inout DropboxSettings) -> Void = { _ in }
  ) throws -> DropboxDestination {
    var settings = DropboxSettings()
    change(&settings)
    let account = try account(dropboxProvider(server.url), access: access, refresh: refresh)
    return try DropboxDestination(name: "box", account: account, settings: settings)
  }

  func soundCloud(
    _ server: TestServer, _ change: (inout SoundCloudSettings) -> Void = { _ in }
  ) throws -> SoundCloudDestination {
    let provider = try Services.providers.provider(named: "soundcloud")
    provider.clientID = "native"
    (provider.apiURL, provider.tokenURL) = (server.url, server.url + "/oauth/token")
    var settings = SoundCloudSettings()
    settings.pollMilliseconds = 10
    change(&settings)
    let account = try account(
      provider, access: server.word("access_token"), refresh: server.word("refresh_token"))
    return try SoundCloudDestination(name: "cloud", account: account, settings: settings)
  }

  func allihoopa(_ server: TestServer) throws -> AllihoopaDestination {
    let provider = try Services.providers.provider(named: "allihoopa")
    provider.clientID = "allihoopa"
    provider.clientSecret = Secret(server.word("api_key"))
    provider.apiURL = server.url + "/v1/graphql"
    return try AllihoopaDestination(
      name: "hoopa", account: account(provider, access: server.word("access_token")))
  }
}

extension TestServer {
  /// Count of requests to a path, from the server's `statistics`.
  func count(_ path: StaticString) throws -> Int64 {
    guard case .object(let paths)? = try ask("{\"do\":\"statistics\"}")["paths"],
      case .integer(let count)? = paths[path]
    else { return 0 }
    return count
  }

  /// Objects of a list in an answer.
  func list(_ command: String, _ key: StaticString) throws -> [JSONObject] {
    guard case .list(let all)? = try ask("{\"do\":\"\(command)\"}")[key] else { return [] }
    return all.compactMap { if case .object(let one) = $0 { one } else { nil } }
  }
}

extension JSONObject {
  /// "" if the object has no such text.
  func word(_ key: StaticString) -> String {
    if case .text(let text)? = self[key] { text } else { "" }
  }
}
