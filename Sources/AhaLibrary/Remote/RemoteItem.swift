import AhaBase
import AhaCodec

/// What a source has of one piece, ready for the catalogue.
public struct RemoteItem {
  /// As the source calls it.
  public let id: String
  /// Another one whenever it was changed there; never empty.
  public let revision: String
  public let item: LibraryItem

  public init(id: String, revision: String, _ item: LibraryItem) {
    (self.id, self.revision, self.item) = (id, revision, item)
  }
}

/// What became of it.
public enum RemoteOutcome {
  case added, changed, unchanged
  /// It was changed here and there: what is here stays.
  case conflict(String)
  case leftOut(String)
}

/// A part of a source's list.
public struct RemotePart {
  public var items: [RemoteItem] = []
  /// Ids of those that are there as they were.
  public var unchanged: [String] = []
  /// Ids of those that are there no more, where the source tells that; also all that begin so,
  /// before a slash.
  public var gone: [String] = []
  /// How many entries it had.
  public var count = 0

  public init() {}
}

extension LibraryItem {
  /// Of what a source says: as long as it is the same, nobody has changed it here.
  var digest: Int64 {
    var digest = Fingerprint()
    // 0xFF is in no text of UTF-8.
    for text in [title, artist, manifest, pieceID] { digest.add(text.array + [0xFF]) }
    return Int64(bitPattern: digest.value)
  }

  /// A source would say the same of both.
  func isSame(as other: LibraryItem) -> Bool {
    digest == other.digest && sha256 == other.sha256 && place == other.place
      && state == other.state && sound.length == other.sound.length && mark == other.mark
  }

  /// Looks at its file: whether that is there and begins as a sound does.
  public mutating func probe() {
    guard let status = FileStatus(place, followingLinks: false), status.kind == .file else {
      state = .missing
      return
    }
    mark = FileMark(status)
    do throws(AhaError) {
      sound = SoundFacts(try Decoder(try FileStream(reading: place)).format)
      state = .playable
    } catch {
      (state, reason) = (.undecodable, error.line)
    }
  }
}
