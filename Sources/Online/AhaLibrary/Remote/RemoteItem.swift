import AhaBase
import AhaCodec

/// An entry of a source, ready to import.
public struct RemoteItem {
  /// Id at the source.
  public let id: String
  /// Changes with every change at the source; never empty.
  public let revision: String
  public let item: LibraryItem

  public init(id: String, revision: String, item: LibraryItem) {
    (self.id, self.revision, self.item) = (id, revision, item)
  }
}

/// Outcome of importing an entry.
public enum RemoteOutcome {
  case added, changed, unchanged
  /// Changed both at the source and here: the local item stays.
  case conflict(String)
  case skipped(String)
}

/// A part of a source's list.
public struct RemotePart {
  public var items: [RemoteItem] = []
  /// Ids of unchanged entries.
  public var unchanged: [String] = []
  /// Ids of deleted entries, if the source reports them; each includes all ids below it (after a
  /// slash).
  public var gone: [String] = []
  /// Count of entries.
  public var count = 0

  public init() {}
}

extension LibraryItem {
  /// Digest of the source's metadata: if it is equal, the item was not changed here.
  var digest: Int64 {
    var digest = Fingerprint()
    // 0xFF never occurs in UTF-8.
    for text in [title, artist, manifest, pieceID] { digest.add(text.array + [0xFF]) }
    return Int64(bitPattern: digest.value)
  }

  /// True if a source's data would be equal for both.
  func isSame(as other: LibraryItem) -> Bool {
    digest == other.digest && sha256 == other.sha256 && place == other.place
      && state == other.state && sound.length == other.sound.length && mark == other.mark
  }

  /// Checks its file: existence, and a decodable start.
  public mutating func probe() {
    guard let status = FileStatus(place, followingLinks: false), status.kind == .file else {
      state = .missing
      return
    }
    mark = FileMark(status)
    do throws(AhaError) {
      sound = SoundFacts(try Decoder.format(of: try FileStream(reading: place)))
      state = .playable
    } catch {
      (state, reason) = (.undecodable, error.line)
    }
  }
}
