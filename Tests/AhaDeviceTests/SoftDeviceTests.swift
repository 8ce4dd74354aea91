import AhaBase
import AhaTestSupport
import Synchronization
import Testing

@testable import AhaDevice

@Suite("Devices without hardware")
struct SoftDeviceTests {
  @Test func theNullDeviceKeepsTime() throws {
    let host = FakeHost()
    let device = try host.device("null") { $0.blockFrames = 64 }
    let begin = Instant.now().nanoseconds
    try device.start()
    #expect(host.waits(for: 24_000))
    let spent = Instant.now().nanoseconds - begin
    device.close()
    #expect(spent > 480_000_000, "half a second took \(spent) ns")
    #expect(device.status.blockFrames == 64)
    #expect(device.status.frames >= 24_000)
    #expect(host.news(of: .deviceOpened)?.line == "null")
    #expect(host.outputs == 0 && host.forgotten == 1)
  }

  @Test func aStoppedDeviceCallsNoMore() throws {
    let host = FakeHost()
    let device = try host.device("null")
    try device.start()
    #expect(host.waits(for: 1000))
    device.stop()
    let frames = device.status.frames
    #expect(device.status.state == .stopped && host.outputs == 0)
    try device.start()
    #expect(host.waits(for: frames + 1000))
    device.close()
    #expect(device.status.state == .closed)
    #expect(throws: AhaError.self) { try device.start() }
  }

  @Test func onlyOneOutputPlays() throws {
    let host = FakeHost()
    let (first, second) = (try host.device("null"), try host.device("null"))
    try first.start()
    let failure = #expect(throws: AhaError.self) { try second.start() }
    #expect(failure?.code == .state)
    first.stop()
    try second.start()
    first.close()
    second.close()
  }

  @Test func theSteppedDeviceGoesInBlocks() throws {
    let host = FakeHost()
    let device = try host.device("stepped") { $0.blockFrames = 32 }
    var output = [Float](repeating: 9, count: 200)
    let early = #expect(throws: AhaError.self) {
      try output.withMutableBuffer { try device.step(nil, to: $0, frames: 100) }
    }
    #expect(early?.code == .state)
    try device.start()
    try output.withMutableBuffer { try device.step(nil, to: $0, frames: 100) }
    try device.step(nil, to: nil, frames: 7)
    #expect(stride(from: 0, to: 200, by: 2).map { output[$0] } == (0..<100).map { Float($0) })
    #expect(device.status.frames == 107 && device.status.blocks == 5)
    #expect(host.calls.pointee.maxCount.load(ordering: .relaxed) == 32)
    device.close()
  }

  @Test func onlyTheSteppedDeviceIsStepped() throws {
    let device = try FakeHost().device("null")
    let failure = #expect(throws: AhaError.self) { try device.step(nil, to: nil, frames: 1) }
    #expect(failure?.code == .unsupported)
    device.close()
  }

  @Test func lateBlocksAndGapsAreReportedOnce() throws {
    let host = FakeHost()
    let device = try host.device("null") { $0.blockFrames = 64 }
    host.calls.pointee.delay.store(60, ordering: .relaxed)
    try device.start()
    let late = try #require(host.news(of: .deviceLate))
    #expect(late.value > 0)
    device.close()
    let status = device.status
    #expect(status.late == status.blocks && status.renderMaxNanoseconds >= 60_000_000)
    #expect(status.renderShare999 == 2)
  }

  @Test func idsAreWithoutNumbersOfCards() {
    #expect(DeviceInfo.stable("HDA Intel: ALC (hw:0,3)") == "HDA Intel: ALC")
    #expect(DeviceInfo.stable("sysdefault") == "sysdefault")
    #expect(DeviceInfo.stable(" (hw:0,0)") == " (hw:0,0)")
    #expect(DeviceInfo.stable("odd (hw:0") == "odd (hw:0")
    var list: [DeviceInfo] = []
    for _ in 0..<3 {
      var info = DeviceInfo()
      info.id = "alsa:x"
      info.number(among: list)
      list.append(info)
    }
    #expect(list.map(\.id) == ["alsa:x", "alsa:x:2", "alsa:x:3"])
  }
}
