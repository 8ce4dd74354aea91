import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite("Providers")
struct ProviderTests {
  let folder = TemporaryFolder()

  @Test func thatAreNotKnownAreNotFound() throws {
    #expect(failure { _ = try [ProviderKind.oauth2].provider(named: "nobody") }?.code == .notFound)
    #expect(failure { _ = try Provider("") }?.code == .invalidArgument)
    let generic = try [ProviderKind.oauth2].provider(named: "oauth2")
    generic.clientID = "x"
    let told = failure { try generic.check(.code) }
    #expect(told?.line == "oauth2 has no authorization URL")
  }

  @Test func doNotSendSecretsInTheOpen() throws {
    let provider = try makeProvider()
    provider.tokenURL = "http://service.example/token"
    #expect(failure { try provider.check(.code) }?.code == .invalidArgument)
    provider.tokenURL = "http://127.0.0.1:8080/token"
    try provider.check(.code)
    #expect(failure { try provider.check(.client) }?.line == "service has no client secret")
    provider.grants = .implicit
    #expect(failure { try provider.check(.code) }?.code == .unsupported)
  }

  @Test func tellTheirTokenToTheirOwnHostsOnly() throws {
    let provider = try Provider("box")
    (provider.apiURL, provider.otherAPIURLs) = ("https://api.example", ["https://content.example"])
    for (url, may) in [
      ("https://api.example/2/x", true), ("https://content.example/2/x", true),
      ("http://api.example/2/x", false), ("https://api.example.x/", false),
      ("https://api.example:444/", false), ("https://example.com/", false),
    ] {
      #expect(try provider.mayGetToken(at: #require(URLParts(url))) == may, "\(url)")
    }
    let generic = try Provider("any")
    #expect(try !generic.mayGetToken(at: #require(URLParts("https://example.com"))))
    (generic.authorizationURL, generic.tokenURL) = ("https://a.example/in", "https://t.example/")
    for (url, may) in [
      ("https://a.example/me", true), ("https://t.example/me", true), ("http://a.example/", false),
      ("https://b.example/me", false),
    ] {
      #expect(try generic.mayGetToken(at: #require(URLParts(url))) == may, "\(url)")
    }
  }

  @Test func haveTheApplicationInTheirRedirect() throws {
    let provider = try Provider("service")
    provider.redirectURL = "ah-{client_id}://authorize"
    provider.clientID = "my-app"
    #expect(provider.redirect == "ah-my-app://authorize")
  }

  @Test func haveNoCredentialsThatAreEmpty() throws {
    let path = FilePath(
      folder.write(Array(#"{"client_id":"f","client_secret":""}"#.utf8), to: "empty"))
    let provider = try Provider("x")
    try provider.findCredentials(
      file: path, environment: Environment(["AHA_X_CLIENT_ID": "", "AHA_X_CLIENT_SECRET": ""]))
    #expect(provider.clientID == "f" && provider.clientSecret == nil)
    #expect(Secret(given: "") == nil && Secret(given: nil) == nil && Secret(given: "x") != nil)
  }

  @Test func findTheirCredentials() throws {
    let both = #"{"client_id":"f","client_secret":"fs"}"#
    let path = FilePath(folder.write(Array(both.utf8), to: "c"))
    let variables = ["AHA_MY_SERVICE_2_CLIENT_ID": "e", "AHA_MY_SERVICE_2_CLIENT_SECRET": "es"]
    let environment = try Provider("my-service.2")
    try environment.findCredentials(file: path, environment: Environment(variables))
    #expect(environment.clientID == "e" && environment.clientSecret?.text == "es")
    let file = try Provider("my-service.2")
    try file.findCredentials(file: path, environment: Environment([:]))
    #expect(file.clientID == "f" && file.clientSecret?.text == "fs")
    let host = try Provider("my-service.2")
    host.clientID = "h"
    try host.findCredentials(file: path, environment: Environment(variables))
    #expect(host.clientID == "h" && host.clientSecret?.text == "es")
  }

  @Test func sayWhereTheyLookedForThem() throws {
    let provider = try Provider("a.b")
    let told = failure {
      try provider.findCredentials(
        file: nil, environment: Environment(["XDG_CONFIG_HOME": folder.path]))
    }
    #expect(told?.code == .invalidArgument)
    #expect(told?.line.contains("AHA_A_B_CLIENT_ID") == true)
    #expect(told?.line.contains("\(folder.path)/aha/a%2Eb.json") == true)
  }

  @Test func doNotQuoteADamagedFile() throws {
    let path = folder.write(Array(#"{"client_id":"f","client_secret": hush}"#.utf8), to: "c")
    let told = failure {
      try Provider("x").findCredentials(file: FilePath(path), environment: Environment([:]))
    }
    #expect(told?.code == .damaged && told?.line.contains("hush") == false)
  }
}
