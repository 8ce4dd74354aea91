import Testing

@testable import AhaBase

@Suite("Folders of the user")
struct UserFolderTests {
  @Test func variableComesBeforeTheHomeFolder() throws {
    let both = Environment(["XDG_STATE_HOME": "/s", "HOME": "/h", "XDG_DATA_HOME": "/d"])
    #expect(try UserFolder.state.path(both).text == "/s/aha")
    #expect(try UserFolder.data.path(both).text == "/d/aha")
    #expect(try UserFolder.configuration.path(both).text == "/h/.config/aha")
  }

  @Test func relativePathsAreIgnored() throws {
    let relative = Environment(["XDG_STATE_HOME": "s", "HOME": "/h"])
    #expect(try UserFolder.state.path(relative).text == "/h/.local/state/aha")
    do throws(AhaError) {
      _ = try UserFolder.data.path(Environment(["HOME": "h", "XDG_DATA_HOME": ""]))
      Issue.record("found a folder")
    } catch {
      #expect(error.code == .notFound && error.line.contains("XDG_DATA_HOME"))
    }
  }
}
