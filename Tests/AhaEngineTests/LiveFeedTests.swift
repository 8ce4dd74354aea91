import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@testable import AhaEngine

/// A stream that is cut after each sound. While no sound is left, it is not connected.
private final class Station: ByteStream, LiveBytes, @unchecked Sendable {
  let name = "station"
  let canRead = true
  let canWrite = false
  /// Set when all sounds are read.
  let isSilent = Event()
  private let lock = Lock()
  private let changed: Condition
  private var sounds: [[UInt8]]
  private var sound: [UInt8]
  private var isClosed = false

  init(_ sounds: [[UInt8]]) {
    (sound, self.sounds) = (sounds[0], Array(sounds.dropFirst()))
    changed = Condition(lock)
  }

  func play(_ sound: [UInt8]) {
    lock.locked {
      sounds.append(sound)
      changed.signalAll()
    }
  }

  var live: (any LiveBytes)? { self }
  var failure: AhaError? { nil }

  func connect() throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    if sounds.isEmpty { isSilent.set() }
    while sounds.isEmpty, !isClosed { changed.wait() }
    if isClosed { throw AhaError(.cancelled, "closed") }
    sound = sounds.removeFirst()
  }

  func read(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    lock.locked {
      let part = sound.prefix(bytes.count)
      bytes.copyBytes(from: part)
      sound.removeFirst(part.count)
      return part.count
    }
  }

  func close() {
    lock.locked {
      isClosed = true
      changed.signalAll()
    }
  }

  func length() throws(AhaError) -> Int64 { throw AhaError(.unsupported, "live") }

  func read(into: UnsafeMutableRawBufferPointer, at: Int64) throws(AhaError) -> Int {
    Int(try length())
  }

  func write(_ bytes: UnsafeRawBufferPointer, at: Int64) throws(AhaError) { _ = try length() }

  func text(_ kind: LiveText) -> String { "" }
  func claim(until cancellation: Cancellation) {}
  func settle() {}
  func soundEnded() {}
  func refuse(_ error: AhaError) {}
  func disconnect() {}
  func report(isBuffering: Bool) {}
}

@Suite("Live feeds", .enabled(if: hasModule, "libaha-ffmpeg.so is not built"))
struct LiveFeedTests {
  private func sound(_ level: Float, frames: Int) throws -> [UInt8] {
    try encode([Float](repeating: level, count: 2 * frames), Kind(.wav, .float32), channels: 2)
  }

  private func start(
    _ station: Station, on rig: Rig, offlineMilliseconds: Int64 = 10_000
  ) throws -> Player {
    var options = Sound.Options()
    options.readAheadMilliseconds = 100
    let loaded = try Sound.loadLive(
      station, from: station, options: options, sampleRate: Rig.rate, until: Cancellation(),
      offlineMilliseconds: offlineMilliseconds)
    let player = try rig.player(Sound(engine: rig.engine, loaded: loaded))
    try player.start()
    return player
  }

  @Test func theSoundContinuesAtEachReconnect() throws {
    let levels: [Float] = [0.5, -0.5, 0.25, -0.25, 0.5]
    let frames = 4800
    var sounds = try levels.map { try sound($0, frames: frames) }
    // The offline engine reads ahead of its output.
    sounds.append(try sound(0, frames: frames))
    let rig = try Rig()
    let station = Station(sounds)
    let player = try start(station, on: rig)
    // All joints are in the feed before the player reads its first frame.
    #expect(station.isSilent.wait())
    let output = rig.left(levels.count * frames)
    for (index, level) in levels.enumerated() {
      let middle = output[(index * frames + 2 * Rig.ramp)..<((index + 1) * frames)]
      #expect(Measure.largestDifference(middle, middle.map { _ in level }) < 1e-6, "\(index)")
    }
    #expect(largestStep(output) <= 1 / Float(Rig.ramp) * 1.01)
    #expect(player.state == .playing)
  }

  @Test func anOfflineEngineWaitsOnceInAGap() throws {
    let rig = try Rig()
    let station = Station([try sound(0.5, frames: 9600)])
    defer { station.close() }
    let player = try start(station, on: rig, offlineMilliseconds: 300)
    // The sound is in the feed: only the gap is waited for.
    #expect(station.isSilent.wait())
    // A wait in each of the blocks would take two minutes.
    let rendered = try Background { rig.left(9600 + 400 * 512) }
    let output = try #require(rendered.result(seconds: 60))
    #expect(output[4800] == 0.5 && output.suffix(390 * 512).allSatisfy { $0 == 0 })
    station.play(try sound(-0.25, frames: 480_000))
    let deadline = Instant.after(milliseconds: 60_000)
    var last: Float = 0
    while last != -0.25, Instant.now() < deadline { last = rig.left(512).last! }
    #expect(last == -0.25 && player.state == .playing)
  }
}
