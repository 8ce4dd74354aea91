import AhaBase
import AhaDSP
import AhaEngine
import AhaTestSupport
import Glibc
import Testing

@testable import AhaPlugin

/// The bundles of Tests/lv2 in a folder that is LV2_PATH of this process.
private nonisolated(unsafe) let bundles: TemporaryFolder = {
  let folder = TemporaryFolder()
  let root = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
  do { try run(["python3", "/\(root)/lv2/plugins.py", folder.path]) } catch {
    fatalError("\(error)")
  }
  setenv("LV2_PATH", folder.path, 1)
  return folder
}()

@Suite struct PluginTests {
  private let engine: Engine

  init() throws {
    _ = bundles
    engine = try PluginTests.engine(isOffline: true)
  }

  private static func engine(isOffline: Bool) throws -> Engine {
    var settings = EngineSettings()
    settings.isOffline = isOffline
    settings.hasLimiter = false
    return try Engine(settings)
  }

  private let music = Signal.music(frames: 9_600, channels: 2)

  /// Frames after the ramp of the start, and before that of the end.
  private func steady(_ samples: [Float]) -> [Float] { Array(samples[2048..<16_384]) }

  private func isClose(_ samples: [Float], _ expected: [Float]) -> Bool {
    zip(steady(samples), steady(expected)).allSatisfy { abs($0 - $1) < 1e-6 }
  }

  /// Music through an effect.
  private func play(
    _ effect: Effect, _ engine: Engine, frames: Int = 9_600, block: Int = 512, loops: Bool = false
  ) throws -> [Float] {
    let sound = try music.withBuffer {
      try engine.makeSound(interleaved: $0, frames: 9_600, channels: 2, sampleRate: 48_000)
    }
    var options = Player.Options()
    if loops { options.loopCount = .max }
    let player = try engine.makePlayer(of: sound, into: try engine.master(), options)
    try player.editChain { (chain) throws(AhaError) in
      try chain.insert(effect, at: 0, engine: engine)
    }
    try player.start()
    return render(engine, frames, block)
  }

  private func render(_ engine: Engine, _ frames: Int, _ block: Int = 512) -> [Float] {
    var output = [Float](repeating: 0, count: 2 * frames)
    var done = 0
    while done < frames {
      let count = min(block, frames - done)
      output.withMutableBuffer { _ = engine.render($0 + 2 * done, frames: count) }
      done += count
    }
    return output
  }

  private func code(_ uri: String, state: String? = nil) -> ResultCode? {
    do {
      _ = try engine.makePlugin(uri, state: state)
      return nil
    } catch { return error.code }
  }

  @Test func parametersHaveUnitsRangesAndChoices() throws {
    defer { engine.close() }
    let all = try Plugins.info(of: "urn:aha-test:gain").parameters
    #expect(all.map { $0.name } == ["level", "shape", "cutoff", "active"])
    #expect(all[0].title == "The level" && all[0].spec.maximum == 4 && all[0].spec.standard == 1)
    #expect(all[1].choices == "soft,hard,none" && all[1].spec.unit == .choice)
    #expect(all[2].spec.unit == .hertz && all[2].spec.scale == .logarithmic)
    #expect(all[3].spec.unit == .toggle && all[3].spec.scale == .stepped)
  }

  @Test func gainMultipliesInBlocksOfAnySize() throws {
    defer { engine.close() }
    let effect = try engine.makePlugin("urn:aha-test:gain")
    try effect.set(0, value: 0.5, over: nil)
    #expect(isClose(try play(effect, engine), music.map { $0 * 0.5 }))
    for block in [1, 7, 512] {
      let other = try PluginTests.engine(isOffline: true)
      defer { other.close() }
      let again = try other.makePlugin("urn:aha-test:gain")
      try again.set(0, value: 0.5, over: nil)
      #expect(isClose(try play(again, other, block: block), music.map { $0 * 0.5 }))
    }
  }

  @Test func monoPluginDelaysBothSidesAndReportsItsLatency() throws {
    defer { engine.close() }
    let effect = try engine.makePlugin("urn:aha-test:delay")
    #expect(effect.latency == 64)
    // The chain compensates the latency of its effects.
    #expect(isClose(try play(effect, engine), music))
  }

  @Test func liveWorkerAnswersWhileTheEngineRenders() throws {
    defer { engine.close() }
    let live = try PluginTests.engine(isOffline: false)
    defer { live.close() }
    let effect = try live.makePlugin("urn:aha-test:worker")
    _ = try play(effect, live, frames: 512, loops: true)
    let deadline = Instant.after(milliseconds: 60_000)
    var isHeard = false
    while !isHeard, Instant.now() < deadline {
      Instant.pause(milliseconds: 10)
      isHeard = render(live, 512).contains { $0.magnitude > 0 }
    }
    #expect(isHeard)
    #expect(try effect.pluginState().contains("factor"))
  }

  @Test func offlineWorkerAnswersInTheSameBlock() throws {
    defer { engine.close() }
    let effect = try engine.makePlugin("urn:aha-test:worker")
    let heard = try play(effect, engine)
    #expect(isClose(heard, music))
  }

  @Test func stateAndPresetsSurvive() throws {
    defer { engine.close() }
    let presets = try Plugins.presets(of: "urn:aha-test:worker")
    #expect(presets.map { $0.title } == ["Triple"])
    let effect = try engine.makePlugin("urn:aha-test:worker")
    try effect.loadPreset(presets[0].uri)
    #expect(try effect.value(0) == 0.5)
    let copy = try engine.makePlugin("urn:aha-test:worker", state: effect.pluginState())
    #expect(try copy.value(0) == 0.5)
    let heard = try play(copy, engine)
    #expect(isClose(heard, music.map { $0 * 1.5 }))
    // While it plays: fades, and has the new state.
    try copy.restore(pluginState: try engine.makePlugin("urn:aha-test:worker").pluginState())
    #expect(try copy.value(0) == 1)
  }

  @Test func badPluginsAreRefusedWithALine() throws {
    defer { engine.close() }
    for name in ["voltage", "feature", "instrument", "many", "source"] {
      #expect(code("urn:aha-test:\(name)") == .unsupported)
      #expect(try !String(cString: Plugins.info(of: "urn:aha-test:\(name)").refusal).isEmpty)
    }
    for name in ["absent", "text", "refusing"] {
      #expect(code("urn:aha-test:\(name)") == .unsupported)
    }
    #expect(code("urn:aha-test:none") == .notFound)
    #expect(code("") == .notFound)
    #expect(code("urn:aha-test:gain", state: "no turtle [") == .invalidArgument)
    let other = try engine.makePlugin("urn:aha-test:worker").pluginState()
    #expect(code("urn:aha-test:gain", state: other) == .invalidArgument)
  }

  @Test func resetClearsTheAudio() throws {
    defer { engine.close() }
    let effect = try engine.makePlugin("urn:aha-test:delay")
    _ = try play(effect, engine, frames: 1_000)
    try effect.setBypassed(true)
    _ = render(engine, 2_000)
    try effect.setBypassed(false)
    #expect(render(engine, 30_000).allSatisfy { $0.isFinite })
  }
}
