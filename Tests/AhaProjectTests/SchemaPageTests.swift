import AhaStore
import Glibc
import Testing

@testable import AhaProject

@Suite("docs/project-file.md")
struct SchemaPageTests {
  private func page() throws -> String {
    let file = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let descriptor = open("/\(file)/docs/project-file.md", O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Words alone, without the separators.
  private func words(_ text: some StringProtocol) -> [Substring] {
    text.description.split { $0 == " " || $0 == "\n" || $0 == ";" }
  }

  @Test func showsTheSchema() throws {
    let text = try page()
    let start = try #require(text.firstRange(of: "```sql\n"))
    let rest = text[start.upperBound...]
    let end = try #require(rest.firstRange(of: "```"))
    #expect(words(rest[..<end.lowerBound]) == words(ProjectSchema.schema.migrations.joined()))
  }

  @Test func namesTheHeader() throws {
    let text = try page()
    #expect(text.contains("| `application_id` | \(ProjectSchema.applicationID),"))
    #expect(text.contains("| `user_version` | \(ProjectSchema.schema.version) |"))
  }
}
