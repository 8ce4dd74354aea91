import AhaBase
import AhaJSON
import AhaLibrary
import AhaPage
import AhaPiece

/// What a catalogue is told of a drop, by its manifest.
enum DropItem {
  /// A manifest that is longer is not kept with its item.
  private static let mostKept = 64 << 10
  private static let mostTitle = 1000

  /// Whether a folder of a drop may be called so.
  static func isName(_ name: String) -> Bool {
    DropFile.isName(name) && !name.array.contains(UInt8(ascii: "/"))
  }

  /// - Parameter place: Where a file of the drop is, by its name.
  /// Errors: those of `DropManifest`.
  static func item(
    _ bytes: [UInt8], named name: String, _ folder: String, _ origin: ItemOrigin,
    place: (DropFile?) throws(AhaError) -> FilePath
  ) throws(AhaError) -> LibraryItem {
    let manifest = try DropManifest(bytes: bytes, named: name)
    let sound = manifest.file(.mixStem) ?? manifest.file(.preview)
    var item = LibraryItem(try place(sound), origin)
    item.state = sound == nil ? .remoteOnly : .remoteDownloadable
    item.sha256 = sound?.sha256 ?? ""
    item.mark.size = sound?.bytes ?? 0
    describe(&item, manifest.piece, title: folder)
    item.pieceID = manifest.id
    return item
  }

  /// What a piece says of itself.
  static func describe(_ item: inout LibraryItem, _ piece: Piece, title: String) {
    item.title = piece.title.kept(mostTitle)
    if item.title.isEmpty { item.title = title.kept(mostTitle) }
    item.artist = piece.artist.kept(mostTitle)
    item.sound.length = max(0, piece.length)
    item.basedOn = piece.basedOn
    let manifest = (try? piece.draft()) ?? ""
    item.manifest = manifest.utf8.count <= mostKept ? manifest : ""
  }

  /// The same with an id and the URL of a page, for what no manifest was written of.
  static func describe(
    _ item: inout LibraryItem, _ piece: Piece, id: String, url: String
  ) throws(AhaError) {
    describe(&item, piece, title: "")
    item.pieceID = id
    guard item.manifest.utf8.last == UInt8(ascii: "}") else { return }
    let more = try JSONObject()
    try more.set("id", .text(id))
    if !url.isEmpty { try more.set("url", .text(url)) }
    // What a piece has says nothing of those.
    let text = item.manifest.array.dropLast() + [UInt8(ascii: ",")]
      + (try more.text(indent: 0)).array.dropFirst()
    item.manifest = text.text
  }

  /// What is wrong is the entry, and not the way to it.
  static func isOfEntry(_ error: AhaError) -> Bool {
    switch error.code {
    case .damaged, .unknownFormat, .unsupported, .limit, .empty, .reply, .invalidArgument: true
    default: false
    }
  }
}

extension String {
  /// On one line, without control characters, and with so many bytes at most.
  func kept(_ most: Int) -> String {
    let all = array
    // Most are as they should be.
    let isPlain = all.count <= most && all.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 }
    if isPlain, all.last != 0x20 { return self }
    var bytes: [UInt8] = []
    for byte in all.prefix(2 * most) {
      let isHigh = bytes.last == 0xC2 && byte < 0xA0
      if isHigh { bytes.removeLast() }
      bytes.append(isHigh || byte < 0x20 || byte == 0x7F ? 0x20 : byte)
    }
    if bytes.count > most {
      // Not within a letter.
      var end = most
      while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      bytes.removeLast(bytes.count - end)
    }
    while bytes.last == 0x20 { bytes.removeLast() }
    return bytes.text
  }
}
