import AhaBase
import AhaJSON
import AhaLibrary
import AhaPage
import Testing

@testable import AhaSync

/// Edits of the user that go back to a source.
extension SyncRig {
  /// A source with drops, which the library has.
  func synced(
    _ kind: SourceKind = .folder, _ drops: [String] = ["a drop"]
  ) throws -> any SourceUnderTest {
    let source = try kind.make(self)
    for drop in drops { try source.putDrop("Nihgt", in: drop) }
    _ = try sync(source.remote)
    return source
  }

  func item() throws -> LibraryItem { try #require(items().first) }

  /// Sets a text of each item.
  func set(_ field: ItemField, _ text: String) throws {
    for item in try items() { try library.setText(of: item.number, field: field, text: text) }
  }

  func send(_ remote: any Catalogue) throws -> SyncReport {
    try sync(remote) { $0.sendsEdits = true }
  }

  /// The manifest that the source has.
  func manifest(
    _ source: any SourceUnderTest, _ drop: String = "a drop"
  ) throws -> JSONObject {
    let editor = try #require(source.remote.editor)
    let call = SyncCall(call: call, folder: library.path.folder)
    let file = try #require(try editor.file(DropManifest.fileName, of: drop, via: call))
    return try #require(JSONObject.read(file.bytes, limit: 1 << 20))
  }
}

extension SourceUnderTest {
  /// Puts a manifest without a sound.
  func putDrop(
    _ title: String, by artist: String = "Somebody", in drop: String = "a drop"
  ) throws {
    let manifest = try SyncRig.manifest(title, id: drop.replacing(" ", with: "-"))
    try put(manifest.replacing("Somebody", by: artist), drop)
  }
}
