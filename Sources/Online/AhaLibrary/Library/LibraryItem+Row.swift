import AhaBase
import AhaCodec
import AhaStore

extension LibraryItem {
  /// Selected columns of an item.
  static let columns = """
    number, place, origin, state, reason, size, modified, inode, sha256, container, encoding, \
    rate, channels, length_us, title, artist, tags, piece, piece_id, added, played, dropped, \
    plays, tempo, key, loudness
    """

  /// In the column `inode`: `sha256` is `formerHash`. No file has this number, so the next scan
  /// reads the file.
  static let formerMark: Int64 = -1

  /// Item from a row of `columns`, without `basedOn`, which is in another table.
  init(_ row: Row) {
    self.init(
      place: row.path(1), origin: ItemOrigin(rawValue: UInt32(clamping: row.integer(2))) ?? .folder)
    number = row.integer(0)
    state = Playability(rawValue: UInt32(clamping: row.integer(3))) ?? .missing
    reason = row.text(4)
    (mark.size, mark.modified, mark.number) = (row.integer(5), row.integer(6), row.integer(7))
    sha256 = row.text(8)
    if mark.number == LibraryItem.formerMark { (formerHash, sha256) = (sha256, "") }
    sound.container = Container(rawValue: UInt32(clamping: row.integer(9))) ?? .auto
    sound.encoding = Encoding(rawValue: UInt32(clamping: row.integer(10))) ?? .auto
    sound.sampleRate = Int(clamping: row.integer(11))
    (sound.channels, sound.length) = (Int(clamping: row.integer(12)), max(0, row.integer(13)))
    (title, artist, tags) = (row.text(14), row.text(15), row.text(16))
    (manifest, pieceID) = (row.text(17), row.text(18))
    (added, played, dropped) = (row.integer(19), row.integer(20), row.integer(21))
    plays = max(0, row.integer(22))
    (tempo, key) = (row.real(23), row.text(24))
    isBasedOnKnown = false
    loudness = row.isNull(25) ? .nan : row.real(25)
  }
}
