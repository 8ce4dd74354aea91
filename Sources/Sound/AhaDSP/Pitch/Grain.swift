import AhaBase
import CShims

/// A grain: a windowed section of the input whose partials are shifted in frequency. One object is
/// reused for all grains.
///
/// The spectrum is divided into regions around its peaks. Each region is shifted by whole bins and
/// rotated, so that its partial continues from grain to grain at the new frequency. Left and right
/// are the real and the imaginary part of one transform, so both channels move alike. The work is
/// divided into steps of similar cost.
/// Source: J. Laroche, M. Dolson, New phase-vocoder techniques for pitch-shifting, WASPAA 1999.
struct Grain {
  /// Parameters of one grain.
  struct Job {
    /// One past the last frame of its input.
    var end = 0
    /// Frames from the previous grain to this one, in the input and in the output.
    var advanceIn = 0
    var advanceOut = 0
    /// New frequency over old.
    var ratio: Double = 1
    /// New frequency over old of the formants; that of the partials unless they move apart.
    var formantRatio: Double = 1
    /// No previous grain: the phases are those of the input, `lead` output frames before the
    /// middle.
    var isFirst = true
    var lead = 0

    /// Whether the formants move apart from the partials.
    var movesEnvelope: Bool {
      @_noLocks get { formantRatio != ratio }
    }
  }

  enum Work { case window, forward, power, peaks, envelope, rotations, move, inverse, overlap }

  struct Step {
    let work: Work
    let pass: Int
    let part: Int
    let parts: Int
    /// Due time in frames since the beginning of the grain.
    let start: Int
  }

  let shape: GrainShape
  let fft: FFT
  let steps: Buffer<Step>
  let stepCount: Int
  private let memory: FloatMemory

  /// Planes of the transform: the spectrum, the previous grain's, the shifted one, and work space.
  var spectrum, before: FFT.Planes
  let moved, work: FFT.Planes
  /// Energy of both channels in each bin, from 0 to half the size; four more bins on both sides.
  let power: Floats
  /// Per bin: the rotation of its region. Units: cycles.
  let rotations: Floats
  /// Per bin: the whole bins by which its region is shifted.
  let shifts: Floats
  /// Prefix sums of the energy, for the envelope.
  let sums: Buffer<Double>
  /// Per bin: the spectral envelope. Units: log2 of energy.
  let envelope: Floats
  let regions: Regions
  var job = Job()
  /// Cycles per frame of bin 1, and the bins that are one cycle apart after `advanceIn`.
  let cyclesPerFrame: Double
  var binsPerCycle: Double = 0
  /// The mean ratio between the previous grain's middle and this one's.
  var meanRatio: Double = 1
  /// Rounding of shifts. 1: to whole bins, the purest for steady tones. 0: while the ratio changes,
  /// when a shift that jumps from bin to bin would be an audible phase jump.
  var rounding: Float = 1
  /// Gain of all regions: formants that move change no level.
  var level: Float = 1
  /// Factor of the input: squares of very large samples would overflow.
  var scale: Float = 1
  /// Left and right are identical, and stay bit-identical.
  var isMono = false
  /// Energy of the windowed input.
  var energy: Float = 0

  /// - Parameter shape: Owned by the grain, also after an error.
  init(_ shape: GrainShape) throws(AhaError) {
    let fft: FFT
    do { fft = try FFT(size: shape.size) } catch {
      shape.free()
      throw error
    }
    let size = shape.size
    do { memory = try FloatMemory(planes: 22, samples: 14 * size) } catch {
      shape.free()
      fft.free()
      throw error
    }
    self.shape = shape
    self.fft = fft
    cyclesPerFrame = 1 / Double(size)
    var planes = memory
    spectrum = FFT.Planes(real: planes.claim(size), imaginary: planes.claim(size))
    before = FFT.Planes(real: planes.claim(size), imaginary: planes.claim(size))
    moved = FFT.Planes(real: planes.claim(size), imaginary: planes.claim(size))
    work = FFT.Planes(real: planes.claim(size), imaginary: planes.claim(size))
    power = planes.claim(size / 2 + 12) + 4
    rotations = planes.claim(size / 2 + 4)
    shifts = planes.claim(size / 2 + 4)
    sums = planes.claim(size + 8).bound(to: Double.self, count: size / 2 + 4)
    envelope = planes.claim(size / 2)
    regions = Regions(&planes, shape: shape)
    let list = Grain.list(passes: fft.passes, hop: shape.hop)
    stepCount = list.count
    steps = Buffer(uninitialized: list.count)
    for (index, step) in list.enumerated() { steps.initialize(index, to: step) }
  }

  func free() {
    shape.free()
    fft.free()
    steps.deallocate()
    memory.release()
  }

  /// The steps in order. Each gets frames in proportion to its cost, measured with music in units
  /// of 0.1 microseconds.
  private static func list(passes: Int, hop: Int) -> [Step] {
    typealias Item = (work: Work, pass: Int, parts: Int, cost: Int)
    func transform(_ work: Work) -> [Item] {
      // The first two passes access memory with short strides.
      (0..<passes).map { $0 < 2 ? (work, $0, 3, 35) : (work, $0, 2, 21) }
    }
    let items: [Item] =
      [(.window, 0, 1, 13)] + transform(.forward)
      + [
        (.power, 0, 2, 20), (.peaks, 0, 6, 78), (.envelope, 0, 4, 60), (.rotations, 0, 12, 170),
        (.move, 0, 6, 76),
      ]
      + transform(.inverse) + [(.overlap, 0, 1, 15)]
    let total = items.reduce(0) { $0 + $1.cost }
    var (list, before): ([Step], Int) = ([], 0)
    for item in items {
      for part in 0..<item.parts {
        let start = hop * (before * item.parts + item.cost * part) / (total * item.parts)
        list.append(
          Step(work: item.work, pass: item.pass, part: part, parts: item.parts, start: start))
      }
      before += item.cost
    }
    return list
  }

  @_noLocks
  mutating func reset() { memory.clear() }

  /// Begins a grain. The caller has already read the output of the previous one.
  @_noLocks
  mutating func begin(_ job: Job) {
    meanRatio = job.isFirst ? job.ratio : 0.5 * (job.ratio + self.job.ratio)
    rounding = roundingNow(job)
    self.job = job
    binsPerCycle = Double(shape.size) / Double(job.advanceIn)
    swap(&spectrum, &before)
    energy = 0
    regions.clear()
  }

  /// Changes over four grains. Up to half a cent per grain counts as steady.
  @_noLocks
  private func roundingNow(_ job: Job) -> Float {
    if job.isFirst { return 1 }
    let moves = (job.ratio - self.job.ratio).magnitude > 3e-4 * job.ratio
    return min(max(rounding + (moves ? -0.25 : 0.25), 0), 1)
  }

  /// Runs one of the `stepCount` steps, in order. The output is added to the overlap at `frame`.
  @_noLocks
  mutating func run(
    _ index: Int, ring: InputRing, onsets: Onsets, overlap: OverlapRing, at frame: Int
  ) {
    let step = steps[index]
    switch step.work {
    case .window: window(ring, onsets: onsets)
    case .forward: transform(step)
    case .power: measure(step)
    case .peaks: findPeaks(step)
    case .envelope: followEnvelope(step)
    case .rotations: rotate(step)
    case .move: move(step)
    case .inverse: transform(step)
    case .overlap: add(to: overlap, at: frame)
    }
  }

  /// Adds the finished grain to the overlap.
  @_noLocks
  private func add(to overlap: OverlapRing, at frame: Int) {
    let count = 4 * shape.hop
    let left = (output.real + (shape.size - count))
    let right = isMono ? left : (output.imaginary + (shape.size - count))
    overlap.add(
      StereoSource(left: left, right: right), window: shape.synthesis, gain: 1 / scale, at: frame,
      count: count)
  }

  /// The planes for the windowed input, chosen so that the last pass ends in `spectrum`.
  var input: FFT.Planes {
    @_noLocks get { fft.passes % 2 == 0 ? spectrum : work }
  }

  /// The planes after the inverse transform; only the last four hops are used.
  var output: FFT.Planes {
    @_noLocks get { fft.passes % 2 == 0 ? moved : work }
  }

  /// One pass. The planes alternate with `work`; the forward transform ends in `spectrum`, the
  /// inverse begins in `moved`.
  @_noLocks
  private func transform(_ step: Step) {
    let isInverse = step.work == .inverse
    let home = isInverse ? moved.swapped : spectrum
    let between = isInverse ? work.swapped : work
    let leavesHome = isInverse ? step.pass % 2 == 0 : (fft.passes - step.pass) % 2 == 0
    fft.pass(
      step.pass, from: leavesHome ? home : between, to: leavesHome ? between : home,
      part: step.part, of: step.parts)
  }
}
