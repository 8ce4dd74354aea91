import AhaBase
import AhaDSP

/// Speed of a voice, with its ramp and the filter that follows it.
///
/// Units: frames of the sound per frame of the engine, in 32.32 fixed point. Always positive; the
/// direction is separate.
struct PlaySpeed {
  /// Frames of a crossfade from one filter to the next.
  static let cell = 32
  /// Frames of a ramp without a change of the filter.
  static let longCell = 480

  private(set) var value = SpeedUnit.one
  private(set) var target = SpeedUnit.one
  private(set) var slope: Int64 = 0
  /// Remaining frames of the ramp, or of its present linear piece.
  private(set) var frames = 0
  /// The value at the end of these.
  private var pieceEnd = SpeedUnit.one
  private var curve = SpeedCurvePieces()
  /// The direction of the next start, seek or request.
  var isReversed = false
  /// Nil: cubic interpolation.
  var tables: Buffer<SpeedTable>?
  private(set) var table = 0
  private(set) var nextTable = 0
  private(set) var cellLeft = 0

  @_noLocks
  init() {}

  /// True if the voice plays its sound unchanged.
  var isPlain: Bool {
    @_noLocks get { isUnit && !isReversed }
  }

  /// The fastest speed before the ramp's end.
  var max: Int64 {
    @_noLocks get { value > target ? value : target }
  }

  @_noLocks
  mutating func go(to newTarget: Int64, over length: Int, shape: FadeShape = .linear) {
    target = newTarget
    curve = SpeedCurvePieces(from: value, to: newTarget, over: length, shape: shape)
    glide(to: newTarget, over: value == newTarget ? 0 : length)
    continueCurve()
  }

  /// Begins the next piece of a curve.
  @_noLocks
  private mutating func continueCurve() {
    if let piece = curve.next() { glide(to: piece.end, over: piece.frames) }
  }

  @_noLocks
  private mutating func glide(to end: Int64, over length: Int) {
    pieceEnd = end
    frames = Swift.max(0, length)
    slope = frames > 0 ? (end - value) / Int64(frames) : 0
    if frames == 0 { value = end }
    // The filter of a long cell may be too wide for the new ramp.
    if table == nextTable { cellLeft = 0 }
  }

  /// Ends the ramp and the crossfade of filters. Only while the voice is inaudible.
  @_noLocks
  mutating func settle() {
    go(to: target, over: 0)
    cellLeft = 0
    table = wanted
    nextTable = table
  }

  /// Frames until the ramp or the filter changes, at most `limit`.
  @_noLocks
  mutating func segment(_ limit: Int) -> Int {
    if cellLeft == 0, tables != nil, frames > 0 || table != wanted { beginCell() }
    var count = limit
    if frames > 0 { count = min(count, frames) }
    if cellLeft > 0 { count = min(count, cellLeft) }
    return count
  }

  @_noLocks
  private mutating func beginCell() {
    nextTable = index(within: PlaySpeed.longCell)
    cellLeft = PlaySpeed.longCell
    if nextTable == table, index(for: value) == table { return }
    nextTable = index(within: PlaySpeed.cell)
    cellLeft = PlaySpeed.cell
  }

  /// The filter for the fastest speed of the next frames.
  @_noLocks
  private func index(within count: Int) -> Int {
    let end = frames > count ? value + slope * Int64(count) : pieceEnd
    return index(for: end > value ? end : value)
  }

  private var wanted: Int {
    @_noLocks get { index(for: value) }
  }

  @_noLocks
  private func index(for speed: Int64) -> Int {
    guard let tables else { return 0 }
    return SpeedTable.index(for: speed, in: tables)
  }

  /// Moves on. Precondition: count <= segment(count).
  @_noLocks
  mutating func advance(_ count: Int) {
    if frames > 0 {
      value += slope * Int64(count)
      frames -= count
      if frames == 0 {
        value = pieceEnd
        if curve.isOver { go(to: target, over: 0) } else { continueCurve() }
      }
    }
    if cellLeft > 0 {
      cellLeft -= count
      if cellLeft == 0 { table = nextTable }
    }
  }

  /// Frames on either side of a read position that its output depends on.
  var halfWidth: Int {
    @_noLocks get {
      guard let tables else { return HermiteReader.taps / 2 }
      return Swift.max(tables[table].taps, tables[nextTable].taps) / 2
    }
  }

  /// The largest `halfWidth`.
  static let maxHalfWidth = 184

  /// Frames of a sound that `count` output frames need after the read position.
  @_noLocks
  func need(_ count: Int) -> Int {
    Int((Int64(count) * max) >> 32) + halfWidth + 2
  }
}

extension PlaySpeed {
  /// True if each frame is one of the sound.
  fileprivate var isUnit: Bool {
    @_noLocks get { value == SpeedUnit.one ? frames == 0 && table == 0 && cellLeft == 0 : false }
  }

  @_noLocks
  private func copy(_ source: StereoSource, to target: StereoTarget, step: Int, frames: Int) {
    for frame in 0..<frames {
      target.left[frame] = source.left[frame * step]
      target.right[frame] = source.right[frame * step]
    }
  }

  /// Buffers for reading at a speed; the renderer's threads do not share them.
  struct Scratch {
    /// Frames of `window`: a piece at the fastest speed and the filter around it.
    static let windowFrames = 4096

    /// Part of a sound around its edges, loops included.
    let window: StereoTarget
    let output: StereoTarget
    /// Output of the next filter, for a crossfade.
    let other: StereoTarget

    /// - Parameter buffer: Six planes of `windowFrames`.
    init(_ buffer: SampleBuffer) {
      window = StereoTarget(left: buffer.plane(0), right: buffer.plane(1))
      output = StereoTarget(left: buffer.plane(2), right: buffer.plane(3))
      other = StereoTarget(left: buffer.plane(4), right: buffer.plane(5))
    }
  }

  /// Writes `count` frames. Precondition: count <= segment(count).
  /// - Parameter source: `halfWidth - 1` frames before position 0 of the run.
  @_noLocks
  func read(_ source: StereoSource, run: SpeedRun, scratch: Scratch, frames count: Int) {
    if isUnit, run.position & SpeedUnit.mask == 0 {
      let first = source.advanced(by: Int(run.position >> 32) + halfWidth - 1)
      copy(first, to: scratch.output, step: run.step < 0 ? -1 : 1, frames: count)
      return
    }
    guard let tables else {
      HermiteReader.read(source, run: run, to: scratch.output, frames: count)
      return
    }
    let half = halfWidth
    let skipped = half - tables[table].taps / 2
    tables[table].read(source.advanced(by: skipped), run: run, to: scratch.output, frames: count)
    if cellLeft == 0 || table == nextTable { return }
    let other = half - tables[nextTable].taps / 2
    tables[nextTable].read(source.advanced(by: other), run: run, to: scratch.other, frames: count)
    let step = 1 / Float(PlaySpeed.cell)
    for frame in 0..<count {
      let weight = Float(PlaySpeed.cell - cellLeft + frame + 1) * step
      let (left, right) = (scratch.output.left[frame], scratch.output.right[frame])
      scratch.output.left[frame] = left + (scratch.other.left[frame] - left) * weight
      scratch.output.right[frame] = right + (scratch.other.right[frame] - right) * weight
    }
  }
}
