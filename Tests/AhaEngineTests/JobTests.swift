import AhaBase
import AhaCodec
import AhaTestSupport
import Synchronization
import Testing

@testable import AhaEngine

@Suite struct JobTests {
  func settings(_ rig: Rig) throws -> EncodeSettings {
    try EncodeSettings.resolve(
      EncodeRequest(
        container: .wav, encoding: .float32, sampleRate: rig.engine.settings.sampleRate, channels: 2
      ))
  }

  func save(_ rig: Rig, to output: Output, frames: Int64) throws -> Job {
    var made: Job?
    try rig.engine.startSaving(to: output, frames: frames, settings: settings(rig)) { made = $0 }
    return made!
  }

  @Test func aJobRendersTheSameSamples() throws {
    let music = Signal.music(frames: 9000, channels: 2)
    let rig = try Rig()
    try rig.player(rig.sound(music, channels: 2)).start()
    let memory = MemoryStream()
    let job = try save(rig, to: .stream(memory), frames: 0)
    #expect(job.wait(milliseconds: -1)!.isSuccess)
    let decoded = try decodeAll(memory, sampleRate: 48_000, maximumFrames: 1 << 20) { _, _ in true }
    let other = try Rig()
    try other.player(other.sound(music, channels: 2)).start()
    let reference = other.render(decoded.buffer.frames)
    for frame in 0..<decoded.buffer.frames {
      #expect(decoded.buffer.plane(0)[frame] == reference[2 * frame])
    }
    #expect((9000...9000 + Rig.ramp).contains(decoded.buffer.frames))
  }

  @Test func isAloneWithTheRenderer() throws {
    let rig = try Rig()
    try rig.player(rig.sound(Signal.noise(count: 100))) { $0.loopCount = .max }.start()
    let job = try save(rig, to: .stream(MemoryStream()), frames: 1 << 40)
    #expect(throws: AhaError.self) { try save(rig, to: .stream(MemoryStream()), frames: 1) }
    #expect(rig.render(64).allSatisfy { $0 == 0 || $0.isNaN })
    job.cancel()
    guard case .failure(let error)? = job.wait(milliseconds: -1) else {
      Issue.record("a cancelled job succeeded")
      return
    }
    #expect(error.code == .cancelled)
    #expect(
      try save(rig, to: .stream(MemoryStream()), frames: 10).wait(milliseconds: -1)!.isSuccess)
  }

  @Test func anEndlessRenderIsRefused() throws {
    let rig = try Rig()
    #expect(
      try save(rig, to: .stream(MemoryStream()), frames: 0).wait(milliseconds: -1)!.code == .state)
    try rig.player(rig.sound(Signal.noise(count: 100))) { $0.loopCount = .max }.start()
    #expect(
      try save(rig, to: .stream(MemoryStream()), frames: 0).wait(milliseconds: -1)!.code == .state)
  }

  @Test func aFullDiskIsAnError() throws {
    let rig = try Rig()
    try rig.player(rig.sound(Signal.noise(count: 100))) { $0.loopCount = .max }.start()
    let stream = FaultyStream()
    stream.failsWritingAt = 100_000
    let job = try save(rig, to: .stream(stream), frames: 100_000)
    #expect(job.wait(milliseconds: -1)!.code == .diskFull)
  }

  @Test func aCancelledRenderLeavesNoFile() throws {
    let (rig, folder) = (try Rig(), TemporaryFolder())
    try rig.player(rig.sound(Signal.noise(count: 100))) { $0.loopCount = .max }.start()
    let job = try save(rig, to: .file(FilePath(folder.file("a.wav"))), frames: 1 << 40)
    while job.progress.bytes < 100_000 { Instant.pause(milliseconds: 1) }
    job.cancel()
    #expect(job.wait(milliseconds: -1)!.code == .cancelled)
    #expect(folder.names.isEmpty)
  }

  @Test func loadsInTheBackground() throws {
    let rig = try Rig()
    let bytes = try encode(Signal.noise(count: 9000), Kind(.flac, .pcm16), channels: 1)
    let stream = try bytes.withUnsafeBytes { try MemoryStream(copying: $0) }
    var made: Job?
    let sound = try rig.engine.startSoundLoad(stream, Sound.Options()) { made = $0 }
    #expect(made!.wait(milliseconds: -1)!.isSuccess)
    #expect(sound.length == 9000)
    #expect(rig.events().contains { $0.kind == .jobFinished })
    rig.engine.close()
  }

  @Test func anEventOfAnEndFindsTheResult() throws {
    let rig = try Rig()
    let bytes = try encode(Signal.noise(count: 90), Kind(.wav, .pcm16), channels: 1)
    for number in 1...300 {
      let stream = try bytes.withUnsafeBytes { try MemoryStream(copying: $0) }
      var made: Job?
      _ = try rig.engine.startSoundLoad(stream, Sound.Options()) {
        $0.tag.store(UInt(number), ordering: .relaxed)
        made = $0
      }
      while !rig.events().contains(where: { $0.source == UInt(number) }) {}
      #expect(made!.result != nil)
    }
    rig.engine.close()
  }

  @Test func aFailedLoadSaysWhy() throws {
    let rig = try Rig()
    var made: Job?
    let sound = try rig.engine.startSoundLoad(MemoryStream(), Sound.Options()) { made = $0 }
    #expect(made!.wait(milliseconds: -1)!.code == .empty)
    #expect(throws: AhaError.self) { try rig.player(sound) }
    rig.engine.close()
  }

  @Test func closingCancelsRunningJobs() throws {
    let rig = try Rig()
    try rig.player(rig.sound(Signal.noise(count: 100))) { $0.loopCount = .max }.start()
    let job = try save(rig, to: .stream(MemoryStream()), frames: 1 << 40)
    rig.engine.close()
    #expect(job.result?.code == .cancelled)
    #expect(throws: AhaError.self) { try rig.engine.makeBus(into: rig.master) }
  }
}

extension Job.Outcome {
  var isSuccess: Bool {
    if case .success = self { return true }
    return false
  }

  var code: ResultCode {
    if case .failure(let error) = self { return error.code }
    return .ok
  }
}
