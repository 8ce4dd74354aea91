/// What key music is in: a scale and its root, none at all, or nobody knows.
public struct Tonality: Equatable, Sendable {
  public enum Mode: UInt32, Sendable, CaseIterable {
    case unknown, atonal, tonal
  }

  public let mode: Mode
  /// Bit n is set when the scale holds the pitch class n; C is 0. 0 unless tonal.
  public let scale: UInt32
  /// The pitch class 0...11 that the scale rests on. 0 unless tonal.
  public let root: UInt32

  public static let unknown = Tonality(.unknown)
  public static let atonal = Tonality(.atonal)

  private init(_ mode: Mode) { (self.mode, scale, root) = (mode, 0, 0) }

  /// Any flags and any root, also those that `isValid` refuses.
  public init(scale: UInt32, root: UInt32) {
    (mode, self.scale, self.root) = (.tonal, scale, root)
  }

  init(_ shape: ScaleShape, _ root: Int) {
    let root = (root % 12 + 12) % 12
    self.init(scale: Tonality.rotated(shape.flags, by: root), root: UInt32(root))
  }

  /// The major scale of a root; roots are taken modulo 12.
  public static func major(_ root: Int) -> Tonality { Tonality(ScaleShape.major, root) }

  public static func minor(_ root: Int) -> Tonality { Tonality(ScaleShape.minor, root) }

  /// Twelve flags at most, one of them the root's.
  public var isValid: Bool {
    mode != .tonal || (scale <= 0xFFF && root < 12 && scale >> root & 1 == 1)
  }

  /// Tonal, and valid.
  public var isKey: Bool { mode == .tonal && isValid }

  /// Its scale as seen from its root; nil when it is not a key, or the scale has no name here.
  var shape: ScaleShape? {
    guard isKey else { return nil }
    let flags = degrees
    return ScaleShape.all.first { $0.flags == flags }
  }

  /// The scale as seen from its root: bit n is set when it holds the note n semitones above. 0 when
  /// it is not a key.
  public var degrees: UInt32 { isKey ? Tonality.rotated(scale, by: 12 - Int(root)) : 0 }

  /// Moved up by semitones, which may be negative; what is no key stays as it is.
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
  /// A minor for C major and the other way round; any minor has the major key of its signature. Nil
  /// for others.
  public var relative: Tonality? {
    switch shape?.kind {
    case .major: .minor(Int(root) + 9)
    case .minor: .major(Int(root) + 3)
    default: nil
    }
  }

  /// C minor for C major and the other way round. Nil for others.
  public var parallel: Tonality? {
    switch shape?.kind {
    case .major: .minor(Int(root))
    case .minor: .major(Int(root))
    default: nil
    }
  }

  /// The same scale a fifth higher; nil when it is not a key.
  public var dominant: Tonality? { isKey ? transposed(by: 7) : nil }

  /// The nearest way from this root to another's, in semitones, -5...6; nil when one is no key.
  public func shift(to other: Tonality) -> Int? {
    guard isKey, other.isKey else { return nil }
    let up = (Int(other.root) - Int(root) + 12) % 12
    return up > 6 ? up - 12 : up
  }

  /// Its place on the circle of fifths, C major and A minor at 0; nil unless major or minor.
  private var fifths: Int? {
    switch shape?.kind {
    case .major: Int(root) * 7 % 12
    case .minor: (Int(root) + 3) * 7 % 12
    default: nil
    }
  }

  /// As on the Camelot wheel, "8B" for C major and "8A" for A minor; nil unless major or minor.
  public var camelot: String? {
    guard let fifths else { return nil }
    return "\((fifths + 7) % 12 + 1)" + (shape?.kind == .minor ? "A" : "B")
  }

  /// As in Open Key, "1d" for C major and "1m" for A minor; nil unless major or minor.
  public var openKey: String? {
    guard let fifths else { return nil }
    return "\(fifths + 1)" + (shape?.kind == .minor ? "m" : "d")
  }
}
