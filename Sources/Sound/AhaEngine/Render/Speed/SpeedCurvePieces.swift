import AhaDSP

/// A ramp of a speed on a curve, as a sequence of linear pieces. A straight line has none.
struct SpeedCurvePieces: BitwiseCopyable {
  /// Frames of a piece.
  private static var piece: Int {
    @_noLocks get { 64 }
  }

  private var origin: Int64 = 0
  private var target: Int64 = 0
  private var length = 0
  private var shape = FadeShape.linear
  private var begun = 0

  @_noLocks
  init() {}

  @_noLocks
  init(from origin: Int64, to target: Int64, over length: Int, shape: FadeShape) {
    if shape == .linear || origin == target { return }
    (self.origin, self.target, self.length, self.shape) = (origin, target, max(0, length), shape)
  }

  var isOver: Bool {
    @_noLocks get { begun >= length }
  }

  /// The next piece; nil: none.
  @_noLocks
  mutating func next() -> (end: Int64, frames: Int)? {
    if isOver { return nil }
    let frames = min(SpeedCurvePieces.piece, length - begun)
    begun += frames
    let end = shape.value(from: Double(origin), to: Double(target), at: begun, of: length)
    return (Int64(end), frames)
  }
}
