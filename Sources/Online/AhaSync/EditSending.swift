import AhaBase
import AhaDrop
import AhaLibrary
import AhaPage
import AhaPiece

/// Sends the user's texts of items back to the manifests of their drops.
///
/// An edit stays in the library until its text was read back from the source. The library stores a
/// text before it is written. So after an interruption or a lost reply, the next sync recognizes it
/// at the source.
struct EditSending {
  /// Max edits between two updates of the lists of the folder.
  private static let batch = 64
  /// Max attempts to write one manifest.
  private static let maxWrites = 3
  /// Max drops in a row that the server refuses without a known reason.
  private static let maxRefusals = 3

  private let library: Library
  private let editor: any DropEditor
  private let call: SyncCall
  private let listing: SourceListing
  private(set) var report: SyncReport
  private var refusals = 0

  init(
    from library: Library, to editor: any DropEditor, via call: SyncCall, listing: SourceListing,
    report: SyncReport
  ) {
    (self.library, self.editor, self.call) = (library, editor, call)
    (self.listing, self.report) = (listing, report)
  }

  /// An edit whose texts the source has.
  private struct Sent {
    let edit: ItemEdit
    let item: LibraryItem
    let manifest: DropManifest
    let isNew: Bool
  }

  /// Errors: `cancelled`, `diskFull`, those of requests and databases. Edits before are settled. A
  /// drop that cannot be written is a line of the report; several in a row that the server refuses
  /// without a known reason are an error (`http`).
  mutating func run() throws(AhaError) {
    let edits = try library.edits(of: listing)
    for start in stride(from: 0, to: edits.count, by: EditSending.batch) {
      try send(edits[start..<min(start + EditSending.batch, edits.count)])
    }
  }

  private mutating func send(_ edits: ArraySlice<ItemEdit>) throws(AhaError) {
    var (sent, failure) = ([Sent](), AhaError?.none)
    for edit in edits {
      do throws(AhaError) {
        try call.call.job.throwIfCancelled()
        do throws(AhaError) {
          if let one = try send(edit) { sent.append(one) }
          refusals = 0
        } catch { try note(error, "\(edit.id.shownLocation) is not sent") }
      } catch {
        failure = error
        break
      }
    }
    do throws(AhaError) { try finish(sent) } catch { throw failure ?? error }
    if let failure { throw failure }
  }

  /// Lists and settles edits. If the list fails, they are not settled: the next sync repeats it.
  private mutating func finish(_ sent: [Sent]) throws(AhaError) {
    do throws(AhaError) {
      let new = sent.filter { $0.isNew }
      let drops = new.map { DropList.Entry(manifest: $0.manifest, folder: $0.edit.id) }
      if !drops.isEmpty { try editor.list(drops, via: call) }
    } catch { try note(error, "the list of the drops is not written") }
    for one in sent {
      do throws(AhaError) {
        try library.settle(one.edit, as: one.item, of: listing)
        if one.isNew { report.sent += 1 }
      } catch { try note(error, "\(one.edit.id.shownLocation) is sent, and still edited here") }
    }
  }

  /// An error of a drop alone becomes a line. Errors: all others.
  private mutating func note(_ error: AhaError, _ outcome: String) throws(AhaError) {
    switch error.code {
    case .access, .notFound, .state, .exists, .isDirectory: break
    case .http where refusals < EditSending.maxRefusals: refusals += 1
    default: if !DropItem.isOfEntry(error) { throw error }
    }
    report.note(sending: "\(outcome): \(error.line)")
  }

  /// Returns: Nil if the edit cannot be sent; the report has the line.
  private mutating func send(_ given: ItemEdit) throws(AhaError) -> Sent? {
    guard given.isOfSource, DropItem.isName(given.id) else {
      report.note(
        sending: "\(given.id.shownLocation) is not sent: its item is also of a scan, of another "
          + "source or of the program")
      return nil
    }
    let edit = withoutLongTexts(given)
    if edit.texts.isEmpty { return nil }
    var writes = Writes()
    while true {
      guard let file = try editor.file(DropManifest.fileName, of: edit.id, via: call) else {
        throw AhaError(.notFound, "it has no \(DropManifest.fileName)")
      }
      let manifest = try EditSending.own(file.bytes)
      let item = try editor.item(of: edit.id, manifest: file.bytes, via: call)
      let merge = EditMerge(edit, into: item, over: writes.overwritten)
      guard merge.changes.isEmpty else {
        try write(merge, of: edit, over: file, item: item, writes: &writes)
        continue
      }
      note(writes.unconfirmed, of: edit.id, known: &writes.reported)
      writes.unconfirmed = []
      let isPublished = writes.published == file.bytes || writes.pages == EditSending.maxWrites
      if !merge.hasArrived || isPublished {
        return Sent(edit: edit, item: item, manifest: manifest, isNew: merge.hasArrived)
      }
      try publish(manifest, of: edit.id)
      // Reads the manifest again: after another edit meanwhile, the page has old texts.
      (writes.published, writes.pages) = (file.bytes, writes.pages + 1)
    }
  }

  /// The state of the writes of one edit.
  private struct Writes {
    var count = 0
    /// The manifest before the last write; nil if that was not confirmed.
    var before: [UInt8]?
    /// Conflicts of the last write if it was not confirmed. A write whose reply was lost is refused
    /// when it is repeated.
    var unconfirmed: [EditMerge.Conflict] = []
    /// The source's texts of conflicts in the report.
    var reported: [ItemField: String] = [:]
    /// The source's texts before the confirmed ones.
    var overwritten: [ItemField: String] = [:]
    /// The manifest of the last written page, and the count of these pages.
    var published: [UInt8]?
    var pages = 0
  }

  private mutating func write(
    _ merge: EditMerge, of edit: ItemEdit, over file: DropText, item: LibraryItem,
    writes: inout Writes
  ) throws(AhaError) {
    if let before = writes.before, before == file.bytes {
      throw AhaError(.reply, "the server has confirmed the edit, but not stored it")
    }
    if writes.count == EditSending.maxWrites {
      throw AhaError(.state, "its manifest was changed at every attempt. The next sync sends it")
    }
    writes.count += 1
    let new = try merge.manifest(from: file.bytes, named: DropManifest.fileName, at: library.now)
    try library.note(sending: merge.changes, of: edit, over: item)
    let isWritten = try editor.replace(file, with: .manifest(new), of: edit.id, via: call)
    (writes.before, writes.unconfirmed) = isWritten ? (file.bytes, []) : (nil, merge.conflicts)
    if !isWritten { return }
    note(merge.conflicts, of: edit.id, known: &writes.reported)
    for field in merge.changes.keys { writes.overwritten[field] = item[field] }
  }

  /// Long texts stay in the library: an item would have a part of them after a sync.
  private mutating func withoutLongTexts(_ edit: ItemEdit) -> ItemEdit {
    let long = edit.texts.keys.filter { edit.texts[$0]!.utf8.count > DropItem.maxBytes(of: $0) }
    for field in long {
      report.note(
        sending: "\(edit.id.shownLocation): \"\(DropItem.key(of: field).text)\" is not sent: it "
          + "has over \(DropItem.maxBytes(of: field)) bytes")
    }
    return edit.without(long)
  }

  /// Reports each conflict once.
  private mutating func note(
    _ new: [EditMerge.Conflict], of id: String, known: inout [ItemField: String]
  ) {
    if known.isEmpty, !new.isEmpty { report.conflicts += 1 }
    for conflict in new {
      if let theirs = known[conflict.field], theirs.hasSameBytes(as: conflict.theirs) { continue }
      known[conflict.field] = conflict.theirs
      report.note(sending: conflict.line(of: id))
    }
  }

  /// A manifest that libaha wrote. Errors: `access`, those of `DropManifest`.
  private static func own(_ bytes: [UInt8]) throws(AhaError) -> DropManifest {
    let manifest = try DropManifest(bytes: bytes, named: DropManifest.fileName)
    if manifest.isDrop, manifest.generator.begins(with: "libaha") { return manifest }
    throw AhaError(.access, "it is another program's drop")
  }

  /// Errors: as `run`.
  private mutating func publish(_ manifest: DropManifest, of id: String) throws(AhaError) {
    let page = EditedPage(of: id, in: editor, via: call)
    do throws(AhaError) { try page.write(from: manifest, into: &report) } catch {
      try note(error, "\(id.shownLocation): its page is not written")
    }
  }
}
