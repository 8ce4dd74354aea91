import AhaBase
import AhaDrop
import AhaLibrary
import AhaPage
import AhaPiece

/// Sends the user's texts of items back to the manifests of their drops.
///
/// An edit stays in the library until its text was read back from the source. So an interrupted
/// send, or a lost reply, is repeated by the next sync, which finds the text there.
struct EditSending {
  /// Max edits between two updates of the lists of the folder.
  private static let batch = 64
  /// Max attempts to write one manifest.
  private static let maxWrites = 3

  private let library: Library
  private let editor: any DropEditor
  private let call: SyncCall
  private let listing: SourceListing
  private(set) var report: SyncReport

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

  /// Errors: `cancelled`, `diskFull`, those of requests and databases. Edits until then are sent. A
  /// drop that cannot be written is a line of the report.
  mutating func run() throws(AhaError) {
    let edits = try library.edits(of: listing)
    for start in stride(from: 0, to: edits.count, by: EditSending.batch) {
      try send(edits[start..<min(start + EditSending.batch, edits.count)])
    }
  }

  private mutating func send(_ edits: ArraySlice<ItemEdit>) throws(AhaError) {
    var sent: [Sent] = []
    for edit in edits {
      try call.call.job.throwIfCancelled()
      do throws(AhaError) {
        if let one = try send(edit) { sent.append(one) }
      } catch { try note(error, "\(edit.id.shownLocation) is not sent") }
    }
    // Before the edits are settled: an interruption repeats this.
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
    default: if !DropItem.isOfEntry(error) { throw error }
    }
    report.note("\(outcome): \(error.line)")
  }

  /// Returns: Nil if the edit cannot be sent; the report has the line.
  private mutating func send(_ edit: ItemEdit) throws(AhaError) -> Sent? {
    guard edit.isOfSource, DropItem.isName(edit.id) else {
      report.note(
        "\(edit.id.shownLocation) is not sent: its item is also of a scan, of another source or of "
          + "the program")
      return nil
    }
    // Of the last write: the former manifest if it was confirmed, and its conflicts if not. A write
    // whose reply was lost is refused when it is repeated.
    var (written, unconfirmed) = ([UInt8]?.none, [EditMerge.Conflict]())
    var conflicts: [ItemField: String] = [:]
    for attempt in 0...EditSending.maxWrites {
      guard let file = try editor.file(DropManifest.fileName, of: edit.id, via: call) else {
        throw AhaError(.notFound, "it has no \(DropManifest.fileName)")
      }
      let manifest = try EditSending.own(file.bytes)
      let item = try editor.item(of: edit.id, manifest: file.bytes, via: call)
      let merge = EditMerge(edit, into: item)
      if merge.changes.isEmpty {
        note(unconfirmed, of: edit.id, known: &conflicts)
        if merge.hasArrived { try publish(manifest, of: edit.id) }
        return Sent(edit: edit, item: item, manifest: manifest, isNew: merge.hasArrived)
      }
      if let written, written == file.bytes {
        throw AhaError(.reply, "the server has confirmed the edit, but not stored it")
      }
      if attempt == EditSending.maxWrites { break }
      let new = try merge.manifest(
        from: file.bytes, named: DropManifest.fileName, at: library.now)
      let isWritten = try editor.replace(file, with: .manifest(new), of: edit.id, via: call)
      (written, unconfirmed) = isWritten ? (file.bytes, []) : (nil, merge.conflicts)
      if isWritten { note(merge.conflicts, of: edit.id, known: &conflicts) }
    }
    throw AhaError(.state, "its manifest was changed at every attempt. The next sync sends it")
  }

  /// Reports each conflict once.
  private mutating func note(
    _ new: [EditMerge.Conflict], of id: String, known: inout [ItemField: String]
  ) {
    if known.isEmpty, !new.isEmpty { report.conflicts += 1 }
    for conflict in new {
      if let theirs = known[conflict.field], theirs.hasSameBytes(as: conflict.theirs) { continue }
      known[conflict.field] = conflict.theirs
      report.note(conflict.line(of: id))
    }
  }

  /// A manifest that libaha wrote. Errors: `access`, those of `DropManifest`.
  private static func own(_ bytes: [UInt8]) throws(AhaError) -> DropManifest {
    let manifest = try DropManifest(bytes: bytes, named: DropManifest.fileName)
    if manifest.isDrop, manifest.generator.begins(with: "libaha") { return manifest }
    throw AhaError(.access, "it is another program's drop")
  }

  /// Writes the page and the card again, if they exist. Errors: as `run`.
  private mutating func publish(_ manifest: DropManifest, of id: String) throws(AhaError) {
    do throws(AhaError) { try rewrite(manifest, of: id) } catch {
      try note(error, "\(id.shownLocation): its page is not written")
    }
  }

  private mutating func rewrite(_ manifest: DropManifest, of id: String) throws(AhaError) {
    var linked = manifest
    try editor.addLinks(to: &linked, of: id)
    if let page = try editor.file(DropPage.fileName, of: id, via: call) {
      if let bytes = try DropPage.html(of: linked, after: page.bytes) {
        try put(.page(bytes), over: page, of: id)
      } else {
        report.note("\(id.shownLocation): its page is not of this libaha, and stays as it is")
      }
    }
    if OEmbed.fits(linked), let card = try editor.file(OEmbed.fileName, of: id, via: call) {
      try put(.card(of: linked), over: card, of: id)
    }
  }

  /// If the file has changed meanwhile, another edit writes it.
  private func put(_ file: PageFile, over former: DropText, of id: String) throws(AhaError) {
    if file.bytes == former.bytes { return }
    _ = try editor.replace(former, with: file, of: id, via: call)
  }
}
