import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite("Recorder")
struct RecorderTests {
  @Test("The master's take equals the rendered frames", arguments: [1, 2], [false, true])
  func master(channels: Int, limited: Bool) throws {
    let test = try RecorderRig {
      $0.channels = channels
      $0.hasLimiter = limited
    }
    let recorder = try test.recorder("take.wav")
    try test.play(30_000)
    try recorder.start(at: 1000)
    try recorder.stop(at: 21_000)
    let all = test.rig.render(24_000, blocks: [1, 7, 511, 512, 3000])
    #expect(recorder.outcome() == .ended(.stopped))
    let wanted = Array(all[(1000 * channels)..<(21_000 * channels)])
    let found = try test.samples("take.wav")
    #expect(found == wanted)
    #expect(wanted.contains { abs($0) > 0.1 })
    #expect(test.folder.names == ["take.wav"])
    #expect(recorder.status.firstFrame == 1000)
  }

  @Test("A bus's take equals the bus's output, at the master's time")
  func bus() throws {
    let test = try RecorderRig { $0.hasLimiter = true }
    let bus = try test.engine.makeBus(into: test.rig.master)
    try bus.setGain(db: -6)
    try test.play(20_000, on: bus)
    let one = try test.recorder("bus.wav", of: bus)
    let other = try test.recorder("master.wav")
    for recorder in [one, other] {
      try recorder.start(at: 3000)
      try recorder.stop(at: 13_000)
    }
    test.rig.render(20_000)
    #expect(one.outcome() == .ended(.stopped))
    #expect(other.outcome() == .ended(.stopped))
    let busTake = try test.samples("bus.wav")
    let masterTake = try test.samples("master.wav")
    #expect(busTake.count == 20_000)
    #expect(busTake == masterTake)
    #expect(busTake.contains { abs($0) > 0.1 })
  }

  @Test("Pre-roll puts frames from before the start into the file")
  func preRoll() throws {
    let test = try RecorderRig()
    let recorder = try test.recorder("take.wav") { $0.preRollMilliseconds = 100 }
    try test.play(60_000)
    var all = test.rig.render(10_000)
    #expect(recorder.status.state == .ready)
    try recorder.start(at: nil)
    try recorder.stop(at: 15_000)
    all += test.rig.render(6000)
    #expect(recorder.outcome() == .ended(.stopped))
    let found = try test.samples("take.wav")
    #expect(found == Array(all[(2 * 5200)..<(2 * 15_000)]))
    #expect(recorder.status.firstFrame == 5200)
    let started = test.events(.recorderStarted)
    #expect(started.map(\.frame) == [10_000])
    #expect(started.map(\.value) == [4800])
  }

  @Test("A pre-roll longer than the rendered time begins with the first frame")
  func shortPreRoll() throws {
    let test = try RecorderRig()
    let recorder = try test.recorder("take.wav") { $0.preRollMilliseconds = 1000 }
    try test.play(20_000)
    try recorder.start(at: 700)
    try recorder.stop(at: 1700)
    let all = test.rig.render(2000)
    #expect(recorder.outcome() == .ended(.stopped))
    let found = try test.samples("take.wav")
    #expect(found == Array(all[..<(2 * 1700)]))
  }

  @Test("A stop at the last rendered frame needs no further frame")
  func stopAtTheEnd() throws {
    let test = try RecorderRig()
    let recorder = try test.recorder("take.wav")
    try recorder.start(at: nil)
    try recorder.stop(at: 5000)
    test.rig.render(5000)
    #expect(recorder.outcome() == .ended(.stopped))
    #expect(try test.samples("take.wav").count == 10_000)
  }

  @Test("A pause is left out without a gap")
  func pause() throws {
    let test = try RecorderRig()
    let recorder = try test.recorder("take.wav")
    try test.play(20_000)
    try recorder.start(at: nil)
    var wanted = test.rig.render(2000)
    try recorder.pause()
    test.rig.render(3000)
    #expect(recorder.status.state == .paused)
    try recorder.resume()
    wanted += test.rig.render(1000)
    try recorder.stop(at: nil)
    test.rig.render(500)
    #expect(recorder.outcome() == .ended(.stopped))
    let found = try test.samples("take.wav")
    #expect(found == wanted)
  }

  @Test("A take that is split into files has no seam and is one sound")
  func split() throws {
    let test = try RecorderRig()
    test.folder.write([1, 2, 3], to: "take-3.wav")
    let recorder = try test.recorder("take.wav") { $0.splitFrames = 5000 }
    try test.play(20_000)
    try recorder.start(at: nil)
    try recorder.stop(at: 14_000)
    let all = test.rig.render(15_000)
    #expect(recorder.outcome() == .ended(.stopped))
    let parts = try ["take.wav", "take-2.wav", "take-4.wav"].map { try test.samples($0) }
    #expect(parts.map(\.count) == [10_000, 10_000, 8000])
    #expect(parts.flatMap { $0 } == Array(all[..<28_000]))
    #expect(test.folder.bytes(of: "take-3.wav") == [1, 2, 3])
    #expect(test.events(.recorderSplit).map(\.frame) == [5000, 10_000])
    let sound = try recorder.loadTake(Sound.Options())
    #expect(sound.length == 14_000)
    var streamed = Sound.Options()
    streamed.mode = .streamed
    #expect(throws: AhaError.self) { try recorder.loadTake(streamed) }
  }

  @Test("A take continues in another file after some bytes", arguments: ["take.wav", "take.flac"])
  func splitBytes(name: String) throws {
    let test = try RecorderRig()
    let recorder = try test.recorder(name) { $0.splitBytes = 100_000 }
    try test.play(60_000)
    try recorder.start(at: nil)
    try recorder.stop(at: 50_000)
    test.rig.render(52_000)
    #expect(recorder.outcome() == .ended(.stopped))
    #expect(recorder.status.fileCount >= 2)
    let sizes = test.folder.names.map { test.folder.bytes(of: $0)?.count ?? 0 }
    #expect(sizes.allSatisfy { $0 < 200_000 })
    let sound = try recorder.loadTake(Sound.Options())
    #expect(sound.length == 50_000)
  }

  @Test(
    "Every format holds the take to the frame",
    arguments: [
      "a.wav", "a.w64", "a.rf64", "a.aiff", "a.caf", "a.flac", "a.ogg", "a.opus", "a.mp3",
    ])
  func formats(name: String) throws {
    let test = try RecorderRig()
    let recorder = try test.recorder(name)
    try test.play(60_000)
    try recorder.start(at: nil)
    try recorder.stop(at: 48_000)
    test.rig.render(50_000)
    #expect(recorder.outcome() == .ended(.stopped))
    #expect(recorder.status.frames == 48_000)
    #expect(recorder.status.lost == 0)
    let sound = try recorder.loadTake(Sound.Options())
    #expect(sound.length == 48_000)
    let finished = test.events(.recorderFinished)
    #expect(finished.map(\.value) == [48_000])
    #expect(finished.map(\.frame) == [48_000])
  }

  @Test("Many takes at once, each far longer than the ring")
  func many() throws {
    let test = try RecorderRig()
    let bus = try test.engine.makeBus(into: test.rig.master)
    try test.play(400_000, on: bus)
    let recorders = try (0..<8).map { number in
      try test.recorder("\(number).wav", of: number % 2 == 0 ? nil : bus) {
        $0.ringMilliseconds = 100
      }
    }
    for recorder in recorders { try recorder.start(at: nil) }
    test.rig.render(400_000)
    for recorder in recorders { try recorder.stop(at: nil) }
    test.rig.render(1)
    for (number, recorder) in recorders.enumerated() {
      #expect(recorder.outcome() == .ended(.stopped))
      #expect(recorder.status.overrun == 0)
      #expect(try test.samples("\(number).wav").count == 800_000)
    }
  }

  @Test("A stop ends the take although no frame is rendered; so does the engine's end")
  func ends() throws {
    let test = try RecorderRig()
    let one = try test.recorder("one.wav")
    let two = try test.recorder("two.wav")
    let never = try test.recorder("never.wav")
    for recorder in [one, two] { try recorder.start(at: nil) }
    test.rig.render(1000)
    try one.stop(at: nil)
    #expect(one.outcome() == .ended(.stopped))
    try never.stop(at: nil)
    #expect(never.outcome() == .ended(.stopped))
    test.engine.close()
    #expect(two.outcome() == .ended(.closed))
    #expect(test.folder.names == ["one.wav", "two.wav"])
    #expect(try test.samples("two.wav").count == 2000)
  }

  @Test("The meter shows the highest sample since the last read")
  func meter() throws {
    let test = try RecorderRig()
    let recorder = try test.recorder("take.wav")
    let player = try test.rig.player(
      try test.rig.sound([Float](repeating: 0, count: 200) + [0.25, -0.5], channels: 2))
    try player.start()
    test.rig.render(1000)
    let peak = recorder.peak()
    #expect(peak.left == 0.25)
    #expect(peak.right == 0.5)
    let after = recorder.peak()
    #expect(after.left == 0)
  }

  @Test("Players, buses and takes are independent; a bus lives while it is recorded")
  func busLife() throws {
    let test = try RecorderRig()
    let bus = try test.engine.makeBus(into: test.rig.master)
    let recorder = try test.recorder("take.wav", of: bus)
    try recorder.start(at: nil)
    bus.release()
    test.rig.render(5000)
    try recorder.stop(at: nil)
    test.rig.render(5000)
    #expect(recorder.outcome() == .ended(.stopped))
    #expect(try test.samples("take.wav").count == 10_000)
  }
}

struct WideRecorderTests {
  @Test func aTakeOfTheMasterHasAllChannelsOfTheEngine() throws {
    let test = try RecorderRig { $0.channels = 4 }
    let bus = try test.engine.makeBus(into: test.rig.master)
    try bus.setOutput(2)
    let recorder = try test.recorder("take.wav", encoding: .float32)
    try test.play(9000, on: bus)
    try recorder.start(at: 0)
    try recorder.stop(at: 8000)
    let frames = Array(test.rig.render(8192).prefix(4 * 8000))
    let peak = recorder.peak()
    #expect(recorder.outcome() == .ended(.stopped))
    #expect(peak.left == stride(from: 2, to: frames.count, by: 4).map { abs(frames[$0]) }.max())
    let decoder = try Decoder(FileStream(reading: FilePath(test.folder.file("take.wav"))))
    #expect(decoder.format.channels == 4)
    let reader = try FrameReader(decoder, from: 0, count: 8000, channels: 4, to: 48_000)
    var stored = [Float](repeating: .nan, count: frames.count)
    let got = try stored.withMutableBuffer { try reader.read($0, frames: 8000) }
    #expect(got == 8000)
    #expect(stored == frames)
  }
}
