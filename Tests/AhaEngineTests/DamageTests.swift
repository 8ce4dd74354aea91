import AhaBase
import AhaCodec
import AhaTestSupport
import Synchronization
import Testing

@testable import AhaEngine

@Suite("Sounds that end before their length")
struct DamageTests {
  private static let frames = 60_000

  /// A streamed sound whose file is truncated after the engine opened it.
  private func cutSound(_ rig: Rig, isQuick: Bool = false) throws -> Sound {
    let bytes = try encode(
      Signal.noise(count: 2 * Self.frames), Kind(.wav, .float32), channels: 2)
    let stream = FaultyStream(bytes)
    stream.isQuick = isQuick
    var options = Sound.Options()
    options.mode = .streamed
    let sound = try rig.engine.loadSound(stream, options)
    stream.bytes = Array(bytes[..<(bytes.count / 2)])
    return sound
  }

  private func settings() throws -> EncodeSettings {
    try encodeSettings(Kind(.wav, .float32), channels: 2)
  }

  @Test func aSavedSoundIsWholeOrNothing() throws {
    let (rig, folder) = (try Rig(), TemporaryFolder())
    folder.write([1, 2], to: "out.wav")
    var job: Job?
    try cutSound(rig).startSaving(to: .file(FilePath(folder.file("out.wav"))), settings: settings())
    {
      job = $0
    }
    #expect(job?.wait(milliseconds: -1)?.code == .damaged)
    #expect(folder.names == ["out.wav"] && folder.bytes(of: "out.wav") == [1, 2])
  }

  /// The first player of a quick stream continues with the decoder that measured it. The stream
  /// does not decode again: its error is reported to each job.
  @Test(arguments: [false, true]) func everyRenderIsWholeOrNothing(isQuick: Bool) throws {
    let (rig, folder) = (try Rig(), TemporaryFolder())
    let player = try rig.player(cutSound(rig, isQuick: isQuick))
    for _ in 0..<2 {
      try player.start()
      var job: Job?
      try rig.engine.startSaving(
        to: .file(FilePath(folder.file("out.wav"))), frames: 0, settings: settings()
      ) { job = $0 }
      #expect(job?.wait(milliseconds: -1)?.code == .damaged)
    }
    #expect(folder.names == [])
  }

  /// Otherwise a render job could complete its file between the two steps.
  @Test func aFailureIsReportedBeforeTheRendererSeesTheEnd() throws {
    let rig = try Rig()
    guard case .streamed(let source) = try cutSound(rig).loaded().content else {
      Issue.record("not streamed")
      return
    }
    let feeder = try StreamFeeder(
      source, ramp: Rig.ramp,
      loop: Loop(FrameRange(begin: 0, end: source.length)), until: Cancellation())
    var reports = 0
    let report = { (error: AhaError) in
      reports += 1
      #expect(error.code == .damaged)
      #expect(feeder.link.value.end.load(ordering: .acquiring) == .max)
    }
    while feeder.fill(report) {}
    #expect(reports == 1)
    #expect(feeder.link.value.end.load(ordering: .acquiring) != .max)
  }
}
