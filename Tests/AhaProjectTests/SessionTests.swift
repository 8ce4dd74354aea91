import AhaBase
import AhaCodec
import AhaDSP
import AhaEngine
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Projects on an engine")
final class SessionTests: SessionRig {
  /// A manual render in any blocks equals a bounce with any count of threads.
  @Test(
    arguments: [false, true], [([512], 1), ([64], 2), ([1, 700, 33], 3), ([4096], 4)])
  func soundAsTheyAreBounced(hasSends: Bool, run: (blocks: [Int], threads: Int)) throws {
    if hasSends { try songOfSends() } else { try song() }
    let bounced = try bounce { $0.threads = run.threads }
    let other = try bounce { $0.threads = run.threads % 4 + 1 }
    let heard = try heard(60_000, blocks: run.blocks)
    // A bounce stops the timeline at the end of the last sound.
    let isSame = bounced == other && heard.elementsEqual(bounced.prefix(2 * 60_000))
    #expect(isSame && heard.contains { $0.magnitude > 0.1 })
  }

  /// At 48 kHz, the microsecond before 500011 us belongs to another frame.
  @Test(arguments: [[512], [1, 700, 33]])
  func jumpFromOneFrameToTheNext(blocks: [Int]) throws {
    let track = try track(1)
    let plain = try bounce()
    let gain = try document.addLane(.track(track), parameter: "gain_db")
    try document.addPoints(
      [
        .init(time: 0, value: -12), .init(time: 500_011, value: -6),
        .init(time: 500_011, value: -60, curve: .step),
      ], to: gain)
    let bounced = try bounce()
    let heard = try heard(40_000, blocks: blocks)
    let isSame = heard.elementsEqual(bounced.prefix(80_000))
    #expect(isSame)
    for index in 47_000..<49_000 where plain[index].magnitude > 0.001 {
      let ratio = bounced[index] / plain[index]
      #expect((ratio > 0.49 && ratio < 0.51) == (index < 48_002), "\(index): \(ratio)")
      #expect((ratio < 0.0011) == (index >= 48_002), "\(index): \(ratio)")
    }
  }

  @Test func followEdits() throws {
    try song()
    let session = try session()
    // After edits and their undo, it equals the original.
    let track = try document.tracks()[0].id
    let fourth = try self.track(4, at: 300_000)
    let delay = try document.addEffect(.delay, to: .track(fourth))
    try session.update()
    try document.setEffectValue(delay, parameter: "mix", to: 0.7)
    try document.change(track) { ($0.fader.isMuted, $0.start) = (true, 1000) }
    try session.update()
    for _ in 0..<5 { try history.undo() }
    try session.update()
    try session.timeline.start(from: 0)
    let heard = session.render(40_000)
    let bounced = try bounce()
    let isSame = heard.prefix(80_000) == bounced.prefix(80_000)
    #expect(isSame)
  }

  /// Also of a copy, and of a track that is added later.
  @Test func shareTheSamplesOfFilesWithOneContent() throws {
    let music = Signal.music(frames: 9000, channels: 2)
    let ids = try (1...3).map { try track($0, music) }
    let other = try track(4)
    let session = try session()
    try session.update()
    let samples = ids.map { session.tracks[$0]?.sound.samples(of: 0) }
    #expect(samples[0] != nil && samples[1] == samples[0] && samples[2] == samples[0])
    #expect(session.tracks[other]?.sound.samples(of: 0) != samples[0])
    let late = try track(5, music)
    try session.update()
    #expect(session.tracks[late]?.sound.samples(of: 0) == samples[0])
  }

  /// The second file is at another rate than the engine, so its samples are converted.
  @Test func streamTheLongestFilesBeyondTheLimitOfTheEngine() throws {
    let short = try track(1, frames: 20_000)
    let music = Signal.music(frames: 60_000, channels: 2, seed: 2)
    let bytes = try encode(music, Kind(.wav, .float32), channels: 2, sampleRate: 44_100)
    let long = try document.addTrack(FilePath(rig.folder.write(bytes, to: "2.wav")))
    let again = try document.addTrack(FilePath(rig.folder.file("2.wav")), at: 250_000)
    let session = try session { $0.maxResidentBytes = 8 * 60_000 }
    let streamed = session.events(.soundStreamed)
    #expect(streamed.map { $0.value } == [long])
    #expect(streamed.first?.line.hasSuffix("2.wav") == true)
    #expect(try session.tracks[short]?.sound.mode() == .resident)
    #expect(try session.tracks[again]?.sound.mode() == .streamed)
    try session.timeline.start(from: 0)
    #expect(try session.render(40_000).elementsEqual(bounce().prefix(80_000)))
    // What the session has counts.
    let late = try track(3, frames: 45_000)
    try session.update()
    #expect(try session.tracks[late]?.sound.mode() == .streamed)
  }

  @Test func muteAndSoloSilenceTracks() throws {
    let bus = try document.addBus(named: "bus")
    let (first, second) = (try track(1), try track(2, bus: bus))
    func peaks(_ scope: Bounce.Scope) throws -> Float {
      try bounce { $0.scope = scope }.reduce(0) { max($0, $1.magnitude) }
    }
    #expect(try peaks(.track(first)) > 0.1 && peaks(.bus(bus)) > 0.1)
    try document.changeFader(ofBus: bus) { $0.isSoloed = true }
    #expect(try peaks(.track(first)) == 0 && peaks(.track(second)) > 0.1)
    try document.changeFader(ofBus: bus) { $0.isMuted = true }
    #expect(try peaks(.everything) == 0)
  }

  @Test func tellWhichSoundsAreNotThere() throws {
    let (first, second) = (try track(1), try track(2))
    Disk.remove(FilePath(rig.folder.file("2.wav")))
    let session = try session()
    #expect(session.silentTracks == [second] && session.tracks[first] != nil)
    let missing = session.events(.soundMissing)
    #expect(missing.map(\.value) == [second] && missing.first?.result == .notFound)
    #expect(missing.first?.line.contains("2.wav") == true)
    #expect(try bounce().contains { $0 != 0 })
  }

  /// A cancelled bounce ends with its next step, whatever its project holds.
  @Test func aCancelledSessionMakesNothing() throws {
    try song()
    var options = Session.Options()
    let cancellation = Cancellation()
    options.cancellation = cancellation
    cancellation.cancel()
    let engine = try engine()
    defer { engine.close() }
    let error = failure { _ = try Session(document, on: engine, options: options) }
    #expect(error?.code == .cancelled)
    // Every bus is free, except the master.
    for _ in 1..<EngineSettings().maxBuses { _ = try engine.makeBus(into: engine.master()) }
  }

  @Test func theSearchOfAMissingFileCanBeCancelled() throws {
    let track = try document.track(track(1))
    rig.folder.move("1.wav", to: "other.wav")
    let cancellation = Cancellation()
    cancellation.cancel()
    let error = failure { _ = try document.resolve(track, until: cancellation) }
    #expect(error?.code == .cancelled)
  }
}
