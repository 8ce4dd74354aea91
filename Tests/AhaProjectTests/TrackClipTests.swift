import AhaBase
import AhaDSP
import AhaEngine
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Parts of sounds on tracks")
final class TrackClipTests: SessionRig {
  private func dry() throws -> [Float] { try bounceDry { $0.hasTail = false } }

  private func left(_ samples: [Float]) -> [Float] {
    stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
  }

  @Test func aPartIsPlayedAndUndone() throws {
    let track = try track(1)
    let whole = try dry()
    try document.change(track) { ($0.begin, $0.end) = (250_000, 750_000) }
    let part = try dry()
    #expect(abs(part.count / 2 - 24_000) <= 240)
    #expect(part[1000..<47_000].elementsEqual(whole[25_000..<71_000]))
    #expect(try document.tracks()[0].begin == 250_000)
    try history.undo()
    #expect(try dry() == whole)
    try history.redo()
    #expect(try dry() == part)
  }

  @Test func aLoopIsCutToThePart() throws {
    let track = try track(1)
    let whole = try dry()
    try document.change(track) {
      ($0.begin, $0.end, $0.loopEnd, $0.loopCount) = (250_000, 500_000, Document.longest, 1)
    }
    let looped = try dry()
    #expect(abs(looped.count / 2 - 24_000) <= 240)
    #expect(looped[25_000..<47_000].elementsEqual(whole[25_000..<47_000]))
  }

  /// An edit while it plays moves the sound.
  @Test func aSessionFollowsTheEdit() throws {
    let track = try track(1)
    let session = try session()
    try session.timeline.start(from: 0)
    _ = session.render(1000)
    try document.change(track) { ($0.begin, $0.end) = (500_000, 0) }
    try session.update()
    _ = session.render(1000)
    let after = session.render(10_000)
    let moved = try heard(12_000)
    #expect(after.elementsEqual(moved[4000...].prefix(20_000)))
  }

  @Test(arguments: [FadeShape.linear, .equalPower, .smooth])
  func fadesFollowTheirCurves(shape: FadeShape) throws {
    let track = try track(1, [Float](repeating: 0.5, count: 96_000), at: 100_000)
    try document.change(track) {
      $0.fadeIn = .init(200_000, shape: shape)
      $0.fadeOut = .init(400_000, shape: shape)
    }
    let output = left(try dry())
    let (start, end) = (4800, 52_800)
    for frame in stride(from: 100, to: 9600, by: 500) {
      let wanted: Float = 0.5 * Float(shape.value(from: 0, to: 1, at: frame, of: 9600))
      #expect(abs(output[start + frame] - wanted) < 0.002, "\(frame)")
    }
    #expect(abs(output[20_000] - 0.5) < 1e-6)
    for frame in stride(from: 100, to: 19_200, by: 500) {
      let wanted: Float = 0.5 * Float(shape.value(from: 0, to: 1, at: frame, of: 19_200))
      #expect(abs(output[end - frame] - wanted) < 0.002, "\(frame)")
    }
  }

  /// A start in the middle of a fade has the level there.
  @Test(arguments: [100_000, 900_000] as [Int64])
  func aStartInsideAFadeHasItsLevel(start: Int64) throws {
    let track = try track(1, [Float](repeating: 0.5, count: 96_000))
    try document.change(track) { ($0.fadeIn, $0.fadeOut) = (.init(200_000), .init(400_000)) }
    let whole = left(try heard(48_000))
    let session = try session()
    try session.timeline.start(from: session.frames(start))
    let output = left(session.render(4000))
    let first = Int(session.frames(start))
    #expect(Measure.largestDifference(output[300...], whole[(first + 300)...].prefix(3700)) < 1e-5)
  }

  @Test func aSplitIsNotHeard() throws {
    let track = try track(1, at: 31_000)
    let whole = try dry()
    let second = try document.splitTrack(track, at: 500_011)
    #expect(try document.tracks().map { $0.id } == [track, second])
    let third = try document.splitTrack(second, at: 800_000)
    let split = try dry()
    #expect(split.count == whole.count)
    #expect(Measure.largestDifference(split, whole) < 2e-6)
    try history.undo()
    try history.undo()
    #expect(try document.tracks().map { $0.id } == [track] && third != track)
    #expect(try dry() == whole)
  }

  /// The second part begins at the nearest frame of the sound.
  @Test func aSplitAtAnotherSpeedHasNoStep() throws {
    let tone = Signal.sine(frames: 48_000, channels: 2, frequency: 100)
    let track = try track(1, tone)
    try document.change(track) { $0.speed = 0.7 }
    let whole = try dry()
    _ = try document.splitTrack(track, at: 500_011)
    let split = try dry()
    #expect(abs(split.count - whole.count) <= 4)
    #expect(Measure.largestDifference(split, whole) < 0.02)
  }

  @Test func aSplitTrackBackwardsIsNotHeard() throws {
    let track = try track(1)
    try document.change(track) { ($0.isReversed, $0.end) = (true, 900_000) }
    let whole = try dry()
    _ = try document.splitTrack(track, at: 300_000)
    #expect(Measure.largestDifference(try dry(), whole) < 2e-6)
  }

  @Test func aSplitCopiesEffectsLanesAndSends() throws {
    let track = try track(1)
    let hall = try document.addBus(named: "hall")
    let filter = try document.addEffect(.filter, to: .track(track))
    try document.setEffectValue(filter, parameter: "cutoff_hz", to: 440)
    let lane = try document.addLane(.track(track), parameter: "gain_db")
    try document.addPoints([.init(time: 0, value: -30), .init(time: 900_000, value: 0)], to: lane)
    let send = try document.addSend(from: .track(track), to: hall, gainDb: -3)
    _ = try document.addEffect(.reverb, to: .bus(send))
    let before = try document.dump()
    let new = try document.splitTrack(track, at: 500_000)
    let copy = try #require(document.allEffects().first { $0.owner == .track(new) })
    #expect(copy.values.contains(440))
    #expect(try document.lanes(of: .track(new)).count == 1)
    #expect(try document.sends().count == 2)
    #expect(try document.allEffects().count == 4)
    try history.undo()
    #expect(try document.dump() == before)
  }

  @Test func splitsOutsideOfTheSoundAreRefused() throws {
    let track = try track(1, at: 100_000)
    try document.change(track) { $0.end = 500_000 }
    for time in [0, 100_000, 104_000, 597_000, 600_000, Document.longest] as [Int64] {
      let error = failure { _ = try document.splitTrack(track, at: time) }
      #expect(error?.code == .invalidArgument, "\(time)")
    }
    try document.change(track) { $0.isReversed = true }
    try document.change(track) { $0.end = 0 }
    #expect(failure { _ = try document.splitTrack(track, at: 400_000) }?.code == .invalidArgument)
    try document.change(track) { ($0.loopEnd, $0.loopCount) = (500_000, 1) }
    #expect(failure { _ = try document.splitTrack(track, at: 400_000) }?.code == .unsupported)
    #expect(failure { try document.change(track) { ($0.begin, $0.end) = (5, 5) } } != nil)
  }
}
