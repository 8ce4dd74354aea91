import AhaBase
import AhaCodec
import AhaPiece
import AhaStore

/// Availability of an item. The numbers are stored in libraries.
public enum Playability: UInt32, CaseIterable, Sendable {
  /// The file exists and its start is a decodable sound.
  case playable = 0
  /// The file exists, but `LibraryItem.reason` says why it cannot be decoded.
  case undecodable
  case missing
  /// Remote; it can be downloaded.
  case remoteDownloadable
  /// Remote; it can only be opened in place.
  case remoteOnly
}

/// Origin of an item. The numbers are stored in libraries.
public enum ItemOrigin: UInt32, CaseIterable, Sendable {
  case folder = 1
  case drop, take, piece, remote
}

/// A sound in a library, local or remote.
public struct LibraryItem {
  /// Number in the library; 0 before it is stored.
  public internal(set) var number: Int64 = 0
  /// An absolute path, or a URL.
  public let place: FilePath
  public var origin: ItemOrigin
  /// State at the last check.
  public var state = Playability.missing
  /// Why it is undecodable.
  public var reason = ""
  public var mark = FileMark()
  /// SHA-256 of the file, 64 hexadecimal digits; "" if unknown.
  public var sha256 = ""
  /// SHA-256 of the content before a change that no scan has read yet; "" without such a change. A
  /// scan recognizes that content at another place.
  var formerHash = ""
  public var sound = SoundFacts()
  public var title = ""
  public var artist = ""
  /// Further text for the search, from the piece's metadata.
  public var tags = ""
  public var release = Release()
  /// Texts that the user has set. The item has those of its file; `shown` has both.
  public internal(set) var ownTexts: [ItemField: String] = [:]
  /// Manifest of the piece; "" if unknown.
  public var manifest = ""
  /// Id that other pieces use for it; "" if unknown.
  public var pieceID = ""
  /// Ids of the pieces that it is based on.
  public var basedOn: [String] = [] { didSet { isBasedOnKnown = true } }
  /// False: `save` keeps the stored `basedOn`.
  var isBasedOnKnown = true
  /// Seconds since 1970, also for the next two; 0: never.
  public var added: Int64 = 0
  public internal(set) var played: Int64 = 0
  public internal(set) var dropped: Int64 = 0
  public internal(set) var plays: Int64 = 0
  /// Beats per minute, measured by `Library.analyze` like the next two; 0: unknown.
  public internal(set) var tempo = 0.0
  /// Such as "A minor"; "" if unknown.
  public internal(set) var key = ""
  /// Units: LUFS; NaN if unknown.
  public internal(set) var loudness = Double.nan

  public init(place: FilePath, origin: ItemOrigin) {
    (self.place, self.origin) = (place, origin)
  }

  public var isRemote: Bool { state == .remoteDownloadable || state == .remoteOnly }

  /// True for a file on this machine, present or missing.
  var isLocal: Bool { !isRemote && place.isAbsolute }
}

/// Facts from a sound's header.
public struct SoundFacts: Sendable {
  public var container = Container.auto
  public var encoding = Encoding.auto
  public var sampleRate = 0
  public var channels = 0
  /// Units: microseconds; 0 if unknown.
  public var length: Int64 = 0

  public init() {}
}

extension LibraryItem {
  /// Selected columns of an item.
  static let columns = """
    number, place, origin, state, reason, size, modified, inode, sha256, container, encoding, \
    rate, channels, length_us, title, artist, tags, piece, piece_id, added, played, dropped, \
    plays, tempo, key, loudness
    """

  /// The statement of `init(_:)`, without its condition.
  static let selection = "SELECT \(columns), \(details) FROM item LEFT JOIN detail ON item = number"

  private static let details = """
    album, album_artist, track, disc, found_title, found_artist, found_tags, found_album, \
    found_album_artist
    """

  /// In the column `inode`: `sha256` is `formerHash`. No file has this number, so the next scan
  /// reads the file.
  static let formerMark: Int64 = -1

  /// Item from a row of `selection`, without `basedOn`, which is in another table.
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
    (release.album, release.albumArtist) = (row.text(26), row.text(27))
    (release.track, release.disc) = (Int(clamping: row.integer(28)), Int(clamping: row.integer(29)))
    for (index, field) in ItemField.allCases.enumerated() {
      let column = Int32(30 + index)
      if row.isNull(column) { continue }
      ownTexts[field] = self[field]
      self[field] = row.text(column)
    }
  }
}

/// A text of an item that its user can set. In the order of the columns `found_…`. The numbers are
/// stored in libraries.
public enum ItemField: Int64, CaseIterable, Sendable {
  case title, artist, tags, album, albumArtist
}

extension LibraryItem {
  public subscript(field: ItemField) -> String {
    get {
      switch field {
      case .title: title
      case .artist: artist
      case .tags: tags
      case .album: release.album
      case .albumArtist: release.albumArtist
      }
    }
    set {
      switch field {
      case .title: title = newValue
      case .artist: artist = newValue
      case .tags: tags = newValue
      case .album: release.album = newValue
      case .albumArtist: release.albumArtist = newValue
      }
    }
  }

  /// With the user's texts in place of those of the file.
  var shown: LibraryItem {
    var item = self
    for (field, text) in ownTexts { item[field] = text }
    return item
  }

  public var album: String { release.album }
  public var albumArtist: String { release.albumArtist }
}
