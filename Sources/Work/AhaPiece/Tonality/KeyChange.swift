/// A transposition of music in one key to another root.
public struct KeyChange: Equatable, Sendable {
  /// The shortest interval, -5...6.
  public let semitones: Int
  /// The resulting key.
  public let tonality: Tonality

  /// Nil if the music has no key. Precondition: root is 0...11.
  public init?(of tonality: Tonality, to root: UInt32) {
    let wanted = Tonality(scale: 1 << root, root: root)
    guard let semitones = tonality.shift(to: wanted) else { return nil }
    (self.semitones, self.tonality) = (semitones, tonality.transposed(by: semitones))
  }
}
