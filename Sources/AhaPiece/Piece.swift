import AhaBase
import AhaJSON

/// What there is to say about a finished piece of music. Any values: `problems` tells what is wrong
/// with them.
public struct Piece {
  public var title = ""
  public var description = ""
  public var artist = ""
  /// Units: microseconds; 0 when it is not known.
  public var length: Int64 = 0
  /// Beats per minute; nil when there is no fixed one.
  public var tempo: Double?
  public var loop: Loop?
  public var timeSignature: TimeSignature?
  public var tonality = Tonality.unknown
  /// Whether it may show up in public lists.
  public var isListed = true
  public var attachment: Attachment?
  /// Ids of the pieces that it was made from.
  public private(set) var basedOn: [String] = []
  /// The document that it was read from, for what is in it and unknown here.
  var source: JSONObject?

  public init() {}

  /// Where the part starts and ends that can go round. Units: microseconds.
  public struct Loop: Equatable, Sendable {
    public var start: Int64
    public var end: Int64

    public init(start: Int64, end: Int64) { (self.start, self.end) = (start, end) }
  }

  public struct TimeSignature: Equatable, Sendable {
    public var upper: Int64
    public var lower: Int64

    public init(upper: Int64, lower: Int64) { (self.upper, self.lower) = (upper, lower) }
  }

  /// Data of the program that made the piece, which goes with it.
  public struct Attachment {
    public var mimeType: String
    /// Units: bytes; 0 when it is not known.
    public var size: Int64

    public init(mimeType: String, size: Int64) { (self.mimeType, self.size) = (mimeType, size) }
  }

  /// Adds a piece that this one is based on, by its id or by its address, of which the id is kept;
  /// one that is there already is not added again. Errors: `limit`.
  public mutating func addBasedOn(_ text: String) throws(AhaError) {
    let id = Piece.id(of: text)
    if basedOn.contains(where: { $0.hasSameBytes(as: id) }) { return }
    if basedOn.count == Limit.basedOn { throw Piece.basedOnTooMany }
    basedOn.append(id)
  }

  static var basedOnTooMany: AhaError {
    AhaError(.limit, "a piece is based on \(Limit.basedOn) others at most")
  }

  public mutating func removeAllBasedOn() { basedOn = [] }

  /// The id in the address of a piece: what follows "/s/" or "uuid="; other text is as it is.
  public static func id(of text: String) -> String {
    let bytes = text.array
    guard let host = bytes.end(of: "://"),
      let id = bytes[host...].end(of: "/s/") ?? bytes[host...].end(of: "uuid=")
    else { return text }
    // Up to a slash, a question mark, "#" or "&".
    let found = bytes[id...].prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 && $0 != 0x26 }
    return String(decoding: found, as: UTF8.self)
  }
}

extension Collection<UInt8> where Index == Int {
  /// Where the first occurrence of a text ends.
  func end(of text: StaticString) -> Int? {
    text.withUTF8Buffer { text in
      guard count >= text.count else { return nil }
      for start in startIndex...(endIndex - text.count)
      where self[start...].starts(with: text) { return start + text.count }
      return nil
    }
  }
}
