import AhaAnalysis
import AhaBase
import AhaCodec
import AhaEngine
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Bounces")
final class BounceTests: SessionRig {
  /// One value needs only gain, another one also the limiter.
  @Test(arguments: [-30.0, -14, -8])
  func haveTheTargetLoudness(target: Double) throws {
    for number in 1...2 { try track(number, frames: 200_000) }
    let output = try bounce(level: .loudness(lufs: target, ceilingDb: -1))
    let measured = try Loudness(sampleRate: Self.rate, channels: 2)
    try output.withBuffer { try measured.add($0, count: output.count / 2) }
    #expect(try abs(#require(measured.integrated) - target) < 0.15)
    #expect(try #require(measured.truePeakDb) < -1 + 0.1)
    let progress = try #require(bounced?.progress)
    #expect(progress.framesDone == progress.framesTotal && progress.framesTotal == 250_000)
  }

  @Test func ofARegionBeginAndEndThere() throws {
    try track(1, frames: 96_000)
    let whole = try bounceDry()
    let part = try bounceDry { ($0.begin, $0.end, $0.hasTail) = (500_000, 1_000_000, false) }
    #expect(part.count == 2 * 24_000)
    let isSame = part[2000...].elementsEqual(whole[(2 * 24_000 + 2000)..<(2 * 48_000)])
    #expect(isSame)
    let rung = try bounce { ($0.begin, $0.end) = (500_000, 1_000_000) }
    #expect((1...4800).contains(rung.count / 2 - 24_000))
  }

  /// A limiter cannot make music this loud.
  @Test func sayWhichLoudnessCannotBeReached() throws {
    try track(1, frames: 100_000)
    let error = failure { _ = try bounce(level: .loudness(lufs: -0.1, ceilingDb: -1)) }
    #expect(error?.code == .unsupported)
    #expect(error?.line.contains("-0.1 LUFS") == true, "\(error?.line ?? "")")
  }

  @Test(arguments: ["song.aha", "1.wav"])
  func replaceNothingOfTheProject(name: String) throws {
    try track(1)
    let path = rig.folder.file(name)
    let before = rig.folder.bytes(of: name)
    let error = failure {
      try project.startBounce(Bounce(), to: .file(FilePath(path)), settings: settings()) { _ in }
    }
    #expect(error?.code == .invalidArgument && error?.line.contains(path) == true)
    #expect(rig.folder.bytes(of: name) == before)
  }

  private func addEndlessTrack() throws {
    try document.change(track(1)) { ($0.loopEnd, $0.loopCount) = (500_000, Document.loopForever) }
  }

  @Test func sayWhyTheyCannotBe() throws {
    func refusal(_ adjust: (inout Bounce) -> Void) -> ResultCode? {
      failure { _ = try bounce(adjust) }?.code
    }
    #expect(refusal { _ in } == .empty)
    try addEndlessTrack()
    #expect(refusal { _ in } == .state)
    #expect(refusal { $0.end = 2_000_000 } == nil)
    #expect(refusal { ($0.begin, $0.end) = (5, 5) } == .invalidArgument)
    #expect(refusal { $0.threads = 0 } == .invalidArgument)
    let short = failure {
      _ = try bounce(level: .loudness(lufs: -14, ceilingDb: -1)) { $0.end = 100_000 }
    }
    #expect(short?.code == .empty)
  }

  @Test func areCancelled() throws {
    try addEndlessTrack()
    var bounce = Bounce()
    bounce.end = Document.longest
    let path = FilePath(rig.folder.file("out.wav"))
    var made: Job?
    try project.startBounce(bounce, to: .file(path), settings: settings()) { made = $0 }
    made?.cancel()
    #expect(error(of: made).code == .cancelled)
    #expect(!rig.folder.names.contains { $0.contains("out") || $0.contains("part") })
    project.close()
  }
}
