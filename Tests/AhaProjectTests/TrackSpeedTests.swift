import AhaBase
import AhaDSP
import AhaEngine
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Speed of tracks")
final class TrackSpeedTests: SessionRig {
  /// 100 and 200 Hz: at speed 1, a frame later it differs by 0.013 at most.
  private let tone = Signal.sine(frames: 96_000, channels: 2, frequency: 100)

  private func frames(_ samples: [Float]) -> Int { samples.count / 2 }

  @Test(arguments: [0, -1, 0.049, 16.1, .nan, .infinity] as [Double])
  func otherSpeedsAreRefused(speed: Double) throws {
    let track = try track(1)
    let error = failure { try document.change(track) { $0.speed = speed } }
    #expect(error?.code == .invalidArgument && error?.line.contains("\(speed)") == true)
    let lane = try document.addLane(.track(track), parameter: "speed")
    let other = failure {
      try document.addPoints([.init(time: 0, value: Float(speed))], to: lane)
    }
    #expect(other?.code == .invalidArgument)
  }

  @Test(arguments: [(0.5, 96_000), (2, 24_000), (1.6, 30_000)])
  func bouncesEndWithTheSound(speed: Double, length: Int) throws {
    try document.change(track(1)) { $0.speed = speed }
    let output = try bounceDry { $0.hasTail = false }
    #expect(abs(frames(output) - length) <= 1)
    #expect(output.suffix(200).contains { $0.magnitude > 1e-4 })
  }

  @Test func bouncesOfALaneEndWithTheSound() throws {
    let track = try track(1, at: 250_000)
    let lane = try document.addLane(.track(track), parameter: "speed")
    // A second of sound: 0.25 s at 1, 0.5 s from 1 to 2, which is 0.75 of it.
    try document.addPoints(
      [.init(time: 500_000, value: 1), .init(time: 1_000_000, value: 2)], to: lane)
    let output = try bounceDry { $0.hasTail = false }
    #expect(abs(frames(output) - 48_000) <= 2)
  }

  @Test func reversedTracksPlayFromTheEnd() throws {
    let track = try track(1)
    let plain = try bounceDry { $0.hasTail = false }
    try document.change(track) { $0.isReversed = true }
    let output = try bounceDry { $0.hasTail = false }
    try #require(frames(output) == 48_000)
    // Without the ramps at both ends.
    let wrong = (1000..<47_000).first { output[2 * $0] != plain[2 * (47_999 - $0)] }
    #expect(wrong == nil)
  }

  /// The lane decides the place in the sound, wherever playback begins.
  @Test func bouncesOfARegionAreThoseOfTheWhole() throws {
    let track = try track(1, tone)
    let lane = try document.addLane(.track(track), parameter: "speed")
    try document.addPoints(
      [
        .init(time: 0, value: 0.5, curve: .exponential),
        .init(time: 300_000, value: 2, curve: .smooth), .init(time: 900_000, value: 0.7),
      ], to: lane)
    let whole = try bounceDry()
    let part = try bounceDry { ($0.begin, $0.end, $0.hasTail) = (500_000, 1_000_000, false) }
    let (heard, wanted) = (part[2000...], whole[(2 * 24_000 + 2000)..<(2 * 48_000)])
    #expect(Measure.largestDifference(heard, wanted) < 0.027)
    #expect(heard.contains { $0.magnitude > 0.1 })
  }

  @Test(arguments: [LaneMode.touch, .latch, .write])
  func movesAreRecordedAsTheyWereHeard(mode: LaneMode) throws {
    let track = try track(1, tone)
    let lane = try document.addLane(.track(track), parameter: "speed", mode: mode)
    let session = try session()
    try session.timeline.start(from: 0)
    var played = session.render(5000)
    for step in 0..<20 {
      try session.setTrackSpeed(track, to: 1 + Double(sine(Float(step) / 5)) / 2)
      played += session.render(300 + 7 * step, blocks: [64])
    }
    if mode == .touch { try session.releaseTrackSpeed(track) }
    played += session.render(40_000 - frames(played))
    try session.timeline.stop()
    session.render(20_000)
    #expect(try session.recordMoves(thins: false) == 1)
    try document.setLaneMode(lane, to: .read)
    let replayed = try heard(40_000)
    #expect(played.contains { $0.magnitude > 0.1 })
    #expect(Measure.largestDifference(played[...], replayed[...]) < 0.014)
  }

  @Test func withoutItsLaneATrackHasItsOwnSpeed() throws {
    let track = try track(1)
    try document.change(track) { $0.speed = 0.5 }
    let lane = try document.addLane(.track(track), parameter: "speed")
    try document.addPoints([.init(time: 0, value: 3)], to: lane)
    let session = try session()
    #expect(try session.end() == 16_000)
    try document.removeLane(lane)
    try session.update()
    #expect(try session.end() == 96_000)
    try session.timeline.start(from: 0)
    session.render(50_000)
    let position = try #require(session.tracks[track]).player.position
    #expect(abs(position - 25_000) < 300, "\(position)")
  }

  @Test func unknownTracksAreNotPlayed() throws {
    let session = try session()
    #expect(failure { try session.setTrackSpeed(77, to: 1) }?.code == .notFound)
    #expect(failure { try session.releaseTrackSpeed(77) }?.code == .notFound)
  }
}
