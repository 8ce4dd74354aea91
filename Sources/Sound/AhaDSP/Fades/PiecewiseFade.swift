/// A fade between two levels as a sequence of linear pieces, which a `Ramp` follows.
///
/// A piece ends exactly on the curve, at a frame counted from the fade's beginning. So the samples
/// do not depend on blocks, and rounding errors do not add up in a long fade.
public struct PiecewiseFade: BitwiseCopyable {
  /// Frames of the longest piece.
  private static let longest: Int64 = 64
  /// Min count of pieces of a curve, as far as a piece has a frame.
  private static let pieces: Int64 = 64

  public let target: Float
  private let origin: Float
  private let fade: Fade
  private let piece: Int64
  /// Frames up to the end of the present piece.
  private var begun: Int64 = 0

  /// A fade that is over.
  @_noLocks
  public init() { self.init(from: 0, to: 0, over: Fade()) }

  @_noLocks
  public init(from origin: Float, to target: Float, over fade: Fade) {
    self.origin = origin
    self.target = target
    self.fade = fade
    // A line is exact in pieces of any length.
    let pieces = fade.shape == .linear ? 1 : PiecewiseFade.pieces
    piece = max(1, min(PiecewiseFade.longest, fade.frames / pieces))
  }

  /// True if the last piece has begun.
  public var isLast: Bool {
    @_noLocks get { begun >= fade.frames }
  }

  /// Frames after the present piece.
  public var framesLeft: Int64 {
    @_noLocks get { fade.frames - begun }
  }

  /// Begins the next piece. Precondition: not `isLast`.
  @_noLocks
  public mutating func advance(_ ramp: inout Ramp) {
    let count = min(piece, fade.frames - begun)
    begun += count
    ramp.glide(to: isLast ? target : level, over: Int(count))
  }

  /// Moves to a frame of the fade, in constant time; the ramp is as after that many frames.
  /// Precondition: 0 <= frame < length.
  @_noLocks
  public mutating func seek(to frame: Int64, ramp: inout Ramp) {
    begun = frame / piece * piece
    ramp.jump(to: begun == 0 ? origin : level)
    let rest = Int(frame - begun)
    advance(&ramp)
    ramp.skip(rest)
  }

  /// Frames of the whole fade.
  public var length: Int64 {
    @_noLocks get { fade.frames }
  }

  /// The level at the end of the present piece.
  private var level: Float {
    @_noLocks get {
      let time = Float(Double(begun) / Double(fade.frames))
      return fade.shape.level(from: origin, to: target, at: time)
    }
  }
}
