import AhaBase
import AhaJSON
import AhaLibrary
import AhaOpen
import AhaPage
import AhaPiece

/// Library item made from a drop's manifest.
public enum DropItem {
  /// A longer manifest is not stored with its item.
  private static let maxManifest = 64 << 10
  private static let maxTitle = 1000
  private static let maxTags = 4096

  /// True if a drop's folder may have this name.
  public static func isName(_ name: String) -> Bool {
    DropFile.isName(name) && !name.array.contains(UInt8(ascii: "/"))
  }

  /// - Parameter location: Maps a file name of the drop to its location.
  /// Errors: those of `DropManifest` and `PieceLoader.judge`.
  public static func item(
    _ bytes: [UInt8], named name: String, folder: String, origin: ItemOrigin,
    location: (DropFile?) throws(AhaError) -> FilePath
  ) throws(AhaError) -> LibraryItem {
    let manifest = try DropManifest(bytes: bytes, named: name)
    try PieceLoader.judge(manifest.piece, named: name)
    let sound = manifest.file(.mixStem) ?? manifest.file(.preview)
    var item = LibraryItem(place: try location(sound), origin: origin)
    item.state = sound == nil ? .remoteOnly : .remoteDownloadable
    item.sha256 = sound?.sha256 ?? ""
    item.mark.size = sound?.bytes ?? 0
    describe(&item, with: manifest.piece, title: folder)
    item.pieceID = manifest.id
    // A text in another form is another program's.
    guard let fields = manifest.piece.fields(named: name) else { return item }
    for field in ItemField.allCases where field != .title && field != .artist {
      item[field] = text((try? fields.text(key(of: field))) ?? "", of: field)
    }
    return item
  }

  /// The key of a text in a drop's manifest.
  static func key(of field: ItemField) -> StaticString {
    switch field {
    case .title: "title"
    case .artist: "artist"
    case .tags: "tags"
    case .album: "album"
    case .albumArtist: "albumArtist"
    }
  }

  /// A text as an item has it.
  static func text(_ text: String, of field: ItemField) -> String {
    text.onOneLine(limit: maxBytes(of: field))
  }

  /// Of a text of an item.
  static func maxBytes(of field: ItemField) -> Int { field == .tags ? maxTags : maxTitle }

  /// Copies a piece's metadata to the item.
  public static func describe(_ item: inout LibraryItem, with piece: Piece, title: String) {
    item.title = piece.title.onOneLine(limit: maxTitle)
    if item.title.isEmpty { item.title = title.onOneLine(limit: maxTitle) }
    item.artist = piece.artist.onOneLine(limit: maxTitle)
    item.sound.length = max(0, piece.length)
    item.basedOn = piece.basedOn
    let manifest = (try? piece.draft()) ?? ""
    item.manifest = manifest.utf8.count <= maxManifest ? manifest : ""
  }

  /// Like the other `describe`, for pieces without a manifest.
  /// - Parameter facts: Further fields of the manifest, which no piece has; the id is added.
  public static func describe(
    _ item: inout LibraryItem, with piece: Piece, id: String, facts: JSONObject
  ) throws(AhaError) {
    describe(&item, with: piece, title: "")
    item.pieceID = id
    guard item.manifest.utf8.last == UInt8(ascii: "}") else { return }
    try facts.set("id", .text(id))
    let text =
      item.manifest.array.dropLast() + [UInt8(ascii: ",")]
      + (try facts.text(indent: 0)).array.dropFirst()
    item.manifest = text.text
  }

  /// True for an error of the entry itself, false for an error of access.
  public static func isOfEntry(_ error: AhaError) -> Bool {
    switch error.code {
    case .damaged, .unknownFormat, .unsupported, .limit, .empty, .reply, .invalidArgument: true
    case .pieceShort, .pieceLong, .titleLong, .textLong, .textDirection: true
    default: false
    }
  }
}

extension String {
  /// On one line, without control characters, max `limit` bytes.
  public func onOneLine(limit: Int) -> String {
    let all = array
    // Fast path for normal texts.
    let isPlain = all.count <= limit && all.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 }
    if isPlain, all.last != 0x20 { return self }
    var bytes: [UInt8] = []
    for byte in all.prefix(2 * limit) {
      let isHigh = bytes.last == 0xC2 && byte < 0xA0
      if isHigh { bytes.removeLast() }
      bytes.append(isHigh || byte < 0x20 || byte == 0x7F ? 0x20 : byte)
    }
    if bytes.count > limit {
      // Does not cut within a UTF-8 character.
      var end = limit
      while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      bytes.removeLast(bytes.count - end)
    }
    while bytes.last == 0x20 { bytes.removeLast() }
    return bytes.text
  }
}
