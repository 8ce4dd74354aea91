import AhaBase
import AhaJSON
import AhaLibrary
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaNet
@testable import AhaServices
@testable import AhaSync

@Suite(.serialized) struct SoundCloudSyncTests {
  private let rig: SyncRig
  private let server: TestServer
  private let destination: SoundCloudDestination
  private let api: SoundCloudAPI

  init() throws {
    (rig, server) = (try SyncRig(), try TestServer("Tests/servers/soundcloud_server.py"))
    let provider = try Services.providers.provider(named: "soundcloud")
    provider.clientID = "native"
    (provider.apiURL, provider.tokenURL) = (server.url, server.url + "/oauth/token")
    let account = try rig.account(
      provider, access: server.word("access_token"), refresh: server.word("refresh_token"))
    destination = try SoundCloudDestination(name: "cloud", account: account)
    api = SoundCloudAPI(account: account, url: server.url)
  }

  private var remote: any Catalogue {
    get throws { try rig.catalogue(of: destination) }
  }

  @discardableResult
  private func put(_ title: String, _ fields: (String, String)...) throws -> String {
    var parts = [FormPart("track[title]", .text(title))]
    parts += fields.map { FormPart("track[\($0.0)]", .text($0.1)) }
    parts.append(
      FormPart("track[asset_data]", .bytes([1, 2]), fileName: "a.wav", type: "audio/wav"))
    return try api.track(
      in: try api.send(api.form(method: "POST", path: "/tracks", parts: parts), via: rig.call)
    ).urn
  }

  @Test func takesTracks() throws {
    let kept = try put("To keep", ("downloadable", "true"))
    let heard = try put("To hear", ("sharing", "private"))
    let report = try rig.sync(remote)
    #expect(report.added == 2 && report.troubles.isEmpty)
    let items = try rig.items()
    #expect(items.map(\.title) == ["To hear", "To keep"] && items[0].artist == "alice")
    #expect(items[0].state == .remoteOnly && items[1].state == .remoteDownloadable)
    #expect(items[1].place.text == "\(server.url)/tracks/\(kept)/download")
    #expect(items[0].pieceID == heard && items[0].sound.length == 1_000_000)
    // The library does not contain the secret of a private track.
    #expect(!items.contains { $0.place.text.contains("secret") || $0.manifest.contains("secret") })
    #expect(try rig.sync(remote).unchanged == 2)
    let form = api.form(
      method: "PUT", path: "/tracks/\(heard)",
      parts: [FormPart("track[downloadable]", .text("true"))])
    _ = try api.send(form, via: rig.call)
    try api.delete(track: kept, via: rig.call)
    let second = try rig.sync(remote)
    #expect(second.changed == 1 && second.removed == 1)
    #expect(try rig.library.item(items[0].number).state == .remoteDownloadable)
  }

  @Test func goesThroughPages() throws {
    for number in 0..<205 { try put("t\(number)") }
    #expect(try rig.sync(remote).added == 205)
    #expect(try rig.sync(remote).unchanged == 205)
  }

  @Test(arguments: [
    "https://evil.example/me/tracks", "http://127.0.0.1:1/", "/relative", "file:///",
  ])
  func theTokenGoesNowhereElse(link: String) throws {
    let page = "{\"collection\":[],\"next_href\":\"\(link)\"}"
    try server.fault(
      "\"path\":\"/me/tracks\",\"reply\":{\"status\":200,\"body\":\(quoted(page))}")
    #expect(failure { _ = try rig.sync(remote) }?.code == .reply)
  }

  @Test func hostileTracksAreLeftOut() throws {
    let tracks = [
      "{\"urn\":\"soundcloud:tracks:1\",\"title\":\"good\","
        + "\"permalink_url\":\"https://a.example/1\"}",
      "{\"urn\":\"../../x\",\"title\":\"bad\",\"permalink_url\":\"https://a.example/2\"}",
      "{\"id\":3,\"title\":7,\"user\":[],\"duration\":\"x\","
        + "\"permalink_url\":\"https://a.example/3\"}",
      "{\"id\":4,\"permalink_url\":\"javascript:alert(1)\"}", "{\"id\":5}", "7", "{}",
      "{\"id\":6,\"duration\":9223372036854775807,\"permalink_url\":\"https://a.example/6\"}",
    ]
    let page = "{\"collection\":[\(tracks.joined(separator: ","))]}"
    try server.fault("\"path\":\"/me/tracks\",\"reply\":{\"status\":200,\"body\":\(quoted(page))}")
    let report = try rig.sync(remote)
    #expect(report.added == 3 && report.troubles.count == 4, "\(report.troubles)")
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension TestServer {
  /// - Parameter more: For example `"method": "PUT", "reply": {"status": 500}`.
  func fault(_ more: String) throws {
    let answer = try command("{\"do\":\"fault\",\(more)}")
    if answer.contains("error") { throw AhaError(.invalidArgument, answer) }
  }
}
