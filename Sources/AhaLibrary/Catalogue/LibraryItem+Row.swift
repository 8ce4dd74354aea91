import AhaBase
import AhaCodec
import AhaStore

extension LibraryItem {
  /// What is selected of an item.
  static let columns = """
    number, place, origin, state, reason, size, modified, inode, sha256, container, encoding, rate, \
    channels, length_us, title, artist, piece, piece_id, added, played, dropped, plays
    """

  /// From a row of `columns`.
  init(_ row: Row) {
    self.init(
      row.path(1), ItemOrigin(rawValue: UInt32(clamping: row.integer(2))) ?? .folder)
    number = row.integer(0)
    state = Playability(rawValue: UInt32(clamping: row.integer(3))) ?? .missing
    reason = row.text(4)
    (mark.size, mark.modified, mark.number) = (row.integer(5), row.integer(6), row.integer(7))
    sha256 = row.text(8)
    sound.container = Container(rawValue: UInt32(clamping: row.integer(9))) ?? .auto
    sound.encoding = Encoding(rawValue: UInt32(clamping: row.integer(10))) ?? .auto
    sound.sampleRate = Int(clamping: row.integer(11))
    (sound.channels, sound.length) = (Int(clamping: row.integer(12)), max(0, row.integer(13)))
    (title, artist, manifest, pieceID) = (row.text(14), row.text(15), row.text(16), row.text(17))
    (added, played, dropped) = (row.integer(18), row.integer(19), row.integer(20))
    plays = max(0, row.integer(21))
  }
}
