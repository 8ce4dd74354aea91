import AhaBase
import CShims

/// An impulse response for `ConvolutionKernel`: the first samples as they are, the others as
/// spectra of partitions, whose blocks grow with their distance from the start.
///
/// Thread: any; read-only after `init`. Kernels keep references to it.
public final class Impulse {
  public static let maxSeconds = 60

  /// Partitions of one block size.
  struct Level {
    let block: Int
    /// The level's first sample of the impulse response.
    let begin: Int
    let count: Int
    /// `count` split spectra, divided by the size of the transform.
    let spectra: Floats
    let transform: FFT

    @_noLocks
    func spectrum(_ index: Int) -> SplitSpectrum {
      SplitSpectrum(spectra + index * SplitSpectrum.count(block), block: block)
    }
  }

  public let frames: Int
  /// The first samples, last first.
  let head: StereoSource
  let levels: Buffer<Level>
  private(set) var levelCount = 0
  private let headMemory: FloatMemory
  private var spectraMemory: [FloatMemory] = []

  /// - Parameters:
  ///   - frames: At least 1. Each level begins at two of its blocks, so that a whole block of time
  ///     remains to compute it; the first level begins at one block.
  ///   - gain: Linear.
  /// Errors: `outOfMemory`.
  public init(_ samples: StereoSource, frames: Int, gain: Float = 1) throws(AhaError) {
    self.frames = frames
    var memory = try FloatMemory(planes: 2, samples: 2 * ConvolutionLevel.run)
    headMemory = memory
    let (left, right) = (memory.claim(ConvolutionLevel.run), memory.claim(ConvolutionLevel.run))
    for index in 0..<min(frames, ConvolutionLevel.run) {
      left[ConvolutionLevel.run - 1 - index] = gain * samples.left[index]
      right[ConvolutionLevel.run - 1 - index] = gain * samples.right[index]
    }
    head = StereoSource(left: left, right: right)
    levels = Buffer(uninitialized: 3)
    for (block, begin, end) in [(128, 128, 1024), (512, 1024, 8192), (4096, 8192, Int.max)]
    where frames > begin {
      let count = (min(frames, end) - begin + block - 1) / block
      let level = try makeLevel(block: block, begin: begin, count: count)
      levels.initialize(levelCount, to: level)
      levelCount += 1
      try fill(level, samples: samples, gain: gain / Float(2 * block))
    }
  }

  deinit {
    for index in 0..<levelCount { levels[index].transform.free() }
    for memory in spectraMemory { memory.release() }
    levels.deallocate()
    headMemory.release()
  }

  private func makeLevel(block: Int, begin: Int, count: Int) throws(AhaError) -> Level {
    let floats = count * SplitSpectrum.count(block)
    var memory = try FloatMemory(planes: 1, samples: floats)
    spectraMemory.append(memory)
    return Level(
      block: block, begin: begin, count: count, spectra: memory.claim(floats),
      transform: try FFT(size: 2 * block))
  }

  private func fill(_ level: Level, samples: StereoSource, gain: Float) throws(AhaError) {
    let size = 2 * level.block
    var memory = try FloatMemory(planes: 4, samples: 4 * size)
    defer { memory.release() }
    let packed = FFT.Planes(real: memory.claim(size), imaginary: memory.claim(size))
    let work = FFT.Planes(real: memory.claim(size), imaginary: memory.claim(size))
    for index in 0..<level.count {
      memory.clear()
      let begin = level.begin + index * level.block
      for frame in 0..<min(level.block, frames - begin) {
        packed.real[frame] = gain * samples.left[begin + frame]
        packed.imaginary[frame] = gain * samples.right[begin + frame]
      }
      level.transform.forward(packed, work: work)
      level.spectrum(index).separate(packed)
    }
  }

  /// The gain at which noise keeps its level: the louder channel has an energy of 1. 1 for silence.
  public static func unityGain(_ samples: StereoSource, frames: Int) -> Float {
    var (left, right) = (0.0, 0.0)
    for frame in 0..<frames {
      left += Double(samples.left[frame]) * Double(samples.left[frame])
      right += Double(samples.right[frame]) * Double(samples.right[frame])
    }
    let energy = max(left, right)
    return energy > 0 ? Float(1 / energy.squareRoot()) : 1
  }
}
