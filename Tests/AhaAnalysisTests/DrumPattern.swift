import AhaTestSupport
import Glibc

/// A bar of drums in sixteen steps, rendered at any tempo.
struct DrumPattern {
  let name: String
  let kicks: [Int]
  let snares: [Int]
  let hats: [Int]
  /// Delay of every second step, as a fraction of a step.
  var swing = 0.0

  static let all = [
    DrumPattern(name: "rock", kicks: [0, 8], snares: [4, 12], hats: [0, 2, 4, 6, 8, 10, 12, 14]),
    DrumPattern(name: "house", kicks: [0, 4, 8, 12], snares: [4, 12], hats: [2, 6, 10, 14]),
    DrumPattern(name: "sixteenths", kicks: [0, 8], snares: [4, 12], hats: Array(0..<16)),
    DrumPattern(
      name: "pushed", kicks: [0, 7, 8], snares: [4, 12], hats: [0, 2, 4, 6, 8, 10, 12, 14]),
    DrumPattern(
      name: "swung", kicks: [0, 8, 11], snares: [4, 12],
      hats: [0, 2, 3, 4, 6, 7, 8, 10, 11, 12, 14, 15], swing: 0.3),
    DrumPattern(name: "quarters", kicks: [0, 4, 8, 12], snares: [4, 12], hats: [0, 4, 8, 12]),
  ]

  func rendered(bpm: Double, seconds: Double, sampleRate: Int, seed: UInt64 = 1) -> [Float] {
    var random = Random(seed: seed)
    var samples = [Float](repeating: 0, count: Int(seconds * Double(sampleRate)))
    let drums = Drums(sampleRate: sampleRate, &random)
    let step = 15 / bpm
    for index in 0..<Int(seconds / step) {
      // Starts at an offset, with small variations of every hit.
      let late = 0.1 + (index % 2 == 1 ? swing * step : 0) + 0.002 * random.uniform()
      let at = Int((Double(index) * step + late) * Double(sampleRate))
      let loudness = Float(0.8 + 0.2 * random.uniform())
      if kicks.contains(index % 16) { Drums.add(drums.kick, to: &samples, at, loudness) }
      if snares.contains(index % 16) { Drums.add(drums.snare, to: &samples, at, 0.8 * loudness) }
      if hats.contains(index % 16) { Drums.add(drums.hat, to: &samples, at, 0.3 * loudness) }
    }
    return samples
  }
}

private struct Drums {
  let kick, snare, hat: [Float]

  init(sampleRate: Int, _ random: inout Random) {
    let rate = Double(sampleRate)
    var (kick, snare, hat): ([Float], [Float], [Float]) = ([], [], [])
    var (before, before2) = (0.0, 0.0)
    for frame in 0..<sampleRate / 4 {
      let time = Double(frame) / rate
      let phase = 2 * Double.pi * (50 * time + 3 * (1 - exp(-time / 0.02)))
      let noise = random.uniform() * 2 - 1
      kick.append(Float(0.6 * sin(phase) * exp(-time / 0.09)))
      let tone = 0.3 * sin(2 * Double.pi * 190 * time) * exp(-time / 0.05)
      snare.append(Float(tone + 0.4 * noise * exp(-time / 0.06)))
      hat.append(Float(0.4 * (noise - 1.6 * before + 0.64 * before2) * exp(-time / 0.02)))
      (before, before2) = (noise, before)
    }
    (self.kick, self.snare, self.hat) = (kick, snare, hat)
  }

  static func add(_ drum: [Float], to samples: inout [Float], _ at: Int, _ gain: Float) {
    for index in 0..<max(0, min(drum.count, samples.count - at)) {
      samples[at + index] += gain * drum[index]
    }
  }
}
