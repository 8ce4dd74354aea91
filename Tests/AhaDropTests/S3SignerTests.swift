import AhaBase
import AhaHash
import AhaNet
import Testing

@testable import AhaDrop
@testable import AhaServices

/// Compares with Amazon's published examples: the "Signature Version 4 test suite", and
/// "Authenticating Requests: Using the Authorization Header" in the S3 API Reference.
@Suite struct S3SignerTests {
  private static let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  private func signature(
    _ signer: S3Signer, _ message: HTTPRequest, _ payload: String, _ seconds: Int64
  ) throws -> String {
    var message = message
    try signer.sign(&message, payload: payload, at: S3Time(seconds: seconds))
    return String(message.credential!.value.split(separator: "=").last!)
  }

  /// Source: "Authenticating Requests: Using Query Parameters", S3 API Reference.
  @Test func linksAreSignedAsPublished() throws {
    let signer = S3Signer(
      keyID: "AKIAIOSFODNN7EXAMPLE", secret: Secret("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
      region: "us-east-1")
    let query = try signer.link(
      method: "GET", url: "https://examplebucket.s3.amazonaws.com/test.txt", token: nil,
      seconds: 86_400,
      at: S3Time(seconds: 1_369_353_600))
    #expect(
      query == "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524"
        + "%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400"
        + "&X-Amz-SignedHeaders=host&X-Amz-Signature="
        + "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
  }

  // MARK: The test suite

  struct Case: Sendable {
    let (method, target, signature): (String, String, String)
    let headers: [[String]]

    init(_ method: String, _ target: String, _ signature: String, headers: [[String]] = []) {
      (self.method, self.target, self.headers, self.signature) = (
        method, target, headers, signature
      )
    }
  }

  static let published = [
    Case("GET", "/", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    Case("POST", "/", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
    Case(
      "GET", "/?Param2=value2&Param1=value1",
      "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
    Case(
      "GET", "/?Param1=value2&Param1=Value1",
      "eedbc4e291e521cf13422ffca22be7d2eb8146eecf653089df300a15b2382bd1"),
    Case(
      "GET", "/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
      "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"),
    Case("GET", "/%E1%88%B4", "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
    Case(
      "GET", "/", "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
      headers: [["My-Header1", " value1"], ["My-Header2", " \"a   b   c\""]]),
    Case(
      "GET", "/", "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea",
      headers: [["My-Header1", "value2"], ["My-Header1", "value2"], ["My-Header1", "value1"]]),
    Case(
      "POST", "/?Param1=value1",
      "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11"),
  ]

  @Test(arguments: S3SignerTests.published) func signaturesAreThePublishedOnes(_ one: Case) throws {
    var signer = S3Signer(
      keyID: "AKIDEXAMPLE", secret: Secret("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
      region: "us-east-1")
    signer.service = "service"
    var message = HTTPRequest(one.method, "https://example.amazonaws.com\(one.target)")
    message.headers = one.headers.map { HTTPHeader($0[0], $0[1]) }
    message.headers.append(HTTPHeader("X-Amz-Date", "20150830T123600Z"))
    #expect(try signature(signer, message, Self.nothing, 1_440_938_160) == one.signature)
  }

  // MARK: S3

  private func s3(
    _ method: String, _ target: String, _ headers: [(String, String)],
    payload: String = S3SignerTests.nothing
  ) throws -> String {
    let signer = S3Signer(
      keyID: "AKIAIOSFODNN7EXAMPLE", secret: Secret("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
      region: "us-east-1")
    var message = HTTPRequest(method, "https://examplebucket.s3.amazonaws.com\(target)")
    message.headers = headers.map { HTTPHeader($0.0, $0.1) }
    message.headers.append(HTTPHeader("x-amz-content-sha256", payload))
    message.headers.append(HTTPHeader("x-amz-date", "20130524T000000Z"))
    return try signature(signer, message, payload, 1_369_353_600)
  }

  @Test(
    arguments: [
      (
        "/test.txt", [("Range", "bytes=0-9")],
        "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
      ),
      (
        "/?lifecycle", [],
        "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
      ),
      (
        "/?max-keys=2&prefix=J", [],
        "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
      ),
    ] as [(String, [(String, String)], String)])
  func getsAreSigned(target: String, headers: [(String, String)], wanted: String) throws {
    #expect(try s3("GET", target, headers) == wanted)
  }

  @Test func putsAreSigned() throws {
    let payload = Sha256.hexadecimal(try Sha256.digest(of: Array("Welcome to Amazon S3.".utf8)))
    let signature = try s3(
      "PUT", "/test%24file.text",
      [
        ("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
      ], payload: payload)
    #expect(signature == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
  }

  // MARK: Parts of the signature

  @Test(arguments: [
    ("a-b=1&a=2", "a=2&a-b=1"), ("b=2&a=", "a=&b=2"), ("uploads", "uploads="), ("", ""),
    ("a=b=c", "a=b=c"),
  ])
  func sortsByNameAndValue(query: String, sorted: String) {
    #expect(S3Signer.sorted(query: query) == sorted)
  }

  @Test(arguments: [
    (Int64(0), "19700101T000000Z"), (951_782_400, "20000229T000000Z"),
    (1_709_251_199, "20240229T235959Z"), (4_102_444_800, "21000101T000000Z"),
    (-5, "19700101T000000Z"),
  ])
  func tellsTheTime(seconds: Int64, text: String) { #expect(S3Time(seconds: seconds).text == text) }

  @Test func hmacsAreThoseOfTheRFC() throws {
    // RFC 4231, test cases 1 and 6.
    let first = try Hmac.sha256(
      of: Array("Hi There".utf8), key: [UInt8](repeating: 0x0B, count: 20))
    #expect(
      Sha256.hexadecimal(first)
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    let long = try Hmac.sha256(
      of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      key: [UInt8](repeating: 0xAA, count: 131))
    #expect(
      Sha256.hexadecimal(long)
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    #expect(
      Sha256.hexadecimal(try Hmac.sha256(of: [], key: []))
        == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
  }
}
