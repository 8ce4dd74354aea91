import AhaBase
import AhaCodec

/// Whether something can be heard here and now. The numbers are in catalogues.
public enum Playability: UInt32, CaseIterable, Sendable {
  /// The file is there, and begins as a sound that libaha decodes.
  case playable = 0
  /// The file is there; `LibraryItem.reason` says what is wrong with it.
  case undecodable
  case missing
  /// Not here, but it can be fetched.
  case remoteDownloadable
  /// Somewhere else, to be looked at only.
  case remoteOnly
}

/// Where an item came from. The numbers are in catalogues.
public enum ItemOrigin: UInt32, CaseIterable, Sendable {
  case folder = 1
  case drop, take, piece, remote
}

/// A sound that a catalogue knows, wherever it is.
public struct LibraryItem {
  /// In the catalogue; 0 before it is in one.
  public internal(set) var number: Int64 = 0
  /// An absolute path, or a URL.
  public let place: FilePath
  public var origin: ItemOrigin
  /// As it was when somebody looked last.
  public var state = Playability.missing
  /// Why it is undecodable.
  public var reason = ""
  public var mark = FileMark()
  /// Of all its bytes, as 64 hexadecimal letters; "" when it is not known.
  public var sha256 = ""
  public var sound = SoundFacts()
  public var title = ""
  public var artist = ""
  /// What else it is found by: what the piece says of itself.
  public var tags = ""
  /// What is known of it as a piece: a manifest; "" for nothing.
  public var manifest = ""
  /// What other pieces call it; "" when nothing is known.
  public var pieceID = ""
  /// Ids of the pieces that it is based on.
  public var basedOn: [String] = [] { didSet { isBasedOnKnown = true } }
  /// Otherwise those that the catalogue has stay as they are.
  var isBasedOnKnown = true
  /// Seconds since 1970, as the next two; 0: never.
  public var added: Int64 = 0
  public internal(set) var played: Int64 = 0
  public internal(set) var dropped: Int64 = 0
  public internal(set) var plays: Int64 = 0
  /// Beats per minute, by ear (`Catalogue.analyze`), as the next two; 0: not known.
  public internal(set) var tempo = 0.0
  /// As in "A minor"; "" when it is not known.
  public internal(set) var key = ""
  /// Units: LUFS; NaN when it is not known.
  public internal(set) var loudness = Double.nan

  public init(_ place: FilePath, _ origin: ItemOrigin) {
    (self.place, self.origin) = (place, origin)
  }

  public var isRemote: Bool { state == .remoteDownloadable || state == .remoteOnly }

  /// It is, or was, a file on this machine.
  var isLocal: Bool { !isRemote && place.isAbsolute }
}

/// What a sound's header says.
public struct SoundFacts: Sendable {
  public var container = Container.auto
  public var encoding = Encoding.auto
  public var sampleRate = 0
  public var channels = 0
  /// Units: microseconds; 0 when it is not known.
  public var length: Int64 = 0

  public init() {}
}
