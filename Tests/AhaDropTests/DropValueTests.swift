import AhaBase
import AhaNet
import Testing

@testable import AhaDrop
@testable import AhaServices

@Suite struct DropValueTests {
  @Test func rolesKeepTheirNumbers() {
    #expect(AssetRole.allCases.map { $0.rawValue } == [1, 2, 3, 4])
  }

  @Test func tagsAreBetweenCommas() {
    #expect(TagList.tags(separatedByCommas: "") == [])
    let tags = TagList.tags(separatedByCommas: "new wave, \"lo\"-fi,,ambient ,")
    #expect(TagList.text(tags) == "\"new wave\" lo-fi ambient")
  }

  @Test func receiptsAreOneLine() {
    let receipt = DropReceipt(url: "https://a/\r\n\u{9F}é b", id: "a\u{7F}\0")
    #expect(receipt.url == "https://a/%0D%0A%C2%9Fé b" && receipt.id == "a%7F%00")
  }

  @Test func secretsThatServicesRepeatAreNotTold() throws {
    let call = try DestinationRig().call
    var message = HTTPRequest("GET", "https://service.example/")
    message.credential = HTTPHeader("Authorization", Secret("Bearer aha-secret-token"))
    let line = "the service: you said aha-secret-token"
    #expect(call.withoutSecrets(AhaError(.http, line)).line == line)
    call.note(message)
    for line in [line, line + ", or did you", "the service: aha-secret..."] {
      let told = call.withoutSecrets(AhaError(.http, line))
      #expect(told.code == .http && !told.line.contains("aha-secret"), "\(told.line)")
    }
    #expect(call.withoutSecrets(AhaError(.reply, "the service: no")).line == "the service: no")
  }
}
