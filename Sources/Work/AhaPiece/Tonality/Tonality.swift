/// The key of music: a scale with a root, atonal, or unknown.
public struct Tonality: Equatable, Sendable {
  public enum Mode: UInt32, Sendable, CaseIterable {
    case unknown, atonal, tonal
  }

  public let mode: Mode
  /// Bit n is set if the scale has the pitch class n; C is 0. 0 unless tonal.
  public let scale: UInt32
  /// The pitch class of the root, 0...11. 0 unless tonal.
  public let root: UInt32

  public static let unknown = Tonality(.unknown)
  public static let atonal = Tonality(.atonal)

  private init(_ mode: Mode) { (self.mode, scale, root) = (mode, 0, 0) }

  /// Accepts any flags and root; `isValid` checks them.
  public init(scale: UInt32, root: UInt32) {
    (mode, self.scale, self.root) = (.tonal, scale, root)
  }

  init(_ shape: ScaleShape, root: Int) {
    let root = (root % 12 + 12) % 12
    self.init(scale: Tonality.rotated(shape.flags, by: root), root: UInt32(root))
  }

  /// The major scale of a root; the root is reduced modulo 12.
  public static func major(_ root: Int) -> Tonality { Tonality(ScaleShape.major, root: root) }

  public static func minor(_ root: Int) -> Tonality { Tonality(ScaleShape.minor, root: root) }

  /// At most twelve flags, including the root.
  public var isValid: Bool {
    mode != .tonal || (scale <= 0xFFF && root < 12 && scale >> root & 1 == 1)
  }

  public var isKey: Bool { mode == .tonal && isValid }

  /// The scale relative to its root; nil without a key, or for a scale without a name.
  var shape: ScaleShape? {
    guard isKey else { return nil }
    let flags = degrees
    return ScaleShape.all.first { $0.flags == flags }
  }

  /// The scale relative to its root: bit n is set if it has the note n semitones above. 0 without a
  /// key.
  public var degrees: UInt32 { isKey ? Tonality.rotated(scale, by: 12 - Int(root)) : 0 }

  /// Transposed by semitones, which may be negative; unchanged without a key.
  public func transposed(by semitones: Int) -> Tonality {
    guard isKey else { return self }
    let steps = (semitones % 12 + 12) % 12
    return Tonality(
      scale: Tonality.rotated(scale, by: steps), root: UInt32((Int(root) + steps) % 12))
  }

  /// - Parameter steps: 0...12.
  static func rotated(_ flags: UInt32, by steps: Int) -> UInt32 {
    (flags << UInt32(steps) | flags >> UInt32(12 - steps)) & 0xFFF
  }
}

// MARK: Relations

extension Tonality {
  /// A minor for C major and vice versa; any kind of minor has the major key of its signature. Nil
  /// otherwise.
  public var relative: Tonality? {
    switch shape?.kind {
    case .major: .minor(Int(root) + 9)
    case .minor: .major(Int(root) + 3)
    default: nil
    }
  }

  /// C minor for C major and vice versa. Nil otherwise.
  public var parallel: Tonality? {
    switch shape?.kind {
    case .major: .minor(Int(root))
    case .minor: .major(Int(root))
    default: nil
    }
  }

  /// The same scale a fifth higher; nil without a key.
  public var dominant: Tonality? { isKey ? transposed(by: 7) : nil }

  /// The shortest interval from this root to another's, in semitones, -5...6; nil without a key.
  public func shift(to other: Tonality) -> Int? {
    guard isKey, other.isKey else { return nil }
    let up = (Int(other.root) - Int(root) + 12) % 12
    return up > 6 ? up - 12 : up
  }

  /// Position on the circle of fifths, 0 for C major and A minor; nil unless major or minor.
  private var fifths: Int? {
    switch shape?.kind {
    case .major: Int(root) * 7 % 12
    case .minor: (Int(root) + 3) * 7 % 12
    default: nil
    }
  }

  /// Position on the Camelot wheel, "8B" for C major, "8A" for A minor; nil unless major or minor.
  public var camelot: String? {
    guard let fifths else { return nil }
    return "\((fifths + 7) % 12 + 1)" + (shape?.kind == .minor ? "A" : "B")
  }

  /// Open Key notation, "1d" for C major, "1m" for A minor; nil unless major or minor.
  public var openKey: String? {
    guard let fifths else { return nil }
    return "\(fifths + 1)" + (shape?.kind == .minor ? "m" : "d")
  }
}
