import AhaNet
import AhaTestSupport
import Testing

@testable import AhaServices

@Suite struct ServiceProviderTests {
  @Test(arguments: ["soundcloud", "dropbox", "allihoopa"])
  func aProviderOfAServiceCanBeUsedWithAnID(name: String) throws {
    let provider = try Services.providers.provider(named: name)
    let grant = provider.grants.contains(.code) ? Provider.Grants.code : .implicit
    #expect(failure { try provider.check(grant) } != nil)
    provider.clientID = "1234"
    try provider.check(grant)
    #expect(URLParts(provider.apiURL)?.scheme == "https")
    #expect(provider.clientSecret == nil)
  }
}
