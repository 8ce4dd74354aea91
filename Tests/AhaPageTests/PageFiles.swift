import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaPage

/// Writes pages for Tests/page: an index.html for each folder in $AHA_PAGES_DIR that has a
/// piece.json, and one page and feed for all of them.
@Suite("Pages for browsers", .enabled(if: getenv("AHA_PAGES_DIR") != nil))
struct PageFiles {
  private let folder = String(cString: getenv("AHA_PAGES_DIR") ?? strdup("/nowhere"))

  @Test func writePages() throws {
    var entries: [DropList.Entry] = []
    for name in names() {
      guard let bytes = read("\(name)/piece.json") else { continue }
      do throws(AhaError) {
        let manifest = try DropManifest(bytes: bytes, named: name)
        write(try DropPage.html(of: manifest, peaks: PageTests.peaks()), to: "\(name)/index.html")
        write(try manifest.text(), to: "\(name)/piece.json")
        entries.append(.init(manifest: manifest, folder: name))
      } catch { Issue.record("\(name): \(error.line)") }
    }
    let list = try DropList(
      title: "My \"pieces\" & <more>", url: "", generator: "libaha 0.7.0", entries: entries)
    write(try IndexPage.html(of: list), to: "index.html")
    write(Feed.rss(of: list), to: "feed.xml")
    #expect(!entries.isEmpty)
  }

  private func names() -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(cString: bytes.bindMemory(to: CChar.self).baseAddress!)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  private func read(_ name: String) -> [UInt8]? {
    guard let file = fopen("\(folder)/\(name)", "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }

  private func write(_ bytes: [UInt8], to name: String) {
    guard let file = fopen("\(folder)/\(name)", "w") else { return }
    defer { fclose(file) }
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  }
}
