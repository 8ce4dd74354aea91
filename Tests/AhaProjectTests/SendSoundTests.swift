import AhaBase
import AhaDSP
import AhaEngine
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Sends and side-chains of projects: sound")
final class SendSoundTests: SessionRig {
  private func peak(_ samples: some Sequence<Float>) -> Float {
    samples.reduce(0) { max($0, $1.magnitude) }
  }

  /// The send is as loud as the track without its fader; the direct sound is muted.
  @Test func aSendBeforeTheFaderIgnoresFaderMuteAndPan() throws {
    let hall = try document.addBus(named: "hall")
    let track = try track(1)
    let plain = try bounceDry()
    let send = try document.addSend(from: .track(track), to: hall, beforeFader: true)
    try document.change(track) {
      ($0.fader.gainDb, $0.fader.pan, $0.fader.isMuted) = (-20, -1, true)
    }
    let before = try bounceDry()
    #expect(Measure.largestDifference(before[...], plain[...]) < 1e-6)
    try document.removeBus(send)
    _ = try document.addSend(from: .track(track), to: hall)
    #expect(try peak(bounceDry()) == 0)
    try document.change(track) { ($0.fader.pan, $0.fader.isMuted) = (0, false) }
    let after = try bounceDry().map { $0 / 0.2 }
    #expect(Measure.largestDifference(after[...], plain[...]) < 1e-5)
  }

  @Test func manySendsAreHeardAndTooManyRefused() throws {
    let track = try track(1, frames: 4800)
    let hall = try document.addBus(named: "hall")
    let plain = peak(try bounceDry())
    let add = { [document] () throws(AhaError) in
      _ = try document.addSend(from: .track(track), to: hall, gainDb: -60)
    }
    try history.edit("sends") { () throws(AhaError) in
      for _ in 0..<Document.maxSends { try add() }
    }
    #expect(failure { try add() }?.code == .limit)
    let loud = peak(try bounceDry())
    #expect(abs(loud / plain - 1 - 0.001 * Float(Document.maxSends)) < 0.01)
  }

  @Test func aLaneMovesTheGainOfASend() throws {
    let track = try track(1)
    let plain = try bounceDry()
    let send = try document.addSend(from: .track(track), to: Document.master)
    let lane = try document.addLane(.bus(send), parameter: "gain_db")
    try document.addPoints(
      [
        .init(time: 0, value: -120), .init(time: 500_000, value: -120, curve: .step),
        .init(time: 500_001, value: 0),
      ], to: lane)
    let output = try bounceDry()
    let first = Measure.largestDifference(output[..<47_000], plain[..<47_000])
    let second = zip(output[49_000...], plain[49_000...]).map { $0 - 2 * $1 }
    #expect(first < 1e-5 && peak(second) < 1e-5)
  }

  @Test func aKeyWithoutASoundDoesNotReduce() throws {
    let (music, voice) = (try track(1), try track(2, frames: 24_000))
    let plain = try bounceDry { $0.scope = .track(music) }
    _ = try document.duck(.track(music), by: .track(voice))
    let ducked = try bounceDry { $0.scope = .track(music) }
    #expect(peak(ducked[10_000..<40_000]) < 0.5 * peak(plain[10_000..<40_000]))
    #expect(abs(ducked.count - plain.count) < 4800)
    Disk.remove(FilePath(rig.folder.file("2.wav")))
    let alone = try heard(30_000)
    #expect(peak(alone) > 0.9 * peak(plain.prefix(60_000)))
  }

  /// The sum of the stems of all that plays into the master is the mix.
  @Test func stemsAddUp() throws {
    let (drums, hall) = try songOfSends()
    let third = try document.tracks()[2].id
    let whole = try bounceDry()
    var sum = [Float](repeating: 0, count: whole.count)
    for scope in [Bounce.Scope.bus(drums), .bus(hall), .track(third)] {
      let stem = try bounceDry { $0.scope = scope }
      #expect(peak(stem) > 0.01)
      for (index, sample) in stem.enumerated() where index < sum.count { sum[index] += sample }
    }
    #expect(Measure.largestDifference(sum[..<90_000], whole[..<90_000]) < 1e-5)
  }

  @Test func aReturnAloneIsHeardInSolo() throws {
    let hall = try document.addBus(named: "hall")
    let (first, second) = (try track(1), try track(2))
    _ = try document.addSend(from: .track(first), to: hall, gainDb: -20)
    func solo(_ bus: Bool, _ track: Bool) throws -> Float {
      try document.changeFader(ofBus: hall) { $0.isSoloed = bus }
      try document.change(second) { $0.fader.isSoloed = track }
      return try peak(bounceDry())
    }
    let plain = try peak(bounceDry { $0.scope = .track(first) })
    let other = try peak(bounceDry { $0.scope = .track(second) })
    let (ofBus, ofTrack) = (try solo(true, false), try solo(false, true))
    #expect(abs(ofBus - 0.1 * plain) < 1e-3, "\(ofBus), \(plain)")
    #expect(abs(ofTrack - other) < 1e-3, "\(ofTrack), \(other)")
    #expect(try solo(true, true) < other + 0.11 * plain)
    #expect(try solo(false, false) > plain)
  }

  /// Sends, keys and split buses are made while the session plays.
  @Test func aSessionFollowsEdits() throws {
    let hall = try document.addBus(named: "hall")
    let drums = try document.addBus(named: "drums")
    for number in 1...3 { try track(number, frames: 400_000, bus: drums) }
    let session = try session { $0.hasLimiter = false }
    try session.timeline.start(from: 0)
    session.render(10_000)
    let track = try document.tracks()[0].id
    let send = try document.addSend(from: .track(track), to: hall, beforeFader: true)
    _ = try document.addSend(from: .bus(drums), to: hall, beforeFader: true)
    _ = try document.duck(.bus(hall), by: .track(track))
    try session.update()
    var heard = session.render(20_000)
    #expect(heard.allSatisfy { $0.isFinite } && peak(heard) > 0.1)
    #expect(try session.fader(of: .bus(send)) === session.buses[send]?.chain.fader)
    // Back again, and the other way round, in one update.
    for _ in 0..<3 { try history.undo() }
    _ = try document.addSend(from: .bus(hall), to: drums)
    try session.update()
    heard = session.render(20_000)
    #expect(heard.allSatisfy { $0.isFinite } && peak(heard) > 0.1)
    let fresh = try self.session { $0.hasLimiter = false }
    try fresh.timeline.start(from: 96_000)
    try session.timeline.seek(to: 96_000)
    _ = (session.render(9000), fresh.render(9000))
    let pair = (session.render(9000), fresh.render(9000))
    #expect(Measure.largestDifference(pair.0[...], pair.1[...]) < 1e-5)
  }

  @Test func tooFewBusesAreALimit() throws {
    try songOfSends()
    let engine = try engine { $0.maxBuses = 6 }
    let error = failure { _ = try Session(document, on: engine) }
    #expect(error?.code == .limit && error?.line.contains("6 buses") == true)
    engine.close()
  }
}
