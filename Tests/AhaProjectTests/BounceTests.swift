import AhaAnalysis
import AhaBase
import AhaCodec
import AhaEngine
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Bounces")
struct BounceTests {
  private func loudness(_ samples: [Float]) throws -> Loudness {
    let loudness = try Loudness(sampleRate: SessionRig.rate, channels: 2)
    try samples.withBuffer { try loudness.add($0, count: samples.count / 2) }
    return loudness
  }

  /// One value needs only gain, another one also the limiter.
  @Test(arguments: [-30.0, -14, -8])
  func haveTheTargetLoudness(target: Double) throws {
    let test = try SessionRig()
    try test.track(1, frames: 200_000)
    try test.track(2, frames: 200_000)
    let output = try test.bounce { $0.loudness = target }
    let measured = try loudness(output)
    let found = try #require(measured.integrated)
    let peak = try #require(measured.truePeakDb)
    #expect(abs(found - target) < 0.15)
    #expect(peak < -1 + 0.1)
    let progress = try #require(test.bounced?.progress)
    #expect(progress.framesDone == progress.framesTotal && progress.framesTotal == 250_000)
  }

  @Test func ofARegionBeginAndEndThere() throws {
    let test = try SessionRig()
    try test.track(1, frames: 96_000)
    let whole = try test.bounce { $0.hasLimiter = false }
    let part = try test.bounce {
      ($0.begin, $0.end, $0.hasTail, $0.hasLimiter) = (500_000, 1_000_000, false, false)
    }
    #expect(part.count == 2 * 24_000)
    let isSame = part[2000...].elementsEqual(whole[(2 * 24_000 + 2000)..<(2 * 48_000)])
    #expect(isSame)
    let rung = try test.bounce { ($0.begin, $0.end) = (500_000, 1_000_000) }
    #expect((1...4800).contains(rung.count / 2 - 24_000))
  }

  @Test func ofTracksAddUp() throws {
    let test = try SessionRig()
    let tracks = try [test.track(1), test.track(2, at: 77_000)]
    let parts = try tracks.map { track in
      try test.bounce { ($0.scope, $0.hasLimiter) = (.track(track), false) }
    }
    let whole = try test.bounce { $0.hasLimiter = false }
    var sum = [Float](repeating: 0, count: whole.count)
    for part in parts { for (index, sample) in part.enumerated() { sum[index] += sample } }
    #expect(Measure.largestDifference(sum[...], whole[...]) < 1e-6)
  }

  /// A limiter cannot make music this loud.
  @Test func sayWhichLoudnessCannotBeReached() throws {
    let test = try SessionRig()
    try test.track(1, frames: 100_000)
    let error = failure { _ = try test.bounce { $0.loudness = -0.1 } }
    #expect(error?.code == .unsupported)
    #expect(error?.line.contains("-0.1 LUFS") == true, "\(error?.line ?? "")")
  }

  @Test(arguments: ["song.aha", "1.wav"])
  func replaceNothingOfTheProject(name: String) throws {
    let test = try SessionRig()
    try test.track(1)
    let path = test.rig.folder.file(name)
    let before = test.rig.folder.bytes(of: name)
    let error = failure {
      try test.project.startBounce(Bounce(), to: .file(FilePath(path)), settings: test.settings()) {
        _ in
      }
    }
    #expect(error?.code == .invalidArgument && error?.line.contains(path) == true)
    #expect(test.rig.folder.bytes(of: name) == before)
  }

  @Test func sayWhyTheyCannotBe() throws {
    let test = try SessionRig()
    func failure(_ adjust: (inout Bounce) -> Void) throws -> ResultCode? {
      do { _ = try test.bounce(adjust) } catch { return (error as? AhaError)?.code }
      return nil
    }
    #expect(try failure { _ in } == .empty)
    let track = try test.track(1)
    var endless = try test.project.document.track(track)
    (endless.loopEnd, endless.loopCount) = (500_000, Document.loopForever)
    try test.project.document.setTrack(endless)
    #expect(try failure { _ in } == .state)
    #expect(try failure { $0.end = 2_000_000 } == nil)
    #expect(try failure { ($0.begin, $0.end) = (5, 5) } == .invalidArgument)
    #expect(try failure { $0.threads = 0 } == .invalidArgument)
    #expect(try failure { $0.loudness = 1 } == .invalidArgument)
    #expect(try failure { ($0.end, $0.loudness) = (100_000, -14) } == .empty)
  }

  @Test func areCancelled() throws {
    let test = try SessionRig()
    let track = try test.track(1)
    var endless = try test.project.document.track(track)
    (endless.loopEnd, endless.loopCount) = (500_000, Document.loopForever)
    try test.project.document.setTrack(endless)
    var bounce = Bounce()
    bounce.end = Document.longest
    let path = FilePath(test.rig.folder.file("out.wav"))
    var made: Job?
    try test.project.startBounce(bounce, to: .file(path), settings: test.settings()) { made = $0 }
    made?.cancel()
    #expect(test.failure(made).code == .cancelled)
    #expect(!test.rig.folder.names.contains { $0.contains("out") || $0.contains("part") })
    test.project.close()
  }
}
