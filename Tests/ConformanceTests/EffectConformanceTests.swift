import AhaDSP
import AhaTestSupport
import Testing

/// Behavior that every effect of the registry shares. A new kind is tested as soon as it is
/// registered.
///
/// The compiler checks that effects neither allocate nor lock (`@_noLocks`); RealtimeSanitizer
/// checks it again on the installed library.
@Suite struct EffectConformanceTests {
  static let kinds = EffectKind.allCases

  /// Values that change the signal, a different set for each seed.
  func values(_ kind: EffectKind, seed: UInt64) -> [Float] {
    var random = Random(seed: seed &* 31 &+ UInt64(kind.rawValue))
    return EffectRegistry.spec(kind).parameters.map { spec in
      let value = spec.minimum + Float(random.uniform()) * (spec.maximum - spec.minimum)
      return spec.scale == .stepped ? value.rounded() : value
    }
  }

  func music(_ frames: Int) -> Stereo {
    let both = Signal.music(frames: frames, channels: 2)
    return Stereo(
      stride(from: 0, to: both.count, by: 2).map { both[$0] },
      stride(from: 1, to: both.count, by: 2).map { both[$0] })
  }

  @Test(arguments: kinds)
  func presetsHaveNamesAndValuesInTheirRanges(kind: EffectKind) throws {
    let spec = EffectRegistry.spec(kind)
    let names = spec.presetNames.description.split(separator: ",")
    #expect(names.count == spec.presets.count)
    for (name, values) in zip(names, spec.presets) {
      #expect(try spec.preset(String(name)) == values)
      #expect(values.count <= spec.parameters.count)
      #expect(zip(spec.parameters, values).allSatisfy { $0.accepts($1) }, "\(name)")
    }
  }

  // MARK: Whole effects

  @Test(arguments: kinds, [8000, 44_100, 192_000])
  func staysFiniteWhateverComes(kind: EffectKind, rate: Int) throws {
    let frames = 6000
    let square = (0..<frames).map { $0 / 50 % 2 == 0 ? Float(1) : -1 }
    let impulses = (0..<frames).map { $0 % 997 == 0 ? Float(1) : 0 }
    let inputs = [
      square, impulses, [Float](repeating: 1, count: frames),
      [Float](repeating: 1e-40, count: frames), Signal.noise(count: frames, amplitude: 1e4),
      [Float](repeating: 0, count: frames),
    ]
    for (seed, input) in inputs.enumerated() {
      let rig = try UnitRig(kind, rate: rate, values: values(kind, seed: UInt64(seed)))
      for step in 1..<20 {
        let next = values(kind, seed: UInt64(100 * seed + step))
        rig.at(300 * step) { unit in
          for (index, value) in next.enumerated() {
            unit.set(index, value: value, over: step % 3 * 40)
          }
        }
      }
      let output = rig.run(Stereo(input))
      #expect(output.isFinite, "input \(seed)")
      #expect(output.peak <= 1000 * Stereo(input).peak, "input \(seed)")
    }
  }

  @Test(arguments: kinds)
  func givesTheSameSamplesInBlocksOfAnySize(kind: EffectKind) throws {
    func perform(_ blocks: [Int]) throws -> Stereo {
      let rig = try UnitRig(kind, values: values(kind, seed: 3))
      let later = values(kind, seed: 4)
      rig.at(2000) { unit in
        for (index, value) in later.enumerated() {
          unit.set(index, value: value, over: 1000 + index)
        }
      }
      rig.at(4001) { $0.bypass(true) }
      rig.at(6003) { $0.bypass(false) }
      for (index, spec) in rig.specs.enumerated() where spec.scale != .stepped {
        let wave = Modulator(
          waveform: .random, rate: 20, depth: 0.5, duration: 3000, seed: UInt32(index + 1))
        rig.at(7000) { $0.modulate(index, modulator: wave) }
        break
      }
      return rig.run(music(12_000), blocks: blocks)
    }
    let reference = try perform([512])
    for blocks in [[1], [7], [64], [511], [1, 512, 17, 300]] {
      let isSame = try perform(blocks) == reference
      #expect(isSame, "blocks \(blocks)")
    }
  }

  @Test(arguments: kinds)
  func isAsNewAfterAReset(kind: EffectKind) throws {
    let rig = try UnitRig(kind, values: values(kind, seed: 5))
    let first = rig.run(music(8000))
    rig.reset()
    #expect(rig.run(music(8000)) == first)
  }

  @Test(arguments: kinds, [8000, 48_000, 192_000])
  func lagsByItsLatency(kind: EffectKind, rate: Int) throws {
    // A high-pass at its lowest lets a click pass at once.
    let highPasses: [EffectKind: [Float]] = [.filter: [1, 0, 20, 0.7], .ladder: [2, 20, 0, 0]]
    let rig = try UnitRig(kind, rate: rate, values: highPasses[kind])
    var click = [Float](repeating: 0, count: rate / 2)
    click[rate / 4] = 0.5
    let output = rig.run(Stereo(click))
    let place = output.left.indices.max { output.left[$0].magnitude < output.left[$1].magnitude }
    #expect(place == rate / 4)
    #expect(Double(rig.latency) <= 0.1 * Double(rate))
  }

  @Test(arguments: kinds)
  func isExactWhileBypassed(kind: EffectKind) throws {
    let input = music(20_000)
    let rig = try UnitRig(kind, values: values(kind, seed: 6))
    rig.at(4000) { $0.bypass(true) }
    let output = rig.run(input)
    #expect(output.slice(4240..<20_000) == input.slice(4240..<20_000))
  }

  @Test(arguments: kinds)
  func fallsSilentAfterItsTail(kind: EffectKind) throws {
    var values = UnitRig.defaults(kind)
    for (index, spec) in EffectRegistry.spec(kind).parameters.enumerated()
    where spec.name.description == "mix" { values[index] = 1 }
    let rig = try UnitRig(kind, values: values)
    let input = music(10_000)
    let tail = rig.tail
    let output = rig.run(input.appending(silence: tail + 4800))
    #expect(output.slice(10_000 + tail..<output.count).peak < 1e-5)
    #expect(tail < 48_000 * 60)
  }

  // MARK: Movement

  /// A change takes its smoothing time and makes no audible step: no slope exceeds those of steady
  /// settings or of a fade between two of them.
  @Test(arguments: kinds)
  func doesNotClickWhenParametersJump(kind: EffectKind) throws {
    let input = Stereo(Signal.sine(frames: 48_000, frequency: 200, amplitude: 0.25))
    for (index, spec) in EffectRegistry.spec(kind).parameters.enumerated() {
      if spec.unit == .flags { continue }
      func steady(_ value: Float) throws -> Stereo {
        var values = UnitRig.defaults(kind)
        values[index] = value
        return try UnitRig(kind, values: values).run(input)
      }
      let low = try steady(spec.minimum).slice(24_000..<48_000)
      let high = try steady(spec.maximum).slice(24_000..<48_000)
      let rig = try UnitRig(kind)
      for turn in 1..<10 {
        let value = turn % 2 == 1 ? spec.maximum : spec.minimum
        rig.at(4800 * turn) { $0.set(index, value: value, over: nil) }
      }
      let moving = rig.run(input).slice(2400..<48_000)
      let fade = (low.peak + high.peak) / 60
      let bound = 1.5 * max(low.largestStep, high.largestStep) + fade + 0.01
      #expect(moving.largestStep < bound, "\(spec.name)")
    }
  }

  @Test(arguments: kinds)
  func doesNotClickWhenBypassed(kind: EffectKind) throws {
    let input = Stereo(Signal.sine(frames: 24_000, frequency: 200, amplitude: 0.25))
    let wet = try UnitRig(kind, values: values(kind, seed: 8)).run(input).slice(4800..<24_000)
    let rig = try UnitRig(kind, values: values(kind, seed: 8))
    for turn in 1..<5 { rig.at(4800 * turn) { $0.bypass(turn % 2 == 1) } }
    let output = rig.run(input).slice(4800..<24_000)
    let bound = 1.5 * max(wet.largestStep, input.largestStep) + (wet.peak + 0.25) / 200 + 0.01
    #expect(output.largestStep < bound)
  }

  @Test(arguments: kinds)
  func returnsToItsValuesAfterAModulation(kind: EffectKind) throws {
    let input = Stereo(Signal.sine(frames: 96_000, frequency: 300, amplitude: 0.25))
    for (index, spec) in EffectRegistry.spec(kind).parameters.enumerated()
    where spec.scale != .stepped {
      let still = try UnitRig(kind)
      let rig = try UnitRig(kind)
      let wave = Modulator(waveform: .sine, rate: 5, depth: 0.2, duration: 9600, seed: 1)
      rig.at(4800) { $0.modulate(index, modulator: wave) }
      let expected = still.run(input).slice(80_000..<96_000)
      let output = rig.run(input).slice(80_000..<96_000)
      let levels = (Measure.energy(output.left), Measure.energy(expected.left))
      #expect(abs(Measure.decibels(levels.0, levels.1)) < 0.5, "\(spec.name)")
    }
  }

  // MARK: Rates

  @Test(arguments: kinds)
  func soundsTheSameAtAnyRate(kind: EffectKind) throws {
    func levels(_ rate: Int) throws -> [Double] {
      try [110.0, 1000, 3000].map { frequency in
        let rig = try UnitRig(kind, rate: rate)
        let sine = Signal.sine(
          frames: rate, frequency: frequency, sampleRate: rate, amplitude: 0.25)
        let output = rig.run(Stereo(sine)).slice(rate / 2..<rate)
        return Measure.decibels(Measure.energy(output.left) / Double(rate), 1)
      }
    }
    let reference = try levels(48_000)
    // Modulated tails and voices do not beat at the same time.
    let tolerance = kind == .reverb ? 3.0 : 0.5
    for rate in [44_100, 96_000] {
      for (level, wanted) in zip(try levels(rate), reference) {
        #expect(abs(level - wanted) < tolerance, "\(rate) Hz")
      }
    }
  }

  // MARK: The registry

  @Test(arguments: kinds)
  func isWellSpecified(kind: EffectKind) {
    let spec = EffectRegistry.spec(kind)
    #expect(spec.kind == kind)
    let names = spec.parameters.map(\.name.description)
    #expect(Set(names).count == names.count)
    for parameter in spec.parameters {
      #expect(parameter.minimum < parameter.maximum)
      #expect(parameter.accepts(parameter.standard))
      #expect(!parameter.accepts(.nan))
      #expect(!parameter.accepts(parameter.maximum.nextUp))
      #expect(!parameter.accepts(parameter.minimum.nextDown))
      if parameter.scale == .logarithmic { #expect(parameter.minimum > 0) }
      if parameter.unit == .choice {
        let choices = parameter.choices.description.split(separator: ",")
        #expect(Float(choices.count) == parameter.maximum + 1)
      }
    }
  }
}
