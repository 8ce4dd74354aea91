import AhaBase
import AhaLibrary
import AhaPage

@testable import AhaDrop
@testable import AhaNet
@testable import AhaSync

/// A source whose writes a test disturbs.
final class WatchedCatalogue: Catalogue, DropEditor {
  private let source: any Catalogue
  private let files: any DropEditor
  /// Called before a manifest is replaced, after it was read.
  var before = {}
  /// Called after a file was replaced, with its name.
  var after: (String) -> Void = { _ in }
  /// The connection is lost before a write.
  var isLostBeforeWrite = { false }
  /// Confirms writes without storing anything.
  var storesNothing = false
  /// The connection is lost after the first write.
  var isLostAfterWrite = false

  init(_ source: any Catalogue) throws {
    guard let files = source.editor else { throw AhaError(.unsupported, "no editor") }
    (self.source, self.files) = (source, files)
  }

  var kind: String { source.kind }
  var address: String { source.address }
  var user: String { source.user }
  var client: Client { source.client }
  var editor: (any DropEditor)? { self }

  func begin(at position: String, token: String, via call: SyncCall) throws(AhaError) {
    try source.begin(at: position, token: token, via: call)
  }

  func nextPart(via call: SyncCall) throws(AhaError) -> ListPart {
    try source.nextPart(via: call)
  }

  func look(
    at entry: ListEntry, knowing revision: String, via call: SyncCall
  ) throws(AhaError) -> EntryAnswer {
    try source.look(at: entry, knowing: revision, via: call)
  }

  func file(_ name: String, of id: String, via call: SyncCall) throws(AhaError) -> DropText? {
    try files.file(name, of: id, via: call)
  }

  func replace(
    _ former: DropText, with file: PageFile, of id: String, via call: SyncCall
  ) throws(AhaError) -> Bool {
    before()
    if isLostBeforeWrite() { throw AhaError(.network, "gone") }
    if storesNothing { return true }
    let isWritten = try files.replace(former, with: file, of: id, via: call)
    if isLostAfterWrite { throw AhaError(.network, "gone") }
    if isWritten { after(file.name) }
    return isWritten
  }

  func item(of id: String, manifest: [UInt8], via call: SyncCall) throws(AhaError) -> LibraryItem {
    try files.item(of: id, manifest: manifest, via: call)
  }

  func list(_ drops: [DropList.Entry], via call: SyncCall) throws(AhaError) {
    try files.list(drops, via: call)
  }
}

extension [UInt8] {
  func replacing(_ text: String, by other: String) -> [UInt8] {
    String(decoding: self, as: UTF8.self).replacing(text, with: other).array
  }
}
