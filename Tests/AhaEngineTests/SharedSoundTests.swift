import AhaBase
import AhaCodec
import AhaTestSupport
import Glibc
import Testing

@testable import AhaEngine

@Suite("Loads of one file")
final class SharedSoundTests {
  let folder = TemporaryFolder()
  let rig: Rig

  init() throws { rig = try Rig() }

  /// Writes a file in place, with a time long ago: a file that was changed just now is not shared.
  private func write(_ samples: [Float], to name: String = "a.wav", at time: Int = 1000) throws {
    folder.write(try encode(samples, Kind(.wav, .float32), channels: 1), to: name)
    setTime(of: name, to: time)
  }

  private func setTime(of name: String, to time: Int) {
    var times = utimbuf(actime: time, modtime: time)
    utime(folder.file(name), &times)
  }

  private func load(
    _ name: String = "a.wav", on rig: Rig? = nil, _ adjust: (inout Sound.Options) -> Void = { _ in }
  ) throws -> Sound {
    var options = Sound.Options()
    adjust(&options)
    let stream = try FileStream(reading: FilePath(folder.file(name)))
    return try (rig ?? self.rig).engine.loadSound(stream, options)
  }

  @Test func shareTheirSamples() throws {
    try write(Signal.noise(count: 1000))
    folder.write(folder.bytes(of: "a.wav")!, to: "other.wav")
    symlink(folder.file("a.wav"), folder.file("link.wav"))
    let (one, two, link) = (try load(), try load(), try load("link.wav"))
    #expect(one.samples(of: 0) == two.samples(of: 0) && one.samples(of: 0) == link.samples(of: 0))
    #expect(try one.samples(of: 0) != load("other.wav").samples(of: 0))
  }

  @Test(
    arguments: [
      { $0.keepsRate = true }, { $0.keepsChannels = true }, { $0.rules.acceptsDamage = true },
      { $0.mode = .resident },
    ] as [@Sendable (inout Sound.Options) -> Void])
  func withOtherOptionsHaveTheirOwn(adjust: @Sendable (inout Sound.Options) -> Void) throws {
    try write(Signal.noise(count: 1000))
    let (one, other) = (try load(), try load("a.wav", adjust))
    #expect(one.samples(of: 0) != other.samples(of: 0))
  }

  /// The time of the content is the old one: only the kernel's own time of the change differs.
  @Test func readAFileAgainThatIsRewritten() throws {
    let path = FilePath(folder.file("a.wav"))
    try write([Float](repeating: 0.25, count: 1000))
    let (old, status) = (try load(), FileStatus(path))
    // The kernel's clock has steps of some milliseconds.
    repeat {
      try write([Float](repeating: 0.5, count: 1000))
    } while FileStatus(path)?.changed == status?.changed
    let new = try load()
    #expect(old.samples(of: 0)?.pointee == 0.25 && new.samples(of: 0)?.pointee == 0.5)
  }

  @Test func ofAFileThatWasChangedJustNowHaveTheirOwn() throws {
    try write(Signal.noise(count: 1000))
    // After the write, which may take seconds on a busy disk.
    setTime(of: "a.wav", to: Int(secondsSince1970()))
    let (one, two) = (try load(), try load())
    #expect(one.samples(of: 0) != two.samples(of: 0))
  }

  /// Also a player and a one-shot whose sound is released keep the samples.
  @Test func shareAsLongAsOneIsUsed() throws {
    try write(Signal.noise(count: 48_000))
    var sound: Sound? = try load()
    let address = sound?.samples(of: 0)
    var player: Player? = try rig.player(sound!)
    sound = nil
    #expect(try load().samples(of: 0) == address)
    try rig.engine.playOneShot(load(), on: rig.master, OneShot.Options())
    player?.release()
    player = nil
    rig.render(512)
    #expect(try load().samples(of: 0) == address)
    #expect(rig.engine.sharedSounds.count == 1)
    rig.render(96_000)
    try rig.engine.locked { () throws(AhaError) in }
    #expect(rig.engine.sharedSounds.count == 0)
  }

  @Test func atTheSameTimeDecodeOnce() throws {
    try write(Signal.noise(count: 400_000))
    nonisolated(unsafe) let sounds = UnsafeMutablePointer<Sound?>.allocate(capacity: 8)
    sounds.initialize(repeating: nil, count: 8)
    defer {
      sounds.deinitialize(count: 8)
      sounds.deallocate()
    }
    inParallel(8, threads: 8) { sounds[$0] = try? self.load() }
    for number in 0..<8 { #expect(sounds[number]?.samples(of: 0) == sounds[0]?.samples(of: 0)) }
    #expect(sounds[0]?.length == 400_000)
  }

  @Test func failAloneAndLeaveNothing() throws {
    var bytes = try encode(Signal.noise(count: 1000), Kind(.flac, .pcm16), channels: 1)
    bytes.removeLast(bytes.count / 2)
    folder.write(bytes, to: "a.flac")
    setTime(of: "a.flac", to: 1000)
    inParallel(4, threads: 4) { _ in #expect(throws: AhaError.self) { try self.load("a.flac") } }
    #expect(rig.engine.sharedSounds.count == 0)
  }
}
