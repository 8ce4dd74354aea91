import AhaBase
import CShims

/// One grain after the other: a windowed piece of the input whose partials are moved in frequency.
///
/// The spectrum is cut between its peaks; each region is moved by whole bins and turned, so that its
/// partial goes on from grain to grain as it would at the new frequency. Left and right are the real
/// and the imaginary part of one transform, so both sides of the spectrum move alike, and so do left
/// and right. The work is cut into steps of like cost.
/// Source: J. Laroche, M. Dolson, New phase-vocoder techniques for pitch-shifting, WASPAA 1999.
struct Grain {
  /// What one grain is to do.
  struct Job {
    /// One past the last frame of its input.
    var end = 0
    /// Frames from the last grain to this one, in the input and in the output.
    var advanceIn = 0
    var advanceOut = 0
    /// New frequency over old.
    var ratio: Double = 1
    var keepsFormants = false
    /// No grain to go on from: the phases are the input's this many output frames before the middle.
    var isFirst = true
    var lead = 0
  }

  enum Work { case window, forward, power, peaks, turns, move, inverse }

  /// A part of the work.
  struct Step {
    let work: Work
    let pass: Int
    let part: Int
    let parts: Int
  }

  let shape: GrainShape
  let fft: FFT
  let steps: UnsafeMutablePointer<Step>
  let stepCount: Int
  private let memory: FloatMemory

  /// The transform's planes: the spectrum, the last grain's, what is moved, and room to work in.
  var spectrum, before: FFT.Planes
  let moved, work: FFT.Planes
  /// Energy of both channels in each bin, from 0 to half the size; four bins of slack on both sides.
  let power: UnsafeMutablePointer<Float>
  /// By bin: the turns (of a circle) of the region that it is in.
  let turns: UnsafeMutablePointer<Float>
  /// Sums of the energy up to each bin, for envelopes.
  let sums: UnsafeMutablePointer<Double>
  let regions: Regions
  var job = Job()
  /// The input is multiplied by this, because squares of what is very large would be infinite.
  var scale: Float = 1
  /// Of the input under its window.
  var energy: Float = 0

  init(sampleRate: Int) throws(AhaError) {
    let shape = try GrainShape(sampleRate: sampleRate)
    let fft: FFT
    do { fft = try FFT(size: shape.size) } catch {
      shape.free()
      throw error
    }
    let size = shape.size
    do { memory = try FloatMemory(planes: 14, samples: 14 * size) } catch {
      shape.free()
      fft.free()
      throw error
    }
    self.shape = shape
    self.fft = fft
    var planes = memory
    spectrum = FFT.Planes(real: planes.take(size), imaginary: planes.take(size))
    before = FFT.Planes(real: planes.take(size), imaginary: planes.take(size))
    moved = FFT.Planes(real: planes.take(size), imaginary: planes.take(size))
    work = FFT.Planes(real: planes.take(size), imaginary: planes.take(size))
    power = planes.take(size / 2 + 12) + 4
    turns = planes.take(size / 2 + 4)
    sums = UnsafeMutableRawPointer(planes.take(size + 8)).bindMemory(
      to: Double.self, capacity: size / 2 + 4)
    regions = Regions(&planes, size: size)
    let list = Grain.list(passes: fft.passes)
    stepCount = list.count
    steps = .allocate(capacity: list.count)
    for (index, step) in list.enumerated() { (steps + index).initialize(to: step) }
  }

  func free() {
    shape.free()
    fft.free()
    steps.deallocate()
    memory.release()
  }

  private static func list(passes: Int) -> [Step] {
    func parts(_ work: Work, _ parts: Int, pass: Int = 0) -> [Step] {
      (0..<parts).map { Step(work: work, pass: pass, part: $0, parts: parts) }
    }
    var list = parts(.window, 2)
    for pass in 0..<passes { list += parts(.forward, 2, pass: pass) }
    list += parts(.power, 1) + parts(.peaks, 4) + parts(.turns, 10) + parts(.move, 4)
    for pass in 0..<passes { list += parts(.inverse, 2, pass: pass) }
    return list
  }

  @_noLocks
  mutating func reset() { memory.clear() }

  /// Begins a grain; what the last one gave must have been taken.
  @_noLocks
  mutating func begin(_ job: Job) {
    self.job = job
    swap(&spectrum, &before)
    energy = 0
    regions.clear()
  }

  /// Does one of the `stepCount` steps, in order.
  @_noLocks
  mutating func run(_ index: Int, ring: InputRing, onsets: Onsets) {
    let step = steps[index]
    switch step.work {
    case .window: window(ring, onsets, step)
    case .forward: transform(step)
    case .power: measure()
    case .peaks: findPeaks(step)
    case .turns: turn(step)
    case .move: move(step)
    case .inverse: transform(step)
    }
  }

  /// Where the windowed input is to be for the passes to end in `spectrum`.
  var input: FFT.Planes {
    @_noLocks get { fft.passes % 2 == 0 ? spectrum : work }
  }

  /// Where the samples are after the last step; the last four hops of them matter.
  var output: FFT.Planes {
    @_noLocks get { fft.passes % 2 == 0 ? moved : work }
  }

  /// One pass. The planes alternate with `work`; the way forward ends in `spectrum`, the way back
  /// begins in `moved`.
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
