import AhaBase
import AhaCodec
import AhaHash
import AhaPiece

/// What a file is, by its beginning, its tags and its content.
enum SoundProbe {
  /// A file that is no sound is an item too, which says why.
  static func item(_ found: TreeWalk.Found, hashes: Bool) -> LibraryItem {
    var item = LibraryItem(found.path, .folder)
    item.mark = found.mark
    item.title = title(of: found.path)
    do throws(AhaError) {
      let stream = try FileStream(reading: found.path)
      if hashes { item.sha256 = try Sha256.text(of: stream) }
      item.sound = SoundFacts(try Decoder(stream).format)
      item.state = .playable
    } catch {
      item.state = FileStatus(found.path) == nil ? .missing : .undecodable
      item.reason = error.line
    }
    if item.state == .playable { takeTags(of: found.path, &item) }
    return item
  }

  /// The name without its ending.
  static func title(of path: FilePath) -> String {
    let name = path.name
    let text = name.text.array
    guard let dot = text.lastIndex(of: 0x2E), dot > 0 else { return name.text }
    return text[..<dot].withUnsafeBufferPointer(String.decoded)
  }

  /// Not every sound has some, and what is wrong with them is no reason not to play it.
  private static func takeTags(of path: FilePath, _ item: inout LibraryItem) {
    guard let piece = try? Piece(taggedAt: path) else { return }
    if !piece.title.isEmpty { item.title = piece.title }
    item.artist = piece.artist
    item.basedOn = piece.basedOn
    item.manifest = (try? piece.draft()) ?? ""
  }
}

extension SoundFacts {
  init(_ format: SourceFormat) {
    (container, encoding) = (format.container, format.encoding)
    (sampleRate, channels) = (format.sampleRate, format.channels)
    // The header's word: whoever plays it measures.
    let frames = max(0, min(format.claimedFrames, 1 << 40))
    length = sampleRate > 0 ? frames * 1_000_000 / Int64(sampleRate) : 0
  }
}
