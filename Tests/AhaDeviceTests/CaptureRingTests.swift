import AhaBase
import AhaTestSupport
import Synchronization
import Testing

@testable import AhaDevice
@testable import AhaEngine

extension CaptureRing {
  fileprivate func write(_ frames: [Float], count: Int, engineFrame: Int64) {
    frames.withBuffer { write($0, count: count, engineFrame: engineFrame) }
  }

  fileprivate func read(_ frames: inout [Float], count: Int, from start: Int64) -> Bool {
    frames.withMutableBuffer { read($0, count: count, from: start) }
  }
}

extension Engine {
  fileprivate func render(_ output: inout [Float], frames: Int) -> Bool {
    output.withMutableBuffer { render($0, frames: frames) }
  }
}

@Suite("Frames recorded by an input")
struct CaptureRingTests {
  @Test func framesComeOutAsTheyWentIn() throws {
    let capture = try Capture(channels: 2, frames: 100)
    let ring = capture.ring
    #expect(ring.capacity == 128)
    var sent: [Float] = []
    for block in 0..<10 {
      let frames = (0..<60).map { Float(block * 60 + $0) }
      ring.write(frames, count: 30, engineFrame: Int64(1000 + block * 30))
      sent += frames
    }
    #expect(ring.written == 300 && ring.engineFrame(of: 299) == 1299)
    var got = [Float](repeating: 0, count: 200)
    let isWhole = ring.read(&got, count: 100, from: 200)
    #expect(isWhole && got == Array(sent[400..<600]))
    #expect(!ring.read(&got, count: 100, from: 171))
    #expect(ring.read(&got, count: 100, from: 172))
    ring.write(nil, count: 4, engineFrame: 0)
    #expect(ring.read(&got, count: 4, from: 300) && got[0..<8] == [0, 0, 0, 0, 0, 0, 0, 0])
  }

  /// A concurrent reader sees whole frames or learns that it was too slow.
  @Test func readersGetWholeFrames() throws {
    let capture = try Capture(channels: 1, frames: 256)
    let ring = capture.ring
    let isEnough = Atomic<Bool>(false)
    let writer = try Background {
      var next: Int64 = 0
      while !isEnough.load(ordering: .relaxed) {
        let frames = (0..<50).map { Float((next + Int64($0)) % 10_007) }
        ring.write(frames, count: 50, engineFrame: next)
        next += 50
      }
    }
    var got = [Float](repeating: 0, count: 32)
    var whole = 0
    let end = Instant.after(milliseconds: 30_000)
    while whole < 2000, Instant.now() < end {
      let start = max(0, ring.written - 100)
      guard start + 32 <= ring.written, ring.read(&got, count: 32, from: start) else { continue }
      let isRight = got.indices.allSatisfy { got[$0] == Float((start + Int64($0)) % 10_007) }
      #expect(isRight, "at \(start)")
      if !isRight { break }
      whole += 1
    }
    isEnough.store(true, ordering: .relaxed)
    #expect(whole > 0 && writer.result() != nil)
  }

  @Test func anInputNotesTheEnginesClock() throws {
    let engine = try Engine(EngineSettings())
    defer { engine.close() }
    let capture = try Capture(channels: 1, frames: 1000)
    let input = engine.inputCall(into: capture)
    var settings = DeviceSettings()
    settings.id = "stepped"
    settings.direction = .input
    settings.channels = 1
    let device = try Device(
      host: engine, call: input.call, settings: settings, capture: capture, keeping: input)
    try engine.attach(device)
    var output = [Float](repeating: 0, count: 2 * 480)
    #expect(engine.render(&output, frames: 480))
    try device.start()
    try [1, 2, 3, 4].withBuffer { try device.step($0, to: nil, frames: 4) }
    #expect(engine.render(&output, frames: 480))
    try device.step(nil, to: nil, frames: 2)
    var got = [Float](repeating: 9, count: 6)
    #expect(capture.ring.read(&got, count: 6, from: 0) && got == [1, 2, 3, 4, 0, 0])
    #expect(capture.ring.engineFrame(of: 4) == 960)
  }

  @Test func aDeviceEndsWithItsEngine() throws {
    let engine = try Engine(EngineSettings())
    var settings = DeviceSettings()
    settings.id = "null"
    let device = try Device(host: engine, call: engine.outputCall, settings: settings)
    try engine.attach(device)
    try device.start()
    var output = [Float](repeating: 0, count: 64)
    #expect(!engine.render(&output, frames: 32))
    engine.close()
    #expect(device.status.state == .closed)
  }

  /// A device plays the same frames as a manual render.
  @Test func aSteppedDevicePlaysTheEngine() throws {
    func engine() throws -> Engine {
      let engine = try Engine(EngineSettings())
      let samples = (0..<9600).map { Float($0 % 97) / 200 }
      let sound = try samples.withBuffer {
        try engine.makeSound(interleaved: $0, frames: 9600, channels: 1, sampleRate: 48_000)
      }
      try engine.makePlayer(of: sound, into: engine.master(), Player.Options()).start()
      return engine
    }
    let (played, rendered) = (try engine(), try engine())
    defer {
      played.close()
      rendered.close()
    }
    var settings = DeviceSettings()
    settings.id = "stepped"
    settings.blockFrames = 64
    let device = try Device(host: played, call: played.outputCall, settings: settings)
    try played.attach(device)
    try device.start()
    var heard = [Float](repeating: 9, count: 2 * 12_000)
    var wanted = heard
    try heard.withMutableBuffer { try device.step(nil, to: $0, frames: 12_000) }
    #expect(rendered.render(&wanted, frames: 12_000))
    #expect(heard == wanted && heard.contains { $0 != 0 })
  }
}
