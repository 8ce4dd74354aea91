import AhaBase
import AhaDSP
import AhaEngine
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Tempo of projects")
final class ProjectTempoTests: SessionRig {
  private func tempo(_ points: [AutomationPoint]) throws -> Document.ID {
    let lane = try document.addLane(.bus(Document.master), parameter: "tempo_bpm")
    try document.addPoints(points, to: lane)
    return lane
  }

  /// 120 BPM, from 1 s to 3 s up to 240 BPM.
  private func ramp() throws -> Document.ID {
    try tempo([
      .init(time: 1_000_000, value: 120, curve: .exponential),
      .init(time: 3_000_000, value: 240, curve: .step),
    ])
  }

  private func follower(_ samples: [Float]? = nil, bpm: Double = 120) throws -> Document.ID {
    let track = try samples.map { try self.track(1, $0) } ?? track(1)
    try document.change(track) { $0.tempo = bpm }
    return track
  }

  // MARK: Tempo track

  @Test func beatsFollowTheTempoTrack() throws {
    #expect(try document.beat(at: 2_000_000) == 4)
    let lane = try ramp()
    // The integral of 2 * 2^(t / 2) over two seconds: 4 / ln 2.
    let beats = 2 + 5.770_780_163_555_854
    #expect(abs(try document.beat(at: 3_000_000) - beats) < 1e-9)
    #expect(abs(try document.beat(at: 4_000_000) - beats - 4) < 1e-9)
    #expect(try document.time(ofBeat: beats) == 3_000_000)
    try document.setLaneMode(lane, to: .off)
    #expect(try document.beat(at: 2_000_000) == 4)
    #expect(try history.undo() != nil)
    #expect(abs(try document.beat(at: 3_000_000) - beats) < 1e-9)
  }

  @Test func timesSnapToBeatsAndBars() throws {
    var settings = try document.settings()
    (settings.beatsPerBar, settings.beatUnit) = (6, 8)
    try document.setSettings(settings)
    #expect(try document.nearest(.beat, to: 370_000) == 250_000)
    #expect(try document.nearest(.beat, to: 380_000) == 500_000)
    #expect(try document.nearest(.bar, to: 760_000) == 1_500_000)
    _ = try tempo([.init(time: 0, value: 60, curve: .step)])
    #expect(try document.nearest(.bar, to: 1_600_000) == 3_000_000)
    #expect(try document.nearest(.bar, to: Document.longest) <= Document.longest)
  }

  @Test(arguments: [0, -1, 0.5, 1e6, .nan, .infinity] as [Float])
  func badTemposAreRefused(bpm: Float) throws {
    let lane = try tempo([])
    let error = failure {
      try document.setPoint(.init(time: 0, value: bpm, curve: .step), of: lane)
    }
    #expect(error?.code == .invalidArgument)
    guard bpm != 0 else { return }
    let other = failure { try document.change(track(1)) { $0.tempo = Double(bpm) } }
    #expect(other?.code == .invalidArgument)
  }

  @Test func aTempoRampIsEvenInOctaves() throws {
    let lane = try tempo([])
    for curve in [AutomationCurve.linear, .smooth] {
      let error = failure {
        try document.setPoint(.init(time: 0, value: 90, curve: curve), of: lane)
      }
      #expect(error?.code == .invalidArgument)
    }
    let bus = try document.addBus(named: "other")
    let error = failure { _ = try document.addLane(.bus(bus), parameter: "tempo_bpm") }
    #expect(error?.code == .invalidArgument)
  }

  @Test(arguments: [
    "UPDATE point SET value = 0", "UPDATE point SET value = 1e6", "UPDATE point SET curve = 1",
  ])
  func damagedTempoPointsAreRefused(sql: String) throws {
    _ = try ramp()
    project.close()
    try rig.tamper(sql)
    let opened = try rig.open()
    #expect(failure { _ = try opened.document.tempoMap() }?.code == .damaged)
  }

  // MARK: Tracks that follow

  /// A second of sound at 120 BPM lasts 2 / 3 s at 180 BPM.
  @Test func aTrackFollowsTheSettings() throws {
    _ = try follower()
    var settings = try document.settings()
    settings.tempoBpm = 180
    try document.setSettings(settings)
    let output = try bounceDry { $0.hasTail = false }
    #expect(abs(output.count / 2 - 32_000) <= 1)
  }

  /// The loop of two beats ends on beats, along a ramp too: 8 passes end with 16 beats.
  @Test func aLoopEndsOnBeatsOfARamp() throws {
    let track = try follower()
    try document.change(track) { ($0.loopEnd, $0.loopCount) = (1_000_000, 7) }
    _ = try ramp()
    let end = Int64(Double(try document.time(ofBeat: 16)) * 0.048)
    let session = try session()
    #expect(abs(try session.end() - end) <= 1)
    try session.timeline.start(from: 0)
    session.render(Int(end) + 100)
    let loops = session.events(.playerLooped)
    #expect(loops.count == 7)
    for (pass, loop) in loops.enumerated() {
      let beat = Double(try document.time(ofBeat: Double(2 * pass + 2))) * 0.048
      #expect(abs(Double(loop.frame) - beat) <= 2, "pass \(pass)")
    }
  }

  @Test func aJumpOfTheTempoKeepsThePhase() throws {
    let track = try follower()
    try document.change(track) { ($0.loopEnd, $0.loopCount) = (1_000_000, 7) }
    _ = try tempo([
      .init(time: 0, value: 100, curve: .step), .init(time: 1_500_000, value: 150, curve: .step),
    ])
    let session = try session()
    try session.timeline.start(from: 0)
    session.render(5 * 48_000)
    let loops = session.events(.playerLooped)
    #expect(loops.count > 4)
    for (pass, loop) in loops.enumerated() {
      let beat = Double(try document.time(ofBeat: Double(2 * pass + 2))) * 0.048
      #expect(abs(Double(loop.frame) - beat) <= 2, "pass \(pass)")
    }
  }

  @Test func thePitchStays() throws {
    _ = try follower(Signal.sine(frames: 96_000, channels: 2, frequency: 440))
    _ = try tempo([
      .init(time: 0, value: 100, curve: .step), .init(time: 500_000, value: 140, curve: .step),
      .init(time: 900_000, value: 140, curve: .exponential),
      .init(time: 1_200_000, value: 110, curve: .step),
    ])
    let output = try heard(72_000)
    let left = stride(from: 0, to: output.count, by: 2).map { output[$0] }
    for start in stride(from: 4800, to: 62_000, by: 2400) {
      let part = left[start..<start + 4800]
      let rises = part.indices.dropLast().filter { part[$0] < 0 && part[$0 + 1] >= 0 }
      let crossings = rises.map { Double($0) - Double(part[$0] / (part[$0 + 1] - part[$0])) }
      let period = (crossings.last! - crossings.first!) / Double(crossings.count - 1)
      #expect(abs(48_000 / period - 440) < 9, "\(48_000 / period) Hz at \(start)")
    }
  }

  @Test func bouncesAreThoseOfTheSession() throws {
    _ = try follower(Signal.sine(frames: 96_000, channels: 2, frequency: 300))
    _ = try ramp()
    let whole = try bounceDry()
    let live = try heard(48_000, blocks: [1, 7, 64, 511])
    #expect(live == Array(whole.prefix(live.count)))
  }

  @Test func aSessionFollowsEdits() throws {
    let track = try follower()
    let session = try session()
    #expect(try session.end() == 48_000)
    let lane = try tempo([.init(time: 0, value: 60, curve: .step)])
    try session.update()
    #expect(try session.end() == 96_000)
    try document.removeLane(lane)
    let speed = try document.addLane(.track(track), parameter: "speed")
    try document.setPoint(.init(time: 0, value: 2), of: speed)
    try session.update()
    #expect(try session.end() == 48_000)
    try document.change(track) { $0.tempo = 0 }
    try session.update()
    #expect(try session.end() == 24_000)
    try session.timeline.start(from: 0)
    session.render(10_000)
    let position = try #require(session.tracks[track]).player.position
    #expect(abs(position - 20_000) < 300, "\(position)")
  }

  @Test func aSplitKeepsTheTempo() throws {
    let track = try follower(bpm: 90)
    let new = try document.splitTrack(track, at: 400_000)
    #expect(try document.track(new).tempo == 90)
    let (first, second) = (try document.track(track), try document.track(new))
    // 120 / 90 of the sound's time.
    #expect(abs(Double(second.begin) - (400_000 - 5000) / 0.75) < 30)
    #expect(abs(Double(first.end) - (400_000 + 5000) / 0.75) < 30)
  }

  // MARK: Fit

  @Test func aPieceIsFitted() throws {
    let track = try track(1)
    var piece = Piece()
    piece.tempo = 93
    // A minor to C: three semitones up.
    piece.tonality = try Tonality("Am")
    try document.fitTrack(track, to: piece, root: 0)
    #expect(try document.track(track).tempo == 93)
    let effects = try document.effects(of: .track(track))
    #expect(effects.map(\.kind) == [.pitch] && effects[0].values[0] == 300)
    _ = try history.undo()
    #expect(try document.track(track).tempo == 0)
    #expect(try document.effects(of: .track(track)).isEmpty)
  }

  @Test func anAtonalPieceKeepsItsKey() throws {
    let track = try track(1)
    for tonality in [Tonality.atonal, .unknown] {
      var piece = Piece()
      piece.tonality = tonality
      try document.fitTrack(track, to: piece, root: 7)
      #expect(try document.effects(of: .track(track)).isEmpty)
    }
    var piece = Piece()
    piece.tempo = .nan
    #expect(
      failure { try document.fitTrack(track, to: piece, root: nil) }?.code == .invalidArgument)
    #expect(failure { try document.fitTrack(track, to: Piece(), root: 12) } != nil)
  }
}
