import AhaBase
import AhaDSP
import AhaEngine
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Speed of tracks")
struct TrackSpeedTests {
  private func set(
    _ test: SessionRig, _ track: Document.ID, speed: Double, isReversed: Bool = false
  ) throws {
    var row = try test.project.document.track(track)
    (row.speed, row.isReversed) = (speed, isReversed)
    try test.project.document.setTrack(row)
  }

  /// 100 and 200 Hz: at speed 1, a frame later it differs by 0.013 at most.
  private let tone = Signal.sine(frames: 96_000, channels: 2, frequency: 100)

  private func frames(_ samples: [Float]) -> Int { samples.count / 2 }

  @Test func speedAndDirectionAreEdits() throws {
    let test = try SessionRig()
    let track = try test.track(1)
    try set(test, track, speed: 0.5, isReversed: true)
    #expect(try test.project.document.track(track).speed == 0.5)
    try set(test, track, speed: 2)
    #expect(try test.project.history.undo() != nil)
    #expect(try test.project.document.track(track).isReversed)
    #expect(try test.project.document.tracks()[0].speed == 0.5)
    #expect(try test.project.history.undo() != nil)
    #expect(
      try test.project.document.track(track).speed == 1
        && !test.project.document.track(track).isReversed)
  }

  @Test(arguments: [0, -1, 0.049, 16.1, .nan, .infinity] as [Double])
  func otherSpeedsAreRefused(speed: Double) throws {
    let test = try SessionRig()
    let track = try test.track(1)
    let error = failure { try set(test, track, speed: speed) }
    #expect(error?.code == .invalidArgument && error?.line.contains("\(speed)") == true)
    let lane = try test.project.document.addLane(.track(track), parameter: "speed")
    let other = failure {
      try test.project.document.addPoints([.init(time: 0, value: Float(speed))], to: lane)
    }
    #expect(other?.code == .invalidArgument)
  }

  @Test func busesHaveNoSpeed() throws {
    let test = try SessionRig()
    let error = failure {
      _ = try test.project.document.addLane(.bus(Document.master), parameter: "speed")
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test(arguments: [(0.5, 96_000), (2, 24_000), (1.6, 30_000)])
  func bouncesEndWithTheSound(speed: Double, length: Int) throws {
    let test = try SessionRig()
    try set(test, test.track(1), speed: speed)
    let output = try test.bounce { ($0.hasTail, $0.hasLimiter) = (false, false) }
    #expect(abs(frames(output) - length) <= 1)
    #expect(output.suffix(200).contains { $0.magnitude > 1e-4 })
  }

  @Test func bouncesOfALaneEndWithTheSound() throws {
    let test = try SessionRig()
    let track = try test.track(1, at: 250_000)
    let lane = try test.project.document.addLane(.track(track), parameter: "speed")
    // A second of sound: 0.25 s at 1, 0.5 s from 1 to 2, which is 0.75 of it.
    try test.project.document.addPoints(
      [.init(time: 500_000, value: 1), .init(time: 1_000_000, value: 2)], to: lane)
    let output = try test.bounce { ($0.hasTail, $0.hasLimiter) = (false, false) }
    #expect(abs(frames(output) - 48_000) <= 2)
  }

  @Test func reversedTracksPlayFromTheEnd() throws {
    let test = try SessionRig()
    let track = try test.track(1)
    let plain = try test.bounce { ($0.hasTail, $0.hasLimiter) = (false, false) }
    try set(test, track, speed: 1, isReversed: true)
    let output = try test.bounce { ($0.hasTail, $0.hasLimiter) = (false, false) }
    try #require(frames(output) == 48_000)
    // Without the ramps at both ends.
    for frame in 1000..<47_000 where output[2 * frame] != plain[2 * (47_999 - frame)] {
      Issue.record("frame \(frame)")
      break
    }
  }

  /// The lane decides the place in the sound, wherever playback begins.
  @Test func bouncesOfARegionAreThoseOfTheWhole() throws {
    let test = try SessionRig()
    let track = try test.track(1, tone)
    let lane = try test.project.document.addLane(.track(track), parameter: "speed")
    try test.project.document.addPoints(
      [
        .init(time: 0, value: 0.5, curve: .exponential),
        .init(time: 300_000, value: 2, curve: .smooth), .init(time: 900_000, value: 0.7),
      ], to: lane)
    let whole = try test.bounce { $0.hasLimiter = false }
    let part = try test.bounce {
      ($0.begin, $0.end, $0.hasTail, $0.hasLimiter) = (500_000, 1_000_000, false, false)
    }
    let (heard, wanted) = (part[2000...], whole[(2 * 24_000 + 2000)..<(2 * 48_000)])
    #expect(Measure.largestDifference(heard, wanted) < 0.027)
    #expect(heard.contains { $0.magnitude > 0.1 })
  }

  @Test(arguments: [LaneMode.touch, .latch, .write])
  func movesAreRecordedAsTheyWereHeard(mode: LaneMode) throws {
    let test = try SessionRig()
    let track = try test.track(1, tone)
    let lane = try test.project.document.addLane(.track(track), parameter: "speed", mode: mode)
    let engine = try test.engine()
    let session = try Session(test.project.document, on: engine)
    try session.timeline.start(from: 0)
    var played = engine.render(5000, blocks: [512])
    for step in 0..<20 {
      try session.setTrackSpeed(track, to: 1 + Double(sine(Float(step) / 5)) / 2)
      played += engine.render(300 + 7 * step, blocks: [64])
    }
    if mode == .touch { try session.releaseTrackSpeed(track) }
    played += engine.render(40_000 - frames(played), blocks: [512])
    try session.timeline.stop()
    _ = engine.render(20_000, blocks: [512])
    #expect(try session.recordMoves(thins: false) == 1)
    try test.project.document.setLaneMode(lane, to: .read)
    session.close()
    engine.close()
    let other = try test.engine()
    defer { other.close() }
    let again = try Session(test.project.document, on: other)
    defer { again.close() }
    try again.timeline.start(from: 0)
    let replayed = other.render(40_000, blocks: [512])
    #expect(played.contains { $0.magnitude > 0.1 })
    #expect(Measure.largestDifference(played[...], replayed[...]) < 0.014)
  }

  @Test func withoutItsLaneATrackHasItsOwnSpeed() throws {
    let test = try SessionRig()
    let track = try test.track(1)
    try set(test, track, speed: 0.5)
    let lane = try test.project.document.addLane(.track(track), parameter: "speed")
    try test.project.document.addPoints([.init(time: 0, value: 3)], to: lane)
    let engine = try test.engine()
    defer { engine.close() }
    let session = try Session(test.project.document, on: engine)
    defer { session.close() }
    #expect(try session.end() == 16_000)
    try test.project.document.removeLane(lane)
    try session.update()
    #expect(try session.end() == 96_000)
    try session.timeline.start(from: 0)
    _ = engine.render(50_000, blocks: [512])
    let position = try #require(session.tracks[track]).player.position
    #expect(abs(position - 25_000) < 300, "\(position)")
  }

  @Test func unknownTracksAreNotPlayed() throws {
    let test = try SessionRig()
    let engine = try test.engine()
    defer { engine.close() }
    let session = try Session(test.project.document, on: engine)
    defer { session.close() }
    #expect(failure { try session.setTrackSpeed(77, to: 1) }?.code == .notFound)
    #expect(failure { try session.releaseTrackSpeed(77) }?.code == .notFound)
  }
}
