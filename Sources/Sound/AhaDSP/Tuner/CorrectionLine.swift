import AhaBase
import CShims

/// A queue of pitch corrections, in cents, by input time; interpolated linearly.
struct CorrectionLine {
  struct Point {
    /// Input frame.
    var time: Int
    var cents: Float
    var isVoice: Bool
  }

  private static var capacity: Int {
    @_noLocks get { 32 }
  }

  private let points: Buffer<Point>
  private var first = 0
  private var count = 0

  /// Errors: `outOfMemory`.
  init() throws(AhaError) {
    let bytes = CorrectionLine.capacity * MemoryLayout<Point>.stride
    guard let memory = calloc(1, bytes) else {
      throw AhaError(.outOfMemory, "no memory for \(bytes) bytes of corrections")
    }
    points = Buffer(
      memory.bindMemory(to: Point.self, capacity: CorrectionLine.capacity),
      count: CorrectionLine.capacity)
  }

  func free() { CShims.free(points.base) }

  @_noLocks
  mutating func reset() { count = 0 }

  /// Appends a point; drops the oldest if the queue is full.
  @_noLocks
  mutating func add(_ point: Point) {
    if count == CorrectionLine.capacity { drop() }
    let earliest = count > 0 ? self[count - 1].time + 1 : point.time
    points[(first + count) % CorrectionLine.capacity] = point
    points[(first + count) % CorrectionLine.capacity].time = max(point.time, earliest)
    count += 1
  }

  /// The interpolated point at a time, which must not be before that of the previous call.
  ///
  /// Between a voiced and an unvoiced point the voiced one applies.
  @_noLocks
  mutating func value(at time: Int) -> Point {
    while count >= 2 {
      if self[1].time > time { break }
      drop()
    }
    let none = Point(time: time, cents: 0, isVoice: false)
    guard count > 0 else { return none }
    let before = self[0]
    guard before.time <= time else { return none }
    guard count >= 2 else { return before }
    let after = self[1]
    guard before.isVoice else { return after }
    guard after.isVoice else { return before }
    let share = Float(time - before.time) / Float(after.time - before.time)
    return Point(
      time: time, cents: before.cents + share * (after.cents - before.cents), isVoice: true)
  }

  private subscript(index: Int) -> Point {
    @_noLocks get { points[(first + index) % CorrectionLine.capacity] }
  }

  @_noLocks
  private mutating func drop() {
    first = (first + 1) % CorrectionLine.capacity
    count -= 1
  }
}
