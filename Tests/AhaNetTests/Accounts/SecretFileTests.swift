import AhaBase
import AhaTestSupport
import Testing

@testable import AhaNet

@Suite struct SecretFileTests {
  let folder = TemporaryFolder()

  private func secret(of content: String) throws -> String {
    let path = folder.write(Array(content.utf8), to: "secret")
    return try Secret.firstLine(of: FilePath(path)).text
  }

  @Test(arguments: [
    ("correct horse battery\n", "correct horse battery"), ("no end", "no end"),
    ("windows line\r\nsecond", "windows line"), (" at both ends \n", " at both ends "),
    ("tab\there\n", "tab\there"), ("a\rb\n", "a\rb"), ("\r\r\n", "\r"), ("one\ntwo\n", "one"),
  ])
  func theFirstLineWithoutItsEndIsTheSecret(content: String, secret expected: String) throws {
    #expect(try secret(of: content) == expected)
  }

  @Test(arguments: ["", "\n", "\r\n", "\nsecond"])
  func aFileWithoutAFirstLineIsRefused(content: String) {
    #expect(throws: AhaError.self) { try secret(of: content) }
  }
}
