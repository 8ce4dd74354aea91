import AhaBase

extension Piece {
  /// The fields of a piece in the order of the checks; the numbers are those of aha/piece.h.
  public enum Field: UInt32, Sendable, CaseIterable {
    case title = 1
    case length, tempo, loop, timeSignature, description, artist, basedOn, tonality, attachment
  }

  public struct Problem {
    public let field: Field
    public let code: ResultCode
    public let line: String
  }

  /// Limits of a piece's values that no service changes; see `PieceLimits` for the others.
  /// Source: Allihoopa's clients; libaha's own for the ids and their count.
  public enum Limit {
    public static let tempo = 1.0...999.999
    public static let upper: ClosedRange<Int64> = 1...16
    public static let lower: [Int64] = [2, 4, 8, 16]
    public static let basedOn = 100
    /// Units: bytes.
    public static let id = 100
    public static let attachment: Int64 = 30_000_000
  }

  /// The first problem; nil if the piece is valid.
  public var problem: Problem? { problem(within: .own) }

  public func problem(within limits: PieceLimits) -> Problem? { problems(within: limits).first }

  public var problems: [Problem] { problems(within: .own) }

  /// All problems in the documented order, at most one per field.
  public func problems(within limits: PieceLimits) -> [Problem] {
    var found: [Problem] = []
    for field in Field.allCases {
      guard let (code, line) = problem(of: field, within: limits) else { continue }
      found.append(Problem(field: field, code: code, line: line))
    }
    return found
  }

  /// The problem of a field; nil if it is valid.
  @inline(never)
  public func problem(
    of field: Field, within limits: PieceLimits = .own
  ) -> (ResultCode, String)? {
    switch field {
    case .title: titleProblem(limit: limits.title)
    case .length: lengthProblem(limit: limits.length)
    case .tempo: tempoProblem
    case .loop: loopProblem
    case .timeSignature: timeSignatureProblem
    case .description:
      Piece.textProblem(
        tooLong: .textLong, what: "description", text: description, limit: limits.description)
    case .artist:
      Piece.textProblem(tooLong: .textLong, what: "artist", text: artist, limit: limits.artist)
    case .basedOn: basedOnProblem
    case .tonality: tonalityProblem
    case .attachment: attachmentProblem
    }
  }

  private func titleProblem(limit: Int) -> (ResultCode, String)? {
    if title.isEmpty { return (.titleEmpty, "the title is empty") }
    if Piece.isWhiteSpace(title) {
      return (.titleEmpty, "the title \"\(title.cut)\" has white space only")
    }
    return Piece.textProblem(tooLong: .titleLong, what: "title", text: title, limit: limit)
  }

  private func lengthProblem(limit: Int64) -> (ResultCode, String)? {
    let line = "the length of \(ClockText.exact(length))"
    if length < 1 { return (.pieceShort, line + " is not positive") }
    return length > limit ? (.pieceLong, line + " is over \(ClockText.exact(limit))") : nil
  }

  private var tempoProblem: (ResultCode, String)? {
    guard let tempo, !Limit.tempo.contains(tempo) else { return nil }
    if tempo > Limit.tempo.upperBound { return (.tempoHigh, "the tempo \(tempo) is over 999.999") }
    return (.tempoLow, "the tempo \(tempo) is not 1 or more")
  }

  private var loopProblem: (ResultCode, String)? {
    guard let loop else { return nil }
    let line = "the loop from \(ClockText.exact(loop.start)) to \(ClockText.exact(loop.end))"
    if loop.start < 0 { return (.loop, line + " starts before the piece") }
    if loop.start >= loop.end { return (.loop, line + " does not end after its start") }
    if loop.end <= length { return nil }
    return (.loop, line + " ends after the piece, at \(ClockText.exact(length))")
  }

  private var timeSignatureProblem: (ResultCode, String)? {
    guard let signature = timeSignature else { return nil }
    let line = "the time signature \(signature.upper)/\(signature.lower)"
    if !Limit.upper.contains(signature.upper) {
      return (.timeSignature, line + " must have 1 to 16 beats")
    }
    if Limit.lower.contains(signature.lower) { return nil }
    return (.timeSignature, line + " must have a denominator of 2, 4, 8 or 16")
  }

  private var basedOnProblem: (ResultCode, String)? {
    for id in basedOn {
      if id.isEmpty { return (.basedOn, "the id of a piece it is based on is empty") }
      if id.utf8.count > Limit.id {
        return (.basedOn, "the id \"\(id.cut)\" has \(id.utf8.count) bytes, over \(Limit.id)")
      }
      if !id.isPlain { return (.basedOn, "\"\(id.cut)\" is not the id of a piece") }
    }
    return nil
  }

  private var tonalityProblem: (ResultCode, String)? {
    if tonality.isValid { return nil }
    let flags = "0x" + String(tonality.scale, radix: 16)
    let line = "the scale \(flags) must have 12 flags, and that of the root \(Int(tonality.root))"
    return (.tonality, line)
  }

  private var attachmentProblem: (ResultCode, String)? {
    guard let attachment else { return nil }
    let (type, size) = (attachment.mimeType, attachment.size)
    guard type.isMediaType else {
      return (.attachment, "the attachment's type \"\(type.cut)\" is not a MIME type")
    }
    if (0...Limit.attachment).contains(size) { return nil }
    return (.attachment, "the attachment of \(size) bytes is outside of 0 to \(Limit.attachment)")
  }

  @inline(never)
  private static func textProblem(
    tooLong: ResultCode, what: StaticString, text: String, limit: Int
  ) -> (ResultCode, String)? {
    let count = text.letters
    if count > limit {
      return (tooLong, "the \(what) \"\(text.cut)\" has \(count) characters, over \(limit)")
    }
    guard let control = text.directionControl else { return nil }
    let name = "U+" + String(control, radix: 16, uppercase: true)
    return (.textDirection, "the \(what) has \(name), which reverses the text after it: remove it")
  }

  /// Whether all characters have Unicode's property White_Space.
  private static func isWhiteSpace(_ text: String) -> Bool {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 9...13, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A: continue
      case 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: continue
      default: return false
      }
    }
    return true
  }
}

extension String {
  var length: Int { array.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 } }

  /// Whether all bytes are printable ASCII, without spaces and double quotes.
  public var isPlain: Bool {
    for byte in array where byte < 0x21 || byte > 0x7E || byte == 0x22 { return false }
    return true
  }

  /// Whether the text is a media type such as "audio/flac".
  public var isMediaType: Bool {
    let (bytes, slash) = (array, UInt8(ascii: "/"))
    let slashes = bytes.reduce(0) { $1 == slash ? $0 + 1 : $0 }
    let isWhole = slashes == 1 && bytes.first != slash && bytes.last != slash
    return bytes.count <= Piece.Limit.id && isPlain && isWhole
  }
}
