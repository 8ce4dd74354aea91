import AhaBase
import AhaDSP
import AhaTestSupport
import Glibc

struct StereoSignal {
  var left: [Float]
  var right: [Float]

  init(_ left: [Float], _ right: [Float]) {
    self.left = left
    self.right = right
  }

  /// The same signal on both sides.
  init(_ both: [Float]) { self.init(both, both) }
}

/// The effect's output for a signal followed by silence, from the first input frame.
func shifted(
  _ signal: StereoSignal, cents: Float, formant: Float = 0, formantCents: Float = 0,
  sampleRate: Int = 44_100, blocks: [Int] = [512], after: Int = 0, moves: [Int: Float] = [:],
  isLive: Bool = false
) throws -> StereoSignal {
  var kernel =
    try isLive ? PitchKernel(liveAt: sampleRate) : PitchKernel(sampleRate: sampleRate)
  defer { kernel.free() }
  kernel.aim([cents, formant, formantCents], over: 0)
  return run(&kernel, signal, formant, blocks: blocks, after: after, moves: moves)
}

func aim(_ kernel: inout PitchKernel, _ cents: Float, _ formant: Float, over frames: Int) {
  kernel.aim([cents, formant, 0], over: frames)
}

/// Runs a kernel from its beginning. `moves`: cents to approach within 32 frames, by start frame.
func run(
  _ kernel: inout PitchKernel, _ signal: StereoSignal, _ formant: Float = 0,
  blocks: [Int] = [512], after: Int = 0, moves: [Int: Float] = [:]
) -> StereoSignal {
  let count = signal.left.count + after
  let silence = [Float](repeating: 0, count: kernel.latency + after)
  let audio = Samples(signal.left + silence, signal.right + silence)
  inBlocks(blocks, of: kernel.latency) { kernel.absorb(audio.source.advanced(by: $0), frames: $1) }
  let place = audio.target.advanced(by: kernel.latency)
  let cuts = moves.keys.sorted() + [count]
  inBlocks([cuts[0]], of: cuts[0]) { start, frames in
    inBlocks(blocks, of: frames) { kernel.process(place.advanced(by: start + $0), frames: $1) }
  }
  for (cut, next) in zip(cuts, cuts.dropFirst()) {
    aim(&kernel, moves[cut]!, formant, over: 32)
    inBlocks(blocks, of: next - cut) { kernel.process(place.advanced(by: cut + $0), frames: $1) }
  }
  let latency = kernel.latency
  return StereoSignal(Array(audio.left[latency...]), Array(audio.right[latency...]))
}

func tones(
  _ frequencies: [Double], count: Int, sampleRate: Int = 44_100, amplitude: Double = 0.25,
  phase: Double = 0
) -> [Float] {
  (0..<count).map { frame in
    let time = 2 * .pi * Double(frame) / Double(sampleRate)
    return Float(frequencies.reduce(0) { $0 + amplitude * sin($1 * time + phase) })
  }
}

/// Energies of the bins of 65536 samples, Blackman-Harris window.
struct PowerSpectrum {
  static let size = 65_536
  let power: [Double]
  let width: Double

  init(_ samples: ArraySlice<Float>, sampleRate: Int = 44_100) throws {
    let size = PowerSpectrum.size
    let fft = try FFT(size: size)
    defer { fft.free() }
    let memory = Floats(repeating: 0, count: 4 * size)
    defer { memory.deallocate() }
    for (index, sample) in samples.prefix(size).enumerated() {
      let x = 2 * .pi * Double(index) / Double(size)
      let window = 0.35875 - 0.48829 * cos(x) + 0.14128 * cos(2 * x) - 0.01168 * cos(3 * x)
      memory[index] = Float(Double(sample) * window)
    }
    fft.forward(
      FFT.Planes(real: memory, imaginary: memory + size),
      work: FFT.Planes(real: memory + 2 * size, imaginary: memory + 3 * size))
    power = (0..<(size / 2)).map { bin in
      let (re, im) = (Double(memory[bin]), Double(memory[size + bin]))
      return re * re + im * im
    }
    width = Double(sampleRate) / Double(size)
  }

  /// Energy within 8 Hz of these frequencies against the rest, in dB.
  func purity(_ frequencies: [Double]) -> Double {
    var (inside, outside) = (0.0, 1e-30)
    for (bin, energy) in power.enumerated() {
      let isNear = frequencies.contains { abs(Double(bin) * width - $0) <= 8 }
      if isNear { inside += energy } else { outside += energy }
    }
    return 10 * log10(inside / outside)
  }

  /// Frequency of the partial nearest to this one.
  func frequency(near expected: Double) -> Double {
    let center = Int((expected / width).rounded())
    let top = ((center - 8)...(center + 8)).max { power[$0] < power[$1] }!
    let (low, middle, high) = (log(power[top - 1]), log(power[top]), log(power[top + 1]))
    return (Double(top) + 0.5 * (low - high) / (low - 2 * middle + high)) * width
  }

  /// Energy between two frequencies, in dB.
  func level(_ range: ClosedRange<Double>) -> Double {
    let bins = Int(range.lowerBound / width)...Int(range.upperBound / width)
    return 10 * log10(power[bins].reduce(1e-30, +))
  }
}

func energy(_ samples: some Sequence<Float>) -> Double {
  samples.reduce(0) { $0 + Double($1) * Double($1) }
}
