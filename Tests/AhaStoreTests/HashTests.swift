import AhaBase
import AhaHash
import AhaTestSupport
import Testing

@Suite("SHA-256")
struct HashTests {
  private func text(_ bytes: [UInt8]) throws -> String {
    try Sha256.text(of: FaultyStream(bytes))
  }

  /// Source: FIPS 180-4's examples.
  @Test func givesThePublishedDigests() throws {
    let empty = try text([])
    #expect(empty == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    let abc = try text(Array("abc".utf8))
    #expect(abc == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    // More than one read buffer.
    let million = try text([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
    #expect(million == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func reportsTheFailedFile() {
    let stream = FaultyStream([UInt8](repeating: 1, count: 600_000))
    stream.failsReadingAt = 300_000
    #expect(failure { _ = try Sha256.text(of: stream) }?.code == .io)
  }
}
