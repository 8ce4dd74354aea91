import AhaBase
import AhaDSP
import AhaEngine
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Projects on an engine")
struct SessionTests {
  /// A manual render in any blocks equals a bounce with any count of threads.
  @Test(arguments: [[512], [64], [1, 700, 33], [4096]])
  func soundAsTheyAreBounced(blocks: [Int]) throws {
    let test = try SessionRig()
    try test.song()
    let bounced = try test.bounce { $0.threads = 2 }
    let engine = try test.engine()
    let session = try Session(test.project.document, on: engine)
    try session.timeline.start(from: 0)
    let heard = engine.render(bounced.count / 2, blocks: blocks)
    session.close()
    engine.close()
    #expect(bounced.count > 2 * 48_000 && bounced.contains { $0.magnitude > 0.1 })
    // A bounce stops the timeline at the end of the last sound.
    let whole = 2 * 60_000
    let isSame = heard.prefix(whole) == bounced.prefix(whole)
    #expect(isSame)
  }

  /// At 48 kHz, the microsecond before 500011 us belongs to another frame.
  @Test(arguments: [[512], [1, 700, 33]])
  func jumpFromOneFrameToTheNext(blocks: [Int]) throws {
    let test = try SessionRig()
    let track = try test.track(1)
    let plain = try test.bounce()
    let gain = try test.project.document.addLane(.track(track), parameter: "gain_db")
    try test.project.document.addPoints(
      [
        .init(time: 0, value: -12), .init(time: 500_011, value: -6),
        .init(time: 500_011, value: -60, curve: .step),
      ], to: gain)
    let bounced = try test.bounce()
    let engine = try test.engine()
    let session = try Session(test.project.document, on: engine)
    try session.timeline.start(from: 0)
    let heard = engine.render(40_000, blocks: blocks)
    session.close()
    engine.close()
    let isSame = heard == Array(bounced.prefix(80_000))
    #expect(isSame)
    for index in 47_000..<49_000 where plain[index].magnitude > 0.001 {
      let ratio = bounced[index] / plain[index]
      #expect((ratio > 0.49 && ratio < 0.51) == (index < 48_002), "\(index): \(ratio)")
      #expect((ratio < 0.0011) == (index >= 48_002), "\(index): \(ratio)")
    }
  }

  @Test(arguments: [1, 3, 4])
  func areBouncedTheSameByAnyThreads(threads: Int) throws {
    let test = try SessionRig()
    try test.song()
    let isSame = try test.bounce { $0.threads = threads } == test.bounce { $0.threads = 2 }
    #expect(isSame)
  }

  @Test func followEdits() throws {
    let test = try SessionRig()
    try test.song()
    let engine = try test.engine()
    let session = try Session(test.project.document, on: engine)
    // After edits and their undo, it equals the original.
    let track = try test.project.document.tracks()[0].id
    let fourth = try test.track(4, at: 300_000)
    let delay = try test.project.document.addEffect(.delay, to: .track(fourth))
    try session.update()
    try test.project.document.setEffectValue(delay, parameter: "mix", to: 0.7)
    var changed = try test.project.document.track(track)
    changed.fader.isMuted = true
    changed.start = 1000
    try test.project.document.setTrack(changed)
    try session.update()
    for _ in 0..<5 { try test.project.history.undo() }
    try session.update()
    try session.timeline.start(from: 0)
    let heard = engine.render(40_000, blocks: [512])
    let bounced = try test.bounce()
    session.close()
    engine.close()
    let isSame = heard.prefix(80_000) == bounced.prefix(80_000)
    #expect(isSame)
  }

  @Test func muteAndSoloSilenceTracks() throws {
    let test = try SessionRig()
    let bus = try test.project.document.addBus(named: "bus")
    let (first, second) = (try test.track(1), try test.track(2, bus: bus))
    func peaks(_ scope: Bounce.Scope) throws -> Float {
      try test.bounce { $0.scope = scope }.reduce(0) { max($0, $1.magnitude) }
    }
    #expect(try peaks(.track(first)) > 0.1 && peaks(.bus(bus)) > 0.1)
    var row = try test.project.document.bus(bus)
    row.fader.isSoloed = true
    try test.project.document.setBus(row)
    #expect(try peaks(.track(first)) == 0 && peaks(.track(second)) > 0.1)
    row.fader.isMuted = true
    try test.project.document.setBus(row)
    #expect(try peaks(.everything) == 0)
  }

  @Test func tellWhichSoundsAreNotThere() throws {
    let test = try SessionRig()
    let (first, second) = (try test.track(1), try test.track(2))
    Disk.remove(FilePath(test.rig.folder.file("2.wav")))
    let engine = try test.engine()
    let session = try Session(test.project.document, on: engine)
    #expect(session.silentTracks == [second] && session.tracks[first] != nil)
    var found: [HostEvent] = []
    while let event = engine.nextEvent() { found.append(event) }
    let missing = found.filter { $0.kind == .soundMissing }
    #expect(missing.map(\.value) == [second] && missing.first?.result == .notFound)
    #expect(missing.first?.line.contains("2.wav") == true)
    #expect(try test.bounce().contains { $0 != 0 })
    session.close()
    engine.close()
  }

  /// A cancelled bounce ends with its next step, whatever its project holds.
  @Test func aCancelledSessionMakesNothing() throws {
    let test = try SessionRig()
    try test.song()
    var options = Session.Options()
    let cancellation = Cancellation()
    options.cancellation = cancellation
    cancellation.cancel()
    var settings = EngineSettings()
    settings.isOffline = true
    let engine = try Engine(settings)
    defer { engine.close() }
    let error = failure { _ = try Session(test.project.document, on: engine, options: options) }
    #expect(error?.code == .cancelled)
    // Every bus is free, except the master.
    for _ in 1..<settings.maxBuses { _ = try engine.makeBus(into: engine.master()) }
  }

  @Test func theSearchOfAMissingFileCanBeCancelled() throws {
    let test = try SessionRig()
    let track = try test.project.document.track(test.track(1))
    test.rig.folder.move("1.wav", to: "other.wav")
    let cancellation = Cancellation()
    cancellation.cancel()
    let error = failure { _ = try test.project.document.resolve(track, until: cancellation) }
    #expect(error?.code == .cancelled)
  }
}
