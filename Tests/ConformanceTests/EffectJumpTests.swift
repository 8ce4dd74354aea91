import AhaDSP
import AhaTestSupport
import Glibc
import Testing

/// A jump of any parameter is neither louder than the louder of both settings nor steeper than a
/// fade between them.
@Suite struct EffectJumpTests {
  static let kinds = EffectKind.allCases
  private static let frames = 72_000
  private static let jump = 36_000
  private static let ramp: Float = 240

  static let signals = ["sine", "chord"]

  /// Both sides differ, so that a side signal is there.
  private func signal(_ name: String) -> Stereo {
    if name == "sine" { return Stereo(tones([220]), tones([220]).map { 0.6 * $0 }) }
    return Stereo(
      tones([110, 220, 277.18, 329.63, 1318.5]), tones([55, 110, 277.18, 440, 3000]))
  }

  private func tones(_ all: [Double]) -> [Float] {
    var sum = [Float](repeating: 0, count: EffectJumpTests.frames)
    for tone in all {
      let amplitude = 0.25 / Double(all.count).squareRoot()
      let sine = Signal.sine(frames: sum.count, frequency: tone, amplitude: amplitude)
      for index in sum.indices { sum[index] += sine[index] }
    }
    return sum
  }

  /// Settings in which the parameters are audible.
  static func bases(_ kind: EffectKind) -> [[Float]] {
    var all = [UnitRig.defaults(kind)]
    if kind == .equalizer {
      all.append([110, 12, 220, -18, 4, 330, 12, 2, 1300, -12])
      all.append([110, -12, 220, 18, 0.5, 330, -18, 8, 1300, 12])
    }
    for seed in 1...2 {
      var random = Random(seed: UInt64(seed) &* 977 &+ UInt64(kind.rawValue))
      all.append(
        EffectRegistry.spec(kind).parameters.map { spec in
          let share = Float(random.uniform())
          let value =
            spec.scale == .logarithmic
            ? spec.minimum * Float(pow(Double(spec.maximum / spec.minimum), Double(share)))
            : spec.minimum + share * (spec.maximum - spec.minimum)
          // The attack is a ramp that the user chose.
          if spec.name.description == "attack_ms" { return max(value, 5) }
          return spec.scale == .stepped ? value.rounded() : value
        })
    }
    return all
  }

  /// The levels of one jump.
  struct Levels {
    /// Excess of the peak over that of the louder setting, in dB.
    var excess: Double
    /// The largest step, relative to the largest one that is allowed.
    var step: Float
  }

  /// Echoes build up, so that their first passes count too.
  private func steady(_ kind: EffectKind, _ values: [Float], _ input: Stereo) throws -> Stereo {
    let first = kind == .delay || kind == .reverb ? 0 : 12_000
    return try UnitRig(kind, values: values).run(input).slice(first..<EffectJumpTests.frames)
  }

  private func moved(
    _ kind: EffectKind, _ from: [Float], _ to: [Float], _ input: Stereo
  ) throws -> Stereo {
    let rig = try UnitRig(kind, values: from)
    rig.at(EffectJumpTests.jump) { unit in
      for (index, value) in to.enumerated() where value != from[index] {
        unit.set(index, value: value, over: nil)
      }
    }
    return rig.run(input).slice(EffectJumpTests.jump - 100..<EffectJumpTests.frames)
  }

  /// The last quarter of a second counts as steady too: an oscillator has another phase there.
  func levels(_ moved: Stereo, _ one: Stereo, _ other: Stereo) -> Levels {
    let late = moved.slice(moved.count - 12_000..<moved.count)
    let loudest = max(one.peak, other.peak, late.peak)
    let step = max(one.largestStep, other.largestStep, late.largestStep)
    let bound = 1.05 * step + 1.5 * (one.peak + other.peak) / EffectJumpTests.ramp + 2e-4
    let excess = Measure.decibels(Double(moved.peak * moved.peak), Double(loudest * loudest) + 1e-6)
    return Levels(excess: excess, step: moved.largestStep / bound)
  }

  /// The echoes of a reverb and a delay keep the former sound, whose tones can add to the new ones.
  /// A held sample of the crusher may be another one than in the steady sound of the same values.
  private static func limits(_ kind: EffectKind, _ what: String) -> (excess: Double, step: Float) {
    switch kind {
    case .reverb: (7, 1.4)
    case .delay: (1.4, 1)
    case .crusher: (1, what.hasPrefix("preset") ? 1.2 : 1)
    default: (what.hasPrefix("rate_hz") ? 3 : 1, 1)
    }
  }

  private func expectGentle(
    _ kind: EffectKind, _ from: [Float], _ to: [Float], _ input: Stereo, _ what: String
  ) throws {
    let (one, other) = (try steady(kind, from, input), try steady(kind, to, input))
    for (first, second, way) in [(from, to, "up"), (to, from, "down")] {
      let found = levels(try moved(kind, first, second, input), one, other)
      let (excess, step) = EffectJumpTests.limits(kind, what)
      #expect(found.excess < excess, "\(kind) \(what) \(way): \(found.excess) dB louder")
      #expect(found.step < step, "\(kind) \(what) \(way): step of \(found.step)")
    }
  }

  @Test(arguments: kinds, signals)
  func aJumpOfOneParameterIsNeitherLouderNorSteeper(kind: EffectKind, name: String) throws {
    let input = signal(name)
    for (number, base) in EffectJumpTests.bases(kind).enumerated() {
      for (index, spec) in EffectRegistry.spec(kind).parameters.enumerated() {
        var (low, high) = (base, base)
        (low[index], high[index]) = (spec.minimum, spec.maximum)
        try expectGentle(kind, low, high, input, "\(spec.name) \(number) \(name)")
      }
    }
  }

  @Test(arguments: kinds, signals)
  func aJumpOfAllParametersIsNeitherLouderNorSteeper(kind: EffectKind, name: String) throws {
    let input = signal(name)
    let bases = EffectJumpTests.bases(kind)
    for number in 1..<bases.count {
      try expectGentle(kind, bases[number - 1], bases[number], input, "preset \(number) \(name)")
    }
  }

  /// A bypassed effect without latency does not run. When it is heard again, it has its new values.
  @Test(arguments: kinds.filter { ![.limiter, .pitch, .livePitch, .tuner].contains($0) })
  func aJumpWhileBypassedIsNotHeardLater(kind: EffectKind) throws {
    let bases = EffectJumpTests.bases(kind)
    func output(jumpsAt frame: Int) throws -> Stereo {
      let rig = try UnitRig(kind, values: bases[0])
      rig.at(18_000) { $0.bypass(true) }
      rig.at(frame) { unit in
        for (index, value) in bases[1].enumerated() { unit.set(index, value: value, over: nil) }
      }
      rig.at(EffectJumpTests.jump) { $0.bypass(false) }
      return rig.run(signal("chord"))
    }
    let late = try output(jumpsAt: 30_000)
    let early = try output(jumpsAt: 3000)
    let heard = EffectJumpTests.jump..<EffectJumpTests.frames
    #expect(late.slice(heard) == early.slice(heard))
  }

  /// Two jumps, the second one while the first one settles.
  @Test(arguments: kinds)
  func jumpsAreTheSameInBlocksOfAnySize(kind: EffectKind) throws {
    let bases = EffectJumpTests.bases(kind)
    func output(_ blocks: [Int]) throws -> Stereo {
      let rig = try UnitRig(kind, values: bases[0])
      for (number, frame) in [(1, 3001), (2, 3170), (0, 12_000)] {
        rig.at(frame) { unit in
          for (index, value) in bases[number].enumerated() {
            unit.set(index, value: value, over: nil)
          }
        }
      }
      return rig.run(signal("chord").slice(0..<24_000), blocks: blocks)
    }
    let reference = try output([512])
    for blocks in [[1], [64], [1, 512, 17, 300]] { #expect(try output(blocks) == reference) }
  }

  /// At a ratio of 1 a compressor releases its gain before it sleeps.
  @Test(arguments: [Float(5), 120])
  func aRatioOfOneReleasesTheGain(release: Float) throws {
    let rig = try UnitRig(.compressor, values: [-40, 10, 10, release, 6, 0, 1])
    rig.at(EffectJumpTests.jump) { $0.set(1, value: 1, over: nil) }
    let output = rig.run(Stereo([Float](repeating: 0.25, count: 2 * EffectJumpTests.frames)))
    #expect(output.left[EffectJumpTests.jump - 1] < 0.03)
    #expect(output.slice(EffectJumpTests.jump - 9..<output.count).largestStep < 0.003)
    #expect(output.left.last == 0.25)
  }
}
