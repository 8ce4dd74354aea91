import AhaBase
import CShims

/// Convolves with the partitions of one level: overlap-save with a frequency-domain delay line.
///
/// The first level computes a block at once, when the block is complete. The others spread the work
/// over the time of the next block, in equal shares, one each `ConvolutionLevel.run` frames.
/// Source: W. G. Gardner, Efficient convolution without input-output delay, JAES 43(3), 1995.
struct ConvolutionLevel {
  /// Frames of one call; also the count of samples that the kernel convolves directly.
  static var run: Int { @_noLocks get { 128 } }

  private let level: Impulse.Level
  /// The previous and the present block of input.
  private let window: StereoTarget
  /// A ring of split spectra of input blocks.
  private let history: Floats
  private let sum: SplitSpectrum
  private let front, back: FFT.Planes
  /// Two blocks of output; one is heard while the other is computed.
  private let outputs: StereoTarget

  /// Frames of the present block.
  private var filled = 0
  /// Index of the newest spectrum in the ring, and count of spectra since the reset.
  private var newest = 0
  private var known = 0
  /// Offset of the block that is heard.
  private var heard = 0
  /// Finished steps of the block that is computed.
  private var step: Int
  private let stepCount: Int

  /// Planes and total floats of one level.
  static func memory(_ level: Impulse.Level) -> (planes: Int, samples: Int) {
    (10, 16 * level.block + (level.count + 1) * SplitSpectrum.count(level.block))
  }

  init(_ level: Impulse.Level, memory: inout FloatMemory) {
    let size = 2 * level.block
    self.level = level
    window = StereoTarget(left: memory.claim(size), right: memory.claim(size))
    outputs = StereoTarget(left: memory.claim(size), right: memory.claim(size))
    front = FFT.Planes(real: memory.claim(size), imaginary: memory.claim(size))
    back = FFT.Planes(real: memory.claim(size), imaginary: memory.claim(size))
    sum = SplitSpectrum(memory.claim(SplitSpectrum.count(level.block)), block: level.block)
    history = memory.claim(level.count * SplitSpectrum.count(level.block))
    stepCount = 2 * level.transform.passes + (level.count + 1) / 2 + 3
    step = stepCount
  }

  @_noLocks
  mutating func reset() {
    window.clear(frames: 2 * level.block)
    outputs.clear(frames: 2 * level.block)
    (filled, newest, known, heard) = (0, 0, 0, 0)
    step = stepCount
  }

  /// The output for the next `ConvolutionLevel.run` frames.
  var output: StereoSource {
    @_noLocks get { outputs.advanced(by: heard + filled).source }
  }

  /// Takes in the next `ConvolutionLevel.run` frames.
  @_noLocks
  mutating func advance(_ audio: StereoSource) {
    (window.left + level.block + filled).copy(audio.left.prefix(ConvolutionLevel.run))
    (window.right + level.block + filled).copy(audio.right.prefix(ConvolutionLevel.run))
    filled += ConvolutionLevel.run
    let isImmediate = level.begin == level.block
    if filled == level.block {
      if !isImmediate { heard = level.block - heard }
      begin()
    }
    let share = isImmediate ? stepCount : stepCount * (filled + ConvolutionLevel.run) / level.block
    while step < min(share, stepCount) {
      perform(step)
      step += 1
    }
    if isImmediate { heard = level.block - heard }
  }

  /// Begins to compute with a complete block.
  @_noLocks
  private mutating func begin() {
    front.real.copy(window.left.prefix(2 * level.block))
    front.imaginary.copy(window.right.prefix(2 * level.block))
    window.left.copy((window.left + level.block).prefix(level.block))
    window.right.copy((window.right + level.block).prefix(level.block))
    newest = newest + 1 < level.count ? newest + 1 : 0
    known = min(known + 1, level.count)
    filled = 0
    step = 0
  }

  /// The steps: the passes of the forward transform, its separation, the products of two partitions
  /// each, the combination, the passes of the inverse transform, and the copy of the output.
  @_noLocks
  private func perform(_ step: Int) {
    let passes = level.transform.passes
    let product = step - passes - 1
    let inverse = product - (level.count + 1) / 2 - 1
    if step < passes {
      pass(step, front: front, back: back)
    } else if product < 0 {
      input(newest).separate(passes % 2 == 0 ? front : back)
      sum.planes.prefix(SplitSpectrum.count(level.block)).clear()
    } else if inverse < -1 {
      multiply(2 * product)
    } else if inverse < 0 {
      sum.combine(into: front)
    } else if inverse < passes {
      pass(inverse, front: front.swapped, back: back.swapped)
    } else {
      copyOutput(passes % 2 == 0 ? front : back)
    }
  }

  @_noLocks
  private func pass(_ index: Int, front: FFT.Planes, back: FFT.Planes) {
    let isEven = index % 2 == 0
    level.transform.pass(index, from: isEven ? front : back, to: isEven ? back : front)
  }

  /// Adds the products of a partition and of the next one, as far as there was input for them.
  @_noLocks
  private func multiply(_ partition: Int) {
    let next = partition + 1
    if next < known {
      sum.add(
        past(partition), times: level.spectrum(partition), other: past(next),
        times: level.spectrum(next))
    } else if partition < known {
      sum.add(past(partition), times: level.spectrum(partition))
    }
  }

  /// The spectrum of the input a count of blocks ago.
  @_noLocks
  private func past(_ blocks: Int) -> SplitSpectrum {
    input(newest < blocks ? newest - blocks + level.count : newest - blocks)
  }

  @_noLocks
  private func input(_ index: Int) -> SplitSpectrum {
    SplitSpectrum(history + index * SplitSpectrum.count(level.block), block: level.block)
  }

  /// The second half of the inverse transform is free of wrap-around.
  @_noLocks
  private func copyOutput(_ planes: FFT.Planes) {
    let target = outputs.advanced(by: level.block - heard)
    target.left.copy((planes.real + level.block).prefix(level.block))
    target.right.copy((planes.imaginary + level.block).prefix(level.block))
  }
}
