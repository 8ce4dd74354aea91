import AhaBase
import AhaCodec
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite struct StreamingTests {
  static let music = Signal.music(frames: 120_000, channels: 2)

  @Test func streamedEqualsResident() throws {
    let rig = try Rig()
    let player = try rig.player(rig.streamed(Self.music, channels: 2))
    let other = try Rig()
    let reference = try other.player(other.sound(Self.music, channels: 2))
    try player.start()
    try reference.start()
    #expect(rig.render(130_000) == other.render(130_000))
    #expect(player.state == .ended)
  }

  @Test func theFirstPlayerDoesNotReadTheHeaderAgain() throws {
    let rig = try Rig()
    let stream = FaultyStream(try encode(Self.music, Kind(.wav, .float32), channels: 2))
    stream.isQuick = true
    var options = Sound.Options()
    options.mode = .streamed
    let sound = try rig.engine.loadSound(stream, options)
    var calls = [stream.readCalls]
    var outputs: [[Float]] = []
    for _ in 0..<2 {
      let player = try rig.player(sound)
      try player.start()
      outputs.append(rig.render(6000))
      calls.append(stream.readCalls)
      try player.stop()
      rig.render(Rig.ramp)
    }
    #expect(outputs[0] == outputs[1])
    #expect(calls[1] - calls[0] < calls[2] - calls[1])
  }

  @Test func startsAnewAfterItsEnd() throws {
    let rig = try Rig()
    let samples = Array(Self.music.prefix(8000))
    let player = try rig.player(rig.streamed(samples, channels: 2))
    try player.start()
    let first = rig.render(6000)
    try player.start()
    #expect(rig.render(6000) == first)
  }

  @Test func seeksWhileStoppedAndWhilePlaying() throws {
    let rig = try Rig()
    let player = try rig.player(rig.streamed(Self.music, channels: 2))
    try player.seek(to: 40_000)
    try player.start()
    let output = rig.render(2000)
    let expected = Self.music[80_000..<84_000]
    #expect(Measure.largestDifference(output.dropFirst(480), expected.dropFirst(480)) < 1e-6)
    try player.seek(to: 90_000)
    rig.render(4000)
    #expect(player.state == .playing)
    #expect((90_000...94_000).contains(player.position))
  }

  @Test func playsInRealTimeFromItsOwnThread() throws {
    let rig = try Rig { $0.isOffline = false }
    let player = try rig.player(rig.streamed(Self.music, channels: 2))
    try player.start()
    let deadline = Instant.after(milliseconds: 60_000)
    var output: [Float] = []
    while player.state != .ended, Instant.now() < deadline {
      output += rig.render(512)
      Instant.pause(milliseconds: 2)
    }
    #expect(player.state == .ended)
    let first = output.firstIndex { $0 != 0 } ?? 0
    let heard = output[(first / 2 * 2)...]
    if rig.engine.stats.underruns == 0 {
      #expect(Measure.largestDifference(heard.prefix(200_000), Self.music.prefix(200_000)) < 0.51)
    }
    rig.engine.close()
  }

  @Test func aStarvedPlayerFadesAndIsCounted() throws {
    let rig = try Rig { $0.isOffline = false }
    let constant = [Float](repeating: 0.5, count: 500_000)
    let stream = StallingStream(try encode(constant, Kind(.wav, .float32), channels: 1))
    var options = Sound.Options()
    (options.mode, options.readAheadMilliseconds) = (.streamed, 50)
    let player = try rig.player(rig.engine.loadSound(stream, options))
    stream.stall(at: 800_000)
    try player.start()
    let deadline = Instant.after(milliseconds: 60_000)
    while player.state != .playing, Instant.now() < deadline { rig.render(64) }
    var output: [Float] = []
    while rig.engine.stats.underruns == 0, output.count < 400_000 { output += rig.left(4096) }
    #expect(rig.engine.stats.underruns > 0)
    #expect(largestStep(output) <= 0.5 / Float(Rig.ramp) * 1.01)
    #expect(rig.events().contains { $0.kind == .underrun })
    stream.stall(at: .max)
    rig.engine.close()
  }

  @Test func partsAreReadByOneDecoder() throws {
    let rig = try Rig()
    let stream = FaultyStream(try encode(Self.music, Kind(.wav, .float32), channels: 2))
    var options = Sound.Options()
    options.mode = .streamed
    let sound = try rig.engine.loadSound(stream, options)
    var part = [Float](repeating: 0, count: 200)
    var calls: [Int] = []
    for offset in [0, 100, 200, 50_000, 300] {
      let before = stream.readCalls
      let got = try part.withMutableBuffer {
        try sound.read(from: Int64(offset), into: $0, count: 100)
      }
      #expect(got == 100)
      #expect(part == Array(Self.music[(2 * offset)..<(2 * offset + 200)]), "at \(offset)")
      calls.append(stream.readCalls - before)
    }
    #expect(calls.dropFirst().allSatisfy { $0 <= 1 }, "\(calls)")
  }

  @Test func aFailingStreamIsReportedAndEndsThePlayer() throws {
    let rig = try Rig()
    let bytes = try encode(Self.music, Kind(.wav, .float32), channels: 2)
    let stream = FaultyStream(bytes)
    var options = Sound.Options()
    options.mode = .streamed
    options.readAheadMilliseconds = 50
    let player = try rig.player(rig.engine.loadSound(stream, options))
    stream.failsReadingAt = 400_000
    try player.start()
    rig.render(120_000)
    #expect(player.state == .ended)
    let failure = rig.events().first { $0.kind == .streamFailed }
    #expect(failure?.result == .io)
    #expect(failure?.line.isEmpty == false)
  }
}

/// A file whose reads block from an offset on.
private final class StallingStream: ByteStream {
  let name = "a stalling file"
  let canRead = true
  let canWrite = false
  private let bytes: [UInt8]
  private let lock = Lock()
  private let changed: Condition
  private var end = Int64.max

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    changed = Condition(lock)
  }

  func stall(at offset: Int64) {
    lock.locked {
      end = offset
      changed.signalAll()
    }
  }

  func length() -> Int64 { Int64(bytes.count) }

  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
    lock.lock()
    while offset + Int64(target.count) > end { changed.wait() }
    lock.unlock()
    let count = max(0, min(target.count, bytes.count - Int(offset)))
    if count > 0 { target.copyBytes(from: bytes[Int(offset)..<(Int(offset) + count)]) }
    return count
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    throw AhaError(.unsupported, name)
  }
}
