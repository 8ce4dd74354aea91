import AhaBase

/// Reads the transients after onsets directly from the input, at another rate. Grains would smear
/// them.
struct TransientReader {
  private let reader: SincReader
  /// The first onset whose transient has not ended.
  private var index = 0
  /// The ratio of that transient; constant for its duration.
  private var ratio: Float = 1
  private var isUnderWay = false

  init() throws(AhaError) { reader = try SincReader() }

  func free() { reader.free() }

  @_noLocks
  mutating func reset() {
    index = 0
    isUnderWay = false
  }

  /// Finds the transient at output frame `frame`. Returns a count of at most `max` frames with the
  /// same state: inside the transient of `onset`, or outside of any (nil).
  @_noLocks
  mutating func find(
    _ frame: Int, max limit: Int, onsets: Onsets, speed: Double, ratio now: Float
  ) -> (count: Int, onset: Int?) {
    index = max(index, onsets.count - Onsets.capacity)
    while index < onsets.count {
      let onset = TransientReader.output(onsets.frame(index), speed: speed)
      if frame < onset + onsets.end {
        guard frame >= onset - onsets.lead else {
          return (min(limit, onset - onsets.lead - frame), nil)
        }
        if !isUnderWay { ratio = now }
        isUnderWay = true
        return (min(limit, onset + onsets.end - frame), index)
      }
      index += 1
      isUnderWay = false
    }
    return (limit, nil)
  }

  /// The output frame of an input frame.
  @_noLocks
  static func output(_ frame: Int, speed: Double) -> Int {
    speed == 1 ? frame : Int((Double(frame) / speed).nearest())
  }

  /// The input at `distance` output frames after `onset`.
  @_noLocks
  func read(_ ring: InputRing, onset: Int, distance: Int) -> (Float, Float) {
    read(ring, onset: onset, distance: distance, ratio: ratio)
  }

  @_noLocks
  func read(_ ring: InputRing, onset: Int, distance: Int, ratio: Float) -> (Float, Float) {
    let off = Float(distance) * ratio
    let whole = off.nearest()
    let steps = Int(whole)
    let part = off - whole
    let frame = part < 0 ? onset + steps - 1 : onset + steps
    let last = ring.written - 1 - SincReader.halfWidth
    return reader.read(ring, at: min(frame, last), part: part < 0 ? part + 1 : part, rate: ratio)
  }
}
