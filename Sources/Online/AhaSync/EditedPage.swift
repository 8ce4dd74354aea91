import AhaBase
import AhaDrop
import AhaPage

/// Page and card of an edited drop, which repeat texts of its manifest.
struct EditedPage {
  private let editor: any DropEditor
  private let call: SyncCall
  private let id: String

  init(of id: String, in editor: any DropEditor, via call: SyncCall) {
    (self.editor, self.call, self.id) = (editor, call, id)
  }

  /// Writes the files again that exist. A page of another version is a line of the report.
  /// Errors: those of requests and files, and of `DropPage.html`.
  func write(from manifest: DropManifest, into report: inout SyncReport) throws(AhaError) {
    var linked = manifest
    try editor.addLinks(to: &linked, of: id)
    if let page = try file(DropPage.fileName) {
      if let bytes = try DropPage.html(of: linked, after: page.bytes) {
        try put(.page(bytes), over: page)
      } else {
        report.note(
          sending: "\(id.shownLocation): its page is not of this libaha, and stays as it is")
      }
    }
    if OEmbed.fits(linked), let card = try file(OEmbed.fileName) {
      try put(.card(of: linked), over: card)
    }
  }

  private func file(_ name: String) throws(AhaError) -> DropText? {
    try editor.file(name, of: id, via: call)
  }

  /// If the file has changed meanwhile, another edit writes it.
  private func put(_ file: PageFile, over former: DropText) throws(AhaError) {
    if file.bytes == former.bytes { return }
    _ = try editor.replace(former, with: file, of: id, via: call)
  }
}
