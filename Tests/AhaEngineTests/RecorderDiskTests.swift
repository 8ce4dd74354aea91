import AhaBase
import AhaCodec
import AhaTestSupport
import Synchronization
import Testing

@testable import AhaEngine

/// A fake disk with free space, speed and fullness set by the test.
private final class Disc: @unchecked Sendable {
  private let lock = Lock()
  private let changed: Condition
  private var free: Int64
  private var isHeld = false
  private var limit = Int64.max

  init(free: Int64) {
    self.free = free
    changed = Condition(lock)
  }

  var world: RecorderWorld {
    var world = RecorderWorld()
    world.space = { [self] _ in Disk.Space(free: lock.locked { free }, device: 1) }
    world.create = { [self] (path) throws(AhaError) in
      DiscFile(try FileStream(creating: path, named: path.text, mode: 0o666), self)
    }
    return world
  }

  func set(free: Int64) { lock.locked { self.free = free } }

  func set(limit: Int64) { lock.locked { self.limit = limit } }

  /// Blocks writes from now on.
  func hold(_ held: Bool) {
    lock.locked {
      isHeld = held
      changed.signalAll()
    }
  }

  func wait() {
    lock.lock()
    while isHeld { changed.wait() }
    lock.unlock()
  }

  func room(upTo end: Int64) -> Int64 { lock.locked { max(0, end - limit) } }
}

private final class DiscFile: TakeStream {
  private let file: FileStream
  private let disc: Disc

  init(_ file: FileStream, _ disc: Disc) { (self.file, self.disc) = (file, disc) }

  var name: String { file.name }
  var canRead: Bool { true }
  var canWrite: Bool { true }
  func length() throws(AhaError) -> Int64 { try file.length() }

  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(AhaError) -> Int {
    try file.read(into: bytes, at: offset)
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    disc.wait()
    let over = Int(min(disc.room(upTo: offset + Int64(bytes.count)), Int64(bytes.count)))
    try file.write(UnsafeRawBufferPointer(rebasing: bytes.dropLast(over)), at: offset)
    if over > 0 { throw AhaError(.diskFull, "write \(name): No space left on device") }
  }

  func synchronize() throws(AhaError) { try file.synchronize() }
  func truncate(to length: Int64) throws(AhaError) { try file.truncate(to: length) }
  func isAt(_ path: FilePath) -> Bool { file.isAt(path) }
}

@Suite("Recorder and disk")
struct RecorderDiskTests {
  @Test("Frames that a slow disk cannot store become silence, are counted and reported")
  func overrun() throws {
    let test = try RecorderRig { $0.isOffline = false }
    let disc = Disc(free: 1 << 40)
    let recorder = try test.recorder("take.wav") {
      $0.ringMilliseconds = 1000
      $0.world = disc.world
    }
    try test.play(200_000)
    try recorder.start(at: nil)
    disc.hold(true)
    var all = test.rig.render(100_000)
    disc.hold(false)
    while recorder.tap.value.read.load(ordering: .acquiring)
      < recorder.tap.value.written.load(ordering: .acquiring)
    { Instant.pause(milliseconds: 1) }
    try recorder.stop(at: 130_000)
    all += test.rig.render(30_000)
    #expect(recorder.outcome() == .ended(.stopped))
    let found = try test.samples("take.wav")
    let status = recorder.status
    #expect(status.overrun > 20_000)
    #expect(found.count == 260_000)
    let silent = found.count { $0 == 0 }
    #expect(Int64(silent) == 2 * status.overrun)
    let wrong = zip(found, all).contains { $0 != $1 && $0 != 0 }
    #expect(!wrong)
    #expect(found.last == all.last)
    let told = test.events(.recorderOverrun).reduce(0) { $0 + $1.value }
    #expect(told == status.overrun)
  }

  @Test("The guard warns, and ends the take while there is space")
  func guardDisk() throws {
    let test = try RecorderRig { $0.isOffline = false }
    let disc = Disc(free: 1_000_000_000)
    let recorder = try test.recorder("take.wav") { $0.world = disc.world }
    try test.play(100_000)
    try recorder.start(at: nil)
    test.rig.render(10_000)
    // 90 % may be used: 300 s of 384 000 bytes each, plus 100 000 000 that must stay free.
    disc.set(free: 180_000_000)
    let low = Instant.after(milliseconds: 60_000)
    var warned: [HostEvent] = []
    while warned.isEmpty, Instant.now() < low {
      warned = test.events(.recorderDiskLow)
      Instant.pause(milliseconds: 1)
    }
    #expect(warned.map(\.value) == [208])
    #expect(recorder.status.remaining == 208)
    disc.set(free: 100_700_000)
    #expect(recorder.outcome() == .failed(.diskFull))
    let status = recorder.status
    #expect(status.reason == .diskLow)
    #expect(status.lost == 0)
    #expect(status.frames == 10_000)
    #expect(try test.samples("take.wav").count == 20_000)
    #expect(test.events(.recorderFinished).map(\.value) == [10_000])
    test.rig.render(1000)
    #expect(throws: AhaError.self) { try recorder.stop(at: nil) }
  }

  @Test("Without space there is no recorder, and no file")
  func noSpace() throws {
    let test = try RecorderRig()
    let disc = Disc(free: 49_999_999)
    let error = #expect(throws: AhaError.self) {
      try test.recorder("take.wav") { $0.world = disc.world }
    }
    #expect(error?.code == .diskFull)
    #expect(test.folder.names.isEmpty)
  }

  @Test(
    "On a disk filled by others, written frames stay readable and lost frames are reported",
    arguments: ["a.wav", "a.w64", "a.aiff", "a.caf", "a.flac", "a.ogg", "a.opus", "a.mp3"])
  func full(name: String) throws {
    let test = try RecorderRig()
    let disc = Disc(free: 1 << 40)
    let recorder = try test.recorder(name) { $0.world = disc.world }
    try test.play(400_000)
    disc.set(limit: 70_001)
    try recorder.start(at: nil)
    test.rig.render(400_000)
    try? recorder.stop(at: nil)
    test.rig.render(1)
    #expect(recorder.outcome() == .failed(.diskFull))
    let status = recorder.status
    #expect(status.reason == .diskFull)
    #expect(status.lost > 0)
    let told = test.events(.recorderDiskFull).map(\.value)
    #expect(told == [status.lost])
    let count = try test.samples(name).count / 2
    #expect(count > 5000)
    #expect(Int64(count) == status.frames)
    #expect(test.folder.names == [name])
  }

  @Test("Deleting the file ends the take")
  func removed() throws {
    let test = try RecorderRig { $0.isOffline = false }
    let recorder = try test.recorder("take.wav")
    try recorder.start(at: nil)
    test.rig.render(1000)
    Disk.remove(FilePath(test.folder.file("take.wav")))
    #expect(recorder.outcome() == .failed(.notFound))
    let status = recorder.status
    #expect(status.reason == .fileGone)
    #expect(status.lost == 1000)
    #expect(test.folder.names.isEmpty)
  }

  @Test("A file that is deleted just before the take stops is reported as lost")
  func removedAtTheEnd() throws {
    let test = try RecorderRig()
    let recorder = try test.recorder("take.wav")
    try recorder.start(at: nil)
    test.rig.render(1000)
    Disk.remove(FilePath(test.folder.file("take.wav")))
    try? recorder.stop(at: nil)
    test.rig.render(1)
    #expect(recorder.outcome() == .failed(.notFound))
    let status = recorder.status
    #expect(status.reason == .fileGone)
    #expect(status.lost == 1000)
    #expect(status.frames == 0)
    #expect(test.folder.names.isEmpty)
  }

  @Test("Deleting a folder ends the take with all its files", arguments: [0, 400])
  func folderRemoved(split: Int64) throws {
    let test = try RecorderRig { $0.isOffline = false }
    test.folder.makeFolder("takes")
    let recorder = try test.recorder("takes/take.wav") { $0.splitFrames = split }
    try recorder.start(at: nil)
    test.rig.render(1000)
    while recorder.status.fileCount < (split > 0 ? 3 : 1) { Instant.pause(milliseconds: 1) }
    test.folder.removeFolder("takes")
    #expect(recorder.outcome() == .failed(.notFound))
    let status = recorder.status
    #expect(status.reason == .fileGone)
    #expect(status.lost == 1000)
    #expect(status.frames == 0)
    #expect(test.events(.recorderFinished).map(\.value) == [0])
  }

  @Test("After its folder is moved, the recovery finds a take there")
  func folderMoved() throws {
    let test = try RecorderRig { $0.isOffline = false }
    test.folder.makeFolder("takes")
    let recorder = try test.recorder("takes/take.wav")
    try recorder.start(at: nil)
    test.rig.render(1000)
    while recorder.status.bytes == 0 { Instant.pause(milliseconds: 1) }
    test.folder.move("takes", to: "moved")
    #expect(recorder.outcome() == .failed(.notFound))
    let takes = try Recovery(in: FilePath(test.folder.file("moved"))).takes
    #expect(takes.map { $0.facts?.frames } == [1000] && takes.first?.lost == 0)
  }

  @Test("A moved file is complete at its new path", arguments: ["wav", "flac", "ogg"])
  func moved(kind: String) throws {
    let test = try RecorderRig { $0.isOffline = false }
    let recorder = try test.recorder("take.\(kind)")
    try test.play(50_000)
    try recorder.start(at: nil)
    test.rig.render(20_000)
    test.folder.move("take.\(kind)", to: "other.\(kind)")
    #expect(recorder.outcome() == .failed(.notFound))
    #expect(recorder.status.lost == 20_000)
    #expect(try test.samples("other.\(kind)").count == 40_000)
    #expect(test.folder.names == ["other.\(kind)"])
  }

  @Test("An existing file is kept unless it may be replaced")
  func exists() throws {
    let test = try RecorderRig()
    test.folder.write([1, 2, 3], to: "take.wav")
    let error = #expect(throws: AhaError.self) { try test.recorder("take.wav") }
    #expect(error?.code == .exists)
    #expect(test.folder.bytes(of: "take.wav") == [1, 2, 3])
    #expect(test.folder.names == ["take.wav"])
    let recorder = try test.recorder("take.wav") { $0.replaces = true }
    let second = #expect(throws: AhaError.self) {
      try test.recorder("take.wav") { $0.replaces = true }
    }
    #expect(second?.code == .state)
    try recorder.start(at: nil)
    test.rig.render(1000)
    try recorder.stop(at: nil)
    #expect(recorder.outcome() == .ended(.stopped))
    #expect(try test.samples("take.wav").count == 2000)
  }

  @Test("A missing or read-only folder is refused")
  func folders() throws {
    let test = try RecorderRig()
    let missing = #expect(throws: AhaError.self) { try test.recorder("none/take.wav") }
    #expect(missing?.code == .notFound)
    let refused = try asOrdinaryUser { () -> ResultCode in
      do {
        _ = try test.recorder("take.wav")
        return .ok
      } catch { return (error as? AhaError)?.code ?? .ok }
    }
    #expect(refused == .access)
    test.folder.write([], to: "file")
    let strange = #expect(throws: AhaError.self) { try test.recorder("take.xyz") }
    #expect(strange?.code == .unsupported)
  }

  @Test("Recovery skips a take in progress and finds an interrupted one")
  func recovery() throws {
    let test = try RecorderRig()
    let recorder = try test.recorder("live.wav")
    try recorder.start(at: nil)
    test.rig.render(1000)
    let folder = FilePath(test.folder.path)
    #expect(try Recovery(in: folder).takes.isEmpty)
    // Simulates an interrupted take: its mark, and a header with no length.
    let whole = try encode(
      Signal.noise(count: 2000), Kind(.wav, .float32), channels: 2)
    test.folder.write(whole, to: "cut.wav")
    let mark = "aha-take 1 048000 000000000000001500\n"
    test.folder.write(Array(mark.utf8), to: ".cut.wav.aha-take")
    test.folder.write(Array(mark.utf8), to: ".gone.wav.aha-take")
    test.folder.write([0x52, 0x49], to: "bad.wav")
    test.folder.write(Array(mark.utf8), to: ".bad.wav.aha-take")
    let takes = try Recovery(in: folder).takes
    #expect(takes.map { $0.path.name.text } == ["bad.wav", "cut.wav"])
    #expect(takes.last?.facts?.frames == 1000)
    #expect(takes.last?.lost == 500)
    #expect(takes.first?.failure != nil)
    try recorder.stop(at: nil)
    #expect(recorder.outcome() == .ended(.stopped))
    #expect(test.folder.names == ["bad.wav", "cut.wav", "live.wav"])
    let none = #expect(throws: AhaError.self) { try Recovery(in: FilePath("/nowhere")) }
    #expect(none?.code == .notFound)
  }

  @Test(
    "A take that was cut short before its first frame was stored leaves no file",
    arguments: ["wav", "rf64", "w64", "aiff", "caf", "flac", "ogg", "opus", "mp3"])
  func recoveryOfNothing(format: String) throws {
    let folder = TemporaryFolder()
    let path = FilePath(folder.file("cut.\(format)"))
    let settings = try EncodeSettings.resolveTake(
      EncodeRequest(sampleRate: 48_000, channels: 2, fileExtension: path.fileExtension))
    let whole = FaultyStream()
    let encoder = try Encoder(whole, settings: settings)
    try encoder.checkpoint(header: true)
    encoder.abandon()
    for bytes in [[], whole.bytes, Array(whole.bytes.prefix(10))] {
      folder.write(bytes, to: "cut.\(format)")
      let mark = "aha-take 1 048000 000000000000000000\n"
      folder.write(Array(mark.utf8), to: ".cut.\(format).aha-take")
      let takes = try Recovery(in: FilePath(folder.path)).takes
      #expect(takes.count == 1 && takes.first?.facts == nil && takes.first?.lost == 0)
      #expect(takes.first?.failure?.code == .empty, "\(bytes.count) bytes")
      #expect(folder.names == [], "\(bytes.count) bytes")
    }
  }

  @Test(
    "Another file in the place of a take without frames stays",
    arguments: ["my notes\n", "FORMULA 1 + 1\n", "\u{FFFD}", "R\0", "\0"])
  func recoveryOfAnotherFile(content: String) throws {
    let folder = TemporaryFolder()
    // In UTF-16 the bytes resemble an MPEG frame header.
    let bytes: [UInt8] = content == "\u{FFFD}" ? [0xFF, 0xFE, 0x61, 0] : Array(content.utf8)
    folder.write(bytes, to: "cut.wav")
    let mark = "aha-take 1 048000 000000000000000000\n"
    folder.write(Array(mark.utf8), to: ".cut.wav.aha-take")
    let takes = try Recovery(in: FilePath(folder.path)).takes
    #expect(takes.count == 1 && takes.first?.failure?.code == .unknownFormat)
    #expect(folder.names == ["cut.wav"] && folder.bytes(of: "cut.wav") == bytes)
  }

  @Test(
    "A take that was cut short just past 4 GiB, before its header knew, becomes an RF64",
    arguments: [Encoding.pcm16, .pcm24, .float32], [1, 2])
  func pastFourGigabytes(encoding: Encoding, channels: Int) throws {
    let folder = TemporaryFolder()
    let path = FilePath(folder.file("cut.wav"))
    let settings = try EncodeSettings.resolveTake(
      EncodeRequest(
        container: .wav, encoding: encoding, sampleRate: 48000, channels: channels,
        fileExtension: path.fileExtension))
    let stream = try FileStream(creating: path, named: "cut.wav", mode: 0o644)
    let encoder = try Encoder(stream, settings: settings)
    let noise = Signal.noise(count: 1000 * channels)
    try encoder.write(noise, count: 1000)
    try encoder.checkpoint(header: true)
    let head = encoder.bytes - Int64(1000 * (settings.bytesPerFrame ?? 0))
    encoder.abandon()
    try stream.truncate(to: 4_400_000_000)
    let whole = (4_400_000_000 - head) / Int64(settings.bytesPerFrame ?? 1)
    #expect(try repairTake(stream).frames == whole)
    #expect(try repairTake(stream).frames == whole)
    let found = try Decoder(FileStream(reading: path))
    #expect(found.format.encoding == encoding)
    #expect(found.format.channels == channels)
  }
}
