import AhaBase
import AhaHash
import AhaTestSupport
import Testing

@Suite("Hashes and checksums")
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

  /// Source: NVM Express, "NVM Command Set Specification", 5.2.1.3.4 (4 KiB of one byte); the check
  /// value of the catalogue of CRCs.
  @Test func crc64IsThatOfNVMe() {
    for (bytes, value) in [
      (Array("123456789".utf8), 0xAE8B_1486_0A79_9888), ([], 0),
      ([UInt8](repeating: 0, count: 4096), 0x6482_D367_EB22_B64E),
      ([UInt8](repeating: 0xFF, count: 4096), 0xC0DD_BA73_02EC_A3AC),
    ] as [([UInt8], UInt64)] {
      #expect(bytes.withUnsafeBytes { Crc64.checksum(of: $0) } == value)
    }
    #expect(Array("123456789".utf8).withUnsafeBytes { Crc64.base64(of: $0) } == "rosUhgp5mIg=")
  }
}
