import AhaBase

extension Waveform.Bin {
  /// The bin of `count` samples. Precondition: count > 0.
  init(_ samples: Floats, count: Int) {
    var (low, high) = (SIMD4<Float>(repeating: samples[0]), SIMD4<Float>(repeating: samples[0]))
    var squares = SIMD4<Float>()
    var index = 0
    while index + 4 <= count {
      let four = UnsafeRawPointer((samples + index).base).loadUnaligned(as: SIMD4<Float>.self)
      low = low.replacing(with: four, where: four .< low)
      high = high.replacing(with: four, where: four .> high)
      squares += four * four
      index += 4
    }
    lowest = min(min(low[0], low[1]), min(low[2], low[3]))
    highest = max(max(high[0], high[1]), max(high[2], high[3]))
    power = squares.sum()
    while index < count {
      lowest = min(lowest, samples[index])
      highest = max(highest, samples[index])
      power += samples[index] * samples[index]
      index += 1
    }
    power /= Float(count)
    // Comparisons do not order denormals while they are flushed; a sum with 0 flushes them too.
    lowest += 0
    highest += 0
  }
}
