import AhaBase
import CShims

/// The delays of the reverb, and the transition from one room to another.
///
/// A change crossfades from the read positions of the old room to those of the new one, without
/// clicks or pitch changes. A change during a crossfade is pending until its end.
struct ReverbPlan {
  typealias Frames = Buffer<Int32>

  /// Indices in the list of delays: the early taps of each channel, three diffusers, the lines.
  enum DelayIndex {
    static var left: Int { @_noLocks get { 0 } }
    static var right: Int { @_noLocks get { 8 } }
    static var diffusers: Int { @_noLocks get { 16 } }
    static var lines: Int { @_noLocks get { 40 } }
    static var count: Int { @_noLocks get { 48 } }
  }

  private static let times: [Float] = [
    4.31, 9.73, 15.17, 22.91, 31.37, 6.91, 12.71, 26.33,  // left: five taps of left, three of right
    3.67, 8.81, 16.43, 21.59, 33.13, 7.57, 13.91, 24.77,
    2.03, 2.81, 3.67, 4.43, 5.37, 6.11, 7.01, 7.83,
    0.53, 2.17, 3.91, 5.63, 7.57, 9.29, 11.17, 12.71,
    0.97, 3.89, 6.71, 9.83, 12.67, 15.79, 18.61, 21.53,
    27.43, 36.71, 47.09, 57.77, 68.23, 78.11, 88.37, 97.43,
  ]
  static let longestLineMs: Float = 97.43 * 1.6
  static let longestInputMs: Float = 33.13 * 1.6 + 250
  static let longestDiffuserMs: Float = 21.53 * 1.6

  private let times: Floats
  private let from: Frames
  let to: Frames
  private let wanted: Frames
  private let rows: Floats
  private let rate: Float
  private let length: Int
  private var fadeFrames = 0
  private var isWaiting = false

  static var floats: Int { DelayIndex.count * (1 + 3 + rowStride) }

  /// - Parameter memory: Space for `floats` values.
  init(sampleRate: Int, memory: Floats) {
    times = memory
    for (index, time) in ReverbPlan.times.enumerated() { memory[index] = time }
    let whole = (memory + DelayIndex.count).bound(to: Int32.self, count: 3 * DelayIndex.count)
    (from, to, wanted) = (whole, whole + DelayIndex.count, whole + 2 * DelayIndex.count)
    rows = memory + 4 * DelayIndex.count
    rate = Float(sampleRate) * 0.001
    length = max(1, sampleRate / 40 / DelayBank.run) * DelayBank.run
  }

  private static var rowStride: Int {
    @_noLocks get { 48 }
  }

  /// Scale of the delays: from the smallest to the largest room by a factor of four.
  @_noLocks
  static func scale(_ size: Float) -> Float { 0.4 + 1.2 * size }

  /// Lengths of a room's lines. Units: frames.
  @_noLocks
  func lineFrames(_ size: Float) -> SIMD8<Float> {
    let base: SIMD8<Float> = times.load(DelayIndex.lines)
    return base * (ReverbPlan.scale(size) * rate)
  }

  /// The longest path through the room, once.
  @_noLocks
  func pathMs(_ size: Float) -> Float { 260 * ReverbPlan.scale(size) }

  /// Sets the room; `atOnce`: without a crossfade.
  @_noLocks
  mutating func aim(size: Float, predelayMs: Float, atOnce: Bool) {
    let scale = ReverbPlan.scale(size) * rate
    // A smaller factor for diffusers: echoes must be dense in large rooms too.
    let spread = (0.7 + 0.6 * size) * rate
    // Subtracts a run, because output lags its input by one run.
    let before = predelayMs * rate - Float(DelayBank.run)
    for index in 0..<DelayIndex.count {
      let isInput = index < DelayIndex.diffusers &+ 8
      let isDiffuser = index >= DelayIndex.diffusers && index < DelayIndex.lines
      let frames = times[index] * (isDiffuser ? spread : scale) + (isInput ? before : 0)
      wanted[index] = Int32(max(frames, 0) + 0.5)
    }
    isWaiting = true
    if atOnce { settle() }
  }

  /// Applies the pending room at once.
  @_noLocks
  mutating func settle() {
    if isWaiting { copy(wanted, to: to) }
    copy(to, to: from)
    isWaiting = false
    fadeFrames = 0
  }

  /// Starts a pending crossfade, before the reads of a run.
  @_noLocks
  mutating func begin() {
    guard fadeFrames == 0, isWaiting else { return }
    isWaiting = false
    copy(wanted, to: to)
    fadeFrames = length
  }

  /// Advances the crossfade, after the reads of a run.
  @_noLocks
  mutating func end() {
    guard fadeFrames > 0 else { return }
    fadeFrames -= DelayBank.run
    if fadeFrames == 0 { copy(to, to: from) }
  }

  /// The current run of a line, delayed by the plan's delay at `index` plus `more` frames.
  @_noLocks @inline(__always)
  func tap(_ bank: DelayBank, line: Int, at index: Int, more: Int32 = 0) -> Floats {
    let new = bank.reader(line, delay: to[index] &+ more)
    guard fadeFrames > 0 else { return new }
    return blend(bank.reader(line, delay: from[index] &+ more), new: new, at: index)
  }

  /// Crossfades a run and `DelayBank.readMargin` frames into the row of `index`.
  @_noLocks
  private func blend(_ old: Floats, new: Floats, at index: Int) -> Floats {
    let row = rows + index * ReverbPlan.rowStride
    let step = 1 / Float(length)
    var position = SIMD4<Float>(0, 1, 2, 3) * step + Float(length - fadeFrames) * step
    var frame = 0
    while frame < DelayBank.run + DelayBank.readMargin {
      let (a, b) = (Octet.load(old + frame), Octet.load(new + frame))
      Octet.store(a + (b - a) * position, to: row + frame)
      position += 4 * step
      frame += 4
    }
    return row
  }

  @_noLocks
  private func copy(_ source: Frames, to target: Frames) {
    target.copy(source.prefix(DelayIndex.count))
  }
}
