import AhaBase
import AhaJSON

/// The description of a finished piece of music. Values are not checked; see `problems`.
public struct Piece {
  public var title = ""
  public var description = ""
  public var artist = ""
  /// Units: microseconds; 0: unknown.
  public var length: Int64 = 0
  /// Beats per minute; nil without a constant tempo.
  public var tempo: Double?
  public var loop: Loop? {
    didSet { loopFrames = nil }
  }
  /// The loop in frames of the file whose tags were read; nil: unknown. Not in the manifest.
  public internal(set) var loopFrames: Range<Int64>?
  public var timeSignature: TimeSignature?
  public var tonality = Tonality.unknown
  /// Whether the piece may appear in public lists.
  public var isListed = true
  public var attachment: Attachment?
  /// Ids of the pieces it is derived from.
  public private(set) var basedOn: [String] = []
  /// From the file whose tags were read, or of the host; not in the manifest.
  public internal(set) var chapters: [Chapter] = []
  /// From that file; not in the manifest.
  public internal(set) var gain = PlaybackGain()
  /// From that file; not in the manifest.
  public internal(set) var release = Release()
  /// JPEG or PNG as a file, from that file or of the host; empty without one. Not in the manifest.
  public internal(set) var cover: [UInt8] = []
  /// The document it was read from; keeps the fields that libaha does not know.
  var source: JSONObject?

  public init() {}

  /// The part to repeat. Units: microseconds.
  public struct Loop: Equatable, Sendable {
    public var start: Int64
    public var end: Int64

    public init(start: Int64, end: Int64) { (self.start, self.end) = (start, end) }
  }

  /// A named part. Units: microseconds.
  public struct Chapter: Equatable {
    public let start: Int64
    /// Above `start`; 0: unknown.
    public let end: Int64
    public let title: String

    public init(start: Int64, end: Int64, title: String) {
      (self.start, self.end, self.title) = (start, end, title)
    }
  }

  public static let maxChapters = 1000

  public struct TimeSignature: Equatable, Sendable {
    public var upper: Int64
    public var lower: Int64

    public init(upper: Int64, lower: Int64) { (self.upper, self.lower) = (upper, lower) }
  }

  /// Data of the program that made the piece, sent with the piece.
  public struct Attachment {
    public var mimeType: String
    /// Units: bytes; 0: unknown.
    public var size: Int64

    public init(mimeType: String, size: Int64) { (self.mimeType, self.size) = (mimeType, size) }
  }

  /// Adds a piece that this one is derived from, by its id, or by its URL, which is reduced to the
  /// id. Ignores duplicates. Errors: `limit`.
  public mutating func addBasedOn(_ text: String) throws(AhaError) {
    let id = Piece.id(of: text)
    if basedOn.contains(where: { $0.hasSameBytes(as: id) }) { return }
    if basedOn.count == Limit.basedOn { throw Piece.basedOnTooMany }
    basedOn.append(id)
  }

  static var basedOnTooMany: AhaError {
    AhaError(.limit, "a piece can be based on at most \(Limit.basedOn) others")
  }

  /// Adds a chapter, in the order of time. Errors: `invalidArgument`, `limit`.
  public mutating func addChapter(_ chapter: Chapter) throws(AhaError) {
    let isOpen = chapter.end == 0 || chapter.end > chapter.start
    let longest = PieceLimits.own.length
    guard (0...longest).contains(chapter.start), chapter.end <= longest, isOpen else {
      throw AhaError(
        .invalidArgument, "a chapter from \(chapter.start) to \(chapter.end) us")
    }
    guard chapters.count < Piece.maxChapters else {
      throw AhaError(.limit, "a piece has at most \(Piece.maxChapters) chapters")
    }
    let next = chapters.firstIndex { $0.start > chapter.start } ?? chapters.count
    chapters.insert(chapter, at: next)
  }

  public mutating func removeAllChapters() { chapters = [] }

  public mutating func removeAllBasedOn() { basedOn = [] }

  /// The id in the URL of a piece, after "/s/" or "uuid="; any other text is returned unchanged.
  public static func id(of text: String) -> String {
    let bytes = text.array
    guard let host = bytes.end(of: "://"),
      let id = bytes[host...].end(of: "/s/") ?? bytes[host...].end(of: "uuid=")
    else { return text }
    // The id ends at "/", "?", "#" or "&".
    let found = bytes[id...].prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 && $0 != 0x26 }
    return String(decoding: found, as: UTF8.self)
  }
}

extension Collection<UInt8> where Index == Int {
  /// The index after the first occurrence of a text; nil if absent.
  func end(of text: StaticString) -> Int? {
    text.withUTF8Buffer { text in
      guard count >= text.count else { return nil }
      for start in startIndex...(endIndex - text.count)
      where self[start...].starts(with: text) { return start + text.count }
      return nil
    }
  }
}
