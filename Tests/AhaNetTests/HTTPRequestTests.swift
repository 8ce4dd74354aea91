import Testing

@testable import AhaNet

@Suite struct HTTPRequestTests {
  @Test func headersAreFoundInAnyCase() {
    var response = HTTPResponse()
    response.headers = [HTTPHeader("Retry-After", "3"), HTTPHeader("retry-after", "4")]
    #expect(response.header("RETRY-AFTER") == "3")
    #expect(response.header("Retry") == nil)
  }
}
