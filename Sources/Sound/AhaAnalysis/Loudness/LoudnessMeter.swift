import AhaBase

/// Integrated and short-term loudness and loudness range, in constant memory.
///
/// Units: LUFS and LU. Source: EBU R 128, Tech 3341 and 3342; ITU-R BS.1770-4.
/// Threads: one at a time.
struct LoudnessMeter {
  /// Lengths of a gating block and of the short term. Units: 0.1 s.
  private static let block = 4
  private static let shortTerm = 30

  private var filter: KWeighting
  /// Frames per 0.1 s.
  private let tenth: Int
  private var filled = 0
  private var energy = 0.0
  /// Mean powers of the last tenths of a second, a ring.
  private var recent = [Double](repeating: 0, count: shortTerm)
  private var tenths = 0
  private var blocks = GatedBlocks()
  private var terms = GatedBlocks()
  private var highest = 0.0

  init(sampleRate: Int) {
    filter = KWeighting(sampleRate: sampleRate)
    tenth = max(1, (sampleRate + 5) / 10)
  }

  /// - Parameter right: Nil for one channel, which counts once.
  mutating func add(left: Floats, right: Floats?, count: Int) {
    var done = 0
    while done < count {
      let part = min(count - done, tenth - filled)
      energy += filter.energy(left: left + done, right: right.map { $0 + done }, count: part)
      filled += part
      done += part
      if filled == tenth { finishTenth() }
    }
  }

  private mutating func finishTenth() {
    recent[tenths % LoudnessMeter.shortTerm] = energy / Double(tenth)
    (tenths, filled, energy) = (tenths + 1, 0, 0)
    if tenths >= LoudnessMeter.block { blocks.add(mean(of: LoudnessMeter.block)) }
    guard tenths >= LoudnessMeter.shortTerm else { return }
    let term = mean(of: LoudnessMeter.shortTerm)
    terms.add(term)
    highest = max(highest, term)
  }

  private func mean(of count: Int) -> Double {
    var sum = 0.0
    for back in 1...count { sum += recent[(tenths - back) % LoudnessMeter.shortTerm] }
    return sum / Double(count)
  }

  /// Gated; nil for a signal that is silent or shorter than 0.4 s.
  var integrated: Double? { blocks.integrated }

  /// Over three seconds; nil for a signal that is silent or shorter.
  var highestShortTerm: Double? {
    let loudness = GatedBlocks.loudness(of: highest)
    return loudness > -70 ? loudness : nil
  }

  /// Loudness range; nil for a signal that is silent or shorter than three seconds.
  var range: Double? { terms.range }
}
