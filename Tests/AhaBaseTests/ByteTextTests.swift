import AhaBase
import Testing

@Suite struct ByteTextTests {
  @Test func textsAreComparedByteByByte() {
    #expect(ByteText([0x52, 0x49]) == "RI")
    #expect(ByteText([0x52, 0x49, 0][...]) != "RI")
    #expect(ByteText([]) == "")
    #expect(ByteText(Array("OpusHead".utf8)) == "OpusHead")
    #expect(ByteText(Array("abcdefghijklmnop".utf8)) != "abcdefghijklmnoX")
    #expect(ByteText(Array("a longer text than that".utf8)).text == "a longer text th…")
    #expect((ByteText(Array("fmt ".utf8))).text == "fmt ")
  }
}
