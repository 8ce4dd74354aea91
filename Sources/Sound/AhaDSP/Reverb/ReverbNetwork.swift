import AhaBase
import CShims

/// The wet signal of the reverb, computed in runs of frames.
///
/// Every path takes at least a run, so the output of the next run is known when the current input
/// run is complete: runs cost no latency.
///
///     high-pass -- pre-delay -+- early taps ----------------------------------+- wet
///                             +- 3 x (8 delays, Hadamard) -+------------------+
///                                                          +- lines, Hadamard +
///                                                               ^---- damping
///
/// Source: J.-M. Jot and A. Chaigne, Digital delay networks for designing artificial reverberators
/// (AES 90, 1991); the diffusers are feed-forward stages of the same matrix.
struct ReverbNetwork {
  typealias DelayIndex = ReverbPlan.DelayIndex

  private var input: DelayBank
  private var offsets: (left: OffsetBlock, right: OffsetBlock)
  private var second: DelayBank
  private var third: DelayBank
  var lines: DelayBank
  var plan: ReverbPlan
  var damping: LineDamping
  var read: LineRead
  var feed = VectorRamp()
  let sources: Octet.Rows
  let targets: Octet.Rows
  /// Eight rows of a run, then the wet output, left and right.
  private let rows: Floats
  /// Owns the delay lines, the plan and the rows; `sources` and `targets` are separate.
  private let memory: Floats
  private let sampleRate: Float

  init(sampleRate: Int) throws(AhaError) {
    self.sampleRate = Float(sampleRate)
    func frames(_ ms: Float) -> Int { Int(ms * Float(sampleRate) * 0.001) + 2 }
    let longest = (
      frames(ReverbPlan.longestInputMs), frames(ReverbPlan.longestDiffuserMs),
      frames(ReverbPlan.longestLineMs + 1)
    )
    let rowFloats = 10 * DelayBank.run
    memory = try DelayMemory.allocate(
      DelayBank.floats(lines: 2, longest: longest.0) + ReverbPlan.floats + rowFloats
        + 2 * DelayBank.floats(lines: 8, longest: longest.1)
        + DelayBank.floats(lines: 8, longest: longest.2))
    var next = memory
    input = DelayBank(lines: 2, longest: longest.0, memory: &next)
    second = DelayBank(lines: 8, longest: longest.1, memory: &next)
    third = DelayBank(lines: 8, longest: longest.1, memory: &next)
    lines = DelayBank(lines: 8, longest: longest.2, memory: &next)
    rows = next
    plan = ReverbPlan(sampleRate: sampleRate, memory: next + rowFloats)
    let offset = OffsetBlock(sampleRate: sampleRate)
    offsets = (offset, offset)
    damping = LineDamping(sampleRate: sampleRate)
    read = LineRead(sampleRate: sampleRate)
    sources = Buffer(repeating: rows, count: 8)
    targets = Buffer(repeating: rows, count: 8)
  }

  func free() {
    CShims.free(memory.base)
    sources.deallocate()
    targets.deallocate()
  }

  @_noLocks
  mutating func reset() {
    input.reset()
    second.reset()
    third.reset()
    lines.reset()
    plan.settle()
    offsets.left.reset()
    offsets.right.reset()
    damping.reset()
    read.reset()
    feed.settle()
    rows.prefix(10 * DelayBank.run).clear()
  }

  /// Write position for the input of the current run.
  var entrance: StereoTarget {
    @_noLocks get { StereoTarget(left: input.writer(0), right: input.writer(1)) }
  }

  /// The output for the current run.
  var wet: StereoSource {
    @_noLocks get {
      StereoSource(left: row(8), right: row(9))
    }
  }

  @_noLocks @inline(__always)
  func row(_ index: Int) -> Floats {
    Floats(rows.base + index &* DelayBank.run, count: DelayBank.run)
  }

  /// - Parameter isResized: Whether size or pre-delay have changed.
  @_noLocks
  mutating func aim(
    size: Float, predelayMs: Float, isResized: Bool, decay: Float, damping amount: Float,
    over frames: Int
  ) {
    if isResized { plan.aim(size: size, predelayMs: predelayMs, atOnce: frames <= 0) }
    let delays = plan.lineFrames(size)
    damping.aim(decay: decay, damping: amount, delays: delays, over: frames)
    // Noise has the same level at the output for every decay: the feedback sums to
    // 1 / (1 - gain^2).
    let mean = delays.sum() / 8
    let gain = shim_exp(-6.9077553 * mean / (decay * sampleRate))
    let mixing = LineDamping.mixing * LineDamping.mixing * LineDamping.mixing
    let level = mixing * shim_root(1 - gain * gain)
    // Direct output of the diffusers. The longer the tail, the lower its level, so that the early
    // echoes continue into the tail without a step.
    let share = 1 - 0.5 * gain
    feed.go(to: SIMD8(level, share, 0, 0, 0, 0, 0, 0), over: frames)
  }

  /// Frames until a full-scale input, after the build-up, has decayed below -100 dB.
  @_noLocks
  func tail(decay: Float, damping amount: Float, size: Float, predelayMs: Float) -> Int {
    let seconds = decay * damping.lowStretch(amount) * (130.0 / 60)
    return Int(sampleRate * (seconds + 0.001 * (predelayMs + plan.pathMs(size))))
  }

  /// Computes the wet output of the next run. The input of the current run is complete.
  @_noLocks
  mutating func run() {
    plan.begin()
    offsets.left.run(input.writer(0))
    offsets.right.run(input.writer(1))
    input.seal()
    early()
    diffuse()
    tapLines()
    goRound()
    plan.end()
    input.advance()
    second.advance()
    third.advance()
    lines.advance()
  }

  /// Early reflections, stronger from the same channel.
  @_noLocks @inline(__always)
  private func early() {
    let left = SIMD8<Float>(0.22, -0.17, 0.13, 0.09, -0.06, 0.12, -0.09, 0.05)
    let right = SIMD8<Float>(0.22, 0.17, -0.13, -0.09, 0.06, -0.12, 0.09, 0.05)
    earlySide(8, own: 0, start: DelayIndex.left, gains: left)
    earlySide(9, own: 1, start: DelayIndex.right, gains: right)
  }

  @_noLocks @inline(__always)
  private func earlySide(_ target: Int, own: Int, start: Int, gains: SIMD8<Float>) {
    for index in 0..<8 {
      sources[index] = plan.tap(input, line: index < 5 ? own : 1 &- own, at: start &+ index)
    }
    let to = row(target)
    var frame = 0
    while frame < DelayBank.run {
      Octet.store(Octet(sources, at: frame).dot(gains), to: to + frame)
      frame &+= 4
    }
  }

  /// Three diffusion stages: each turns one echo into eight.
  @_noLocks @inline(__always)
  private func diffuse() {
    for index in 0..<8 {
      sources[index] = plan.tap(input, line: index & 1, at: DelayIndex.diffusers &+ index)
      targets[index] = second.writer(index)
    }
    mixRows()
    second.seal()
    for index in 0..<8 {
      sources[index] = plan.tap(second, line: index, at: DelayIndex.diffusers &+ 8 &+ index)
      targets[index] = third.writer(index)
    }
    mixRows()
    third.seal()
    for index in 0..<8 {
      sources[index] = plan.tap(third, line: index, at: DelayIndex.diffusers &+ 16 &+ index)
    }
    for index in 0..<8 { targets[index] = lines.writer(index) }
    mixRows()
  }

  @_noLocks @inline(__always)
  private func mixRows() {
    var frame = 0
    while frame < DelayBank.run {
      Octet(sources, at: frame).mixed().store(targets, at: frame)
      frame &+= 4
    }
  }
}
