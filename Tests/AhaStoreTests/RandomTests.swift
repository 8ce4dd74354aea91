import AhaHash
import Testing

@Suite("Base64")
struct Base64Tests {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func isThatOfTheRfc(plain: String, text: String) {
    #expect(Base64.text(Array(plain.utf8)) == text)
  }

  @Test func forUrlsHasOtherSignsAndNoPadding() {
    #expect(Base64.text([0xFB, 0xFF, 0xFE, 0xFF]) == "+//+/w==")
    #expect(Base64.urlText([0xFB, 0xFF, 0xFE, 0xFF]) == "-__-_w")
  }
}

@Suite("Random bytes")
struct RandomTests {
  @Test func areOthersEachTime() throws {
    let (one, two) = (try Random.bytes(32), try Random.bytes(32))
    #expect(one.count == 32 && one != two)
    #expect(try Random.bytes(0).isEmpty)
  }
}
