import AhaBase
import AhaDSP
import AhaEngine
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Sends and side-chains of projects: sound")
struct SendSoundTests {
  /// A song with a return that has a latency, sends of all kinds, a lane on one of them, and two
  /// side-chains.
  private func song(_ test: SessionRig) throws -> (drums: Document.ID, hall: Document.ID) {
    let project = test.project
    let (drums, hall) = (
      try project.document.addBus(named: "drums"), try project.document.addBus(named: "hall")
    )
    let tracks = try [
      test.track(1, bus: drums), test.track(2, bus: drums, at: 250_000), test.track(3, at: 99_000),
    ]
    for kind in [EffectKind.limiter, .reverb] {
      _ = try project.document.addEffect(kind, to: .bus(hall))
    }
    _ = try project.document.addEffect(.pitch, to: .track(tracks[2]))
    let before = try project.document.addSend(from: .track(tracks[0]), to: hall, beforeFader: true)
    _ = try project.document.addSend(from: .bus(drums), to: hall, beforeFader: true, gainDb: -9)
    _ = try project.document.addSend(from: .track(tracks[2]), to: hall, gainDb: -3)
    let gain = try project.document.addLane(.bus(before), parameter: "gain_db")
    try project.document.addPoints(
      [.init(time: 0, value: -60), .init(time: 700_000, value: 0, curve: .smooth)], to: gain)
    _ = try project.document.duck(.bus(drums), by: .track(tracks[2]))
    let gate = try project.document.addEffect(.gate, to: .track(tracks[1]))
    try project.document.setSidechain(gate, to: .track(tracks[0]))
    return (drums, hall)
  }

  private func heard(_ test: SessionRig, _ frames: Int, blocks: [Int] = [512]) throws -> [Float] {
    let engine = try test.engine()
    let session = try Session(test.project.document, on: engine)
    defer {
      session.close()
      engine.close()
    }
    try session.timeline.start(from: 0)
    return engine.render(frames, blocks: blocks)
  }

  private func peak(_ samples: some Sequence<Float>) -> Float {
    samples.reduce(0) { max($0, $1.magnitude) }
  }

  private func dry(
    _ adjust: @escaping (inout Bounce) -> Void = { _ in }
  ) -> (inout Bounce) -> Void {
    {
      $0.hasLimiter = false
      adjust(&$0)
    }
  }

  @Test(arguments: [[512], [1, 700, 33], [4096]])
  func aBounceHasTheSamplesOfASession(blocks: [Int]) throws {
    let test = try SessionRig()
    _ = try song(test)
    let bounced = try test.bounce { $0.threads = 2 }
    let single = try test.bounce()
    let live = try heard(test, 60_000, blocks: blocks)
    let isSame = bounced == single && live == Array(bounced.prefix(120_000))
    #expect(isSame && peak(bounced) > 0.1)
  }

  /// The send is as loud as the track without its fader; the direct sound is muted.
  @Test func aSendBeforeTheFaderIgnoresFaderMuteAndPan() throws {
    let test = try SessionRig()
    let hall = try test.project.document.addBus(named: "hall")
    let track = try test.track(1)
    let plain = try test.bounce(dry())
    let send = try test.project.document.addSend(from: .track(track), to: hall, beforeFader: true)
    var row = try test.project.document.track(track)
    (row.fader.gainDb, row.fader.pan, row.fader.isMuted) = (-20, -1, true)
    try test.project.document.setTrack(row)
    let before = try test.bounce(dry())
    #expect(Measure.largestDifference(before[...], plain[...]) < 1e-6)
    try test.project.document.removeBus(send)
    _ = try test.project.document.addSend(from: .track(track), to: hall)
    #expect(try peak(test.bounce(dry())) == 0)
    row.fader = Document.Fader()
    row.fader.gainDb = -20
    try test.project.document.setTrack(row)
    let after = try test.bounce(dry()).map { $0 / 0.2 }
    #expect(Measure.largestDifference(after[...], plain[...]) < 1e-5)
  }

  @Test func manySendsAreHeardAndTooManyRefused() throws {
    let test = try SessionRig()
    let track = try test.track(1, frames: 4800)
    let hall = try test.project.document.addBus(named: "hall")
    let plain = peak(try test.bounce(dry()))
    let add = { () throws(AhaError) in
      _ = try test.project.document.addSend(from: .track(track), to: hall, gainDb: -60)
    }
    try test.project.history.edit("sends") { () throws(AhaError) in
      for _ in 0..<Document.maxSends { try add() }
    }
    #expect(failure { try add() }?.code == .limit)
    let loud = peak(try test.bounce(dry()))
    #expect(abs(loud / plain - 1 - 0.001 * Float(Document.maxSends)) < 0.01)
  }

  @Test func aLaneMovesTheGainOfASend() throws {
    let test = try SessionRig()
    let track = try test.track(1)
    let plain = try test.bounce(dry())
    let send = try test.project.document.addSend(from: .track(track), to: Document.master)
    let lane = try test.project.document.addLane(.bus(send), parameter: "gain_db")
    try test.project.document.addPoints(
      [
        .init(time: 0, value: -120), .init(time: 500_000, value: -120, curve: .step),
        .init(time: 500_001, value: 0),
      ], to: lane)
    let output = try test.bounce(dry())
    let first = Measure.largestDifference(output[..<47_000], plain[..<47_000])
    let second = zip(output[49_000...], plain[49_000...]).map { $0 - 2 * $1 }
    #expect(first < 1e-5 && peak(second) < 1e-5)
  }

  @Test func aKeyWithoutASoundDoesNotReduce() throws {
    let test = try SessionRig()
    let (music, voice) = (try test.track(1), try test.track(2, frames: 24_000))
    let plain = try test.bounce(dry { $0.scope = .track(music) })
    _ = try test.project.document.duck(.track(music), by: .track(voice))
    let ducked = try test.bounce(dry { $0.scope = .track(music) })
    #expect(peak(ducked[10_000..<40_000]) < 0.5 * peak(plain[10_000..<40_000]))
    #expect(abs(ducked.count - plain.count) < 4800)
    Disk.remove(FilePath(test.rig.folder.file("2.wav")))
    let alone = try heard(test, 30_000)
    #expect(peak(alone) > 0.9 * peak(plain.prefix(60_000)))
  }

  /// The sum of the stems of all that plays into the master is the mix.
  @Test func stemsAddUp() throws {
    let test = try SessionRig()
    let (drums, hall) = try song(test)
    let third = try test.project.document.tracks()[2].id
    let stems = try [Bounce.Scope.bus(drums), .bus(hall), .track(third)].map { scope in
      try test.bounce(dry { $0.scope = scope })
    }
    let whole = try test.bounce(dry())
    var sum = [Float](repeating: 0, count: whole.count)
    for stem in stems {
      #expect(peak(stem) > 0.01)
      for (index, sample) in stem.enumerated() where index < sum.count { sum[index] += sample }
    }
    #expect(Measure.largestDifference(sum[..<90_000], whole[..<90_000]) < 1e-5)
  }

  @Test func aReturnAloneIsHeardInSolo() throws {
    let test = try SessionRig()
    let hall = try test.project.document.addBus(named: "hall")
    let (first, second) = (try test.track(1), try test.track(2))
    _ = try test.project.document.addSend(from: .track(first), to: hall, gainDb: -20)
    func solo(_ bus: Bool, _ track: Bool) throws -> Float {
      var row = try test.project.document.bus(hall)
      row.fader.isSoloed = bus
      try test.project.document.setBus(row)
      var one = try test.project.document.track(second)
      one.fader.isSoloed = track
      try test.project.document.setTrack(one)
      return try peak(test.bounce(dry()))
    }
    let plain = try peak(test.bounce(dry { $0.scope = .track(first) }))
    let other = try peak(test.bounce(dry { $0.scope = .track(second) }))
    let (ofBus, ofTrack) = (try solo(true, false), try solo(false, true))
    #expect(abs(ofBus - 0.1 * plain) < 1e-3, "\(ofBus), \(plain)")
    #expect(abs(ofTrack - other) < 1e-3, "\(ofTrack), \(other)")
    #expect(try solo(true, true) < other + 0.11 * plain)
    #expect(try solo(false, false) > plain)
  }

  /// Sends, keys and split buses are made while the session plays.
  @Test func aSessionFollowsEdits() throws {
    let test = try SessionRig()
    let engine = try test.engine { $0.hasLimiter = false }
    let hall = try test.project.document.addBus(named: "hall")
    let drums = try test.project.document.addBus(named: "drums")
    for number in 1...3 { try test.track(number, frames: 400_000, bus: drums) }
    let session = try Session(test.project.document, on: engine)
    try session.timeline.start(from: 0)
    _ = engine.render(10_000, blocks: [512])
    let track = try test.project.document.tracks()[0].id
    let send = try test.project.document.addSend(from: .track(track), to: hall, beforeFader: true)
    _ = try test.project.document.addSend(from: .bus(drums), to: hall, beforeFader: true)
    _ = try test.project.document.duck(.bus(hall), by: .track(track))
    try session.update()
    var heard = engine.render(20_000, blocks: [512])
    #expect(heard.allSatisfy { $0.isFinite } && peak(heard) > 0.1)
    #expect(try session.fader(of: .bus(send)) === session.buses[send]?.chain.fader)
    // Back again, and the other way round, in one update.
    for _ in 0..<3 { try test.project.history.undo() }
    _ = try test.project.document.addSend(from: .bus(hall), to: drums)
    try session.update()
    heard = engine.render(20_000, blocks: [512])
    #expect(heard.allSatisfy { $0.isFinite } && peak(heard) > 0.1)
    let fresh = try Session(test.project.document, on: test.engine { $0.hasLimiter = false })
    try fresh.timeline.start(from: 96_000)
    try session.timeline.seek(to: 96_000)
    _ = (engine.render(9000, blocks: [512]), fresh.engine.render(9000, blocks: [512]))
    let pair = (engine.render(9000, blocks: [512]), fresh.engine.render(9000, blocks: [512]))
    #expect(Measure.largestDifference(pair.0[...], pair.1[...]) < 1e-5)
    for one in [session, fresh] {
      one.close()
      one.engine.close()
    }
  }

  @Test func tooFewBusesAreALimit() throws {
    let test = try SessionRig()
    _ = try song(test)
    let engine = try test.engine { $0.maxBuses = 6 }
    let error = failure { _ = try Session(test.project.document, on: engine) }
    #expect(error?.code == .limit && error?.line.contains("6 buses") == true)
    engine.close()
  }
}
