extension Piece {
  /// Estimated fields of a piece; nil and `unknown` where no estimate exists.
  public struct Guess {
    /// Units: microseconds.
    public var length: Int64 = 0
    public var tempo: Double?
    public var loop: Loop?
    public var timeSignature: TimeSignature?
    public var tonality = Tonality.unknown

    public init() {}
  }

  /// Fills missing fields from a guess where its value is valid; existing fields are kept.
  /// Returns: Bit n for each filled field n.
  public mutating func fill(from guess: Guess) -> UInt32 {
    var filled: UInt32 = 0
    if length == 0, guess.length > 0 {
      length = guess.length
      filled |= 1 << Field.length.rawValue
    }
    if tempo == nil, let bpm = guess.tempo, Limit.tempo.contains(bpm) {
      tempo = bpm
      filled |= 1 << Field.tempo.rawValue
    }
    if loop == nil, let found = guess.loop {
      loop = found
      if problem(of: .loop) == nil { filled |= 1 << Field.loop.rawValue } else { loop = nil }
    }
    if timeSignature == nil, let found = guess.timeSignature {
      timeSignature = found
      filled |= 1 << Field.timeSignature.rawValue
    }
    if tonality == .unknown, guess.tonality != .unknown {
      tonality = guess.tonality
      filled |= 1 << Field.tonality.rawValue
    }
    return filled
  }
}
