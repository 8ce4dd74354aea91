import AhaBase
import AhaTestSupport
import CAha
import Synchronization
import Testing

@Suite("The latency of live inputs")
struct InputLatencyTests {
  private func device(_ engine: OpaquePointer, _ direction: Int) throws -> OpaquePointer {
    var options = aha_device_options_init()
    options.direction = aha_device_direction(direction)
    return try "stepped".withCString { id in
      options.id = id
      return try made { aha_device_open(engine, &options, $0) }
    }
  }

  /// Feeds the output back to the input `delay` frames later, as a cable does.
  private func loop(
    _ output: OpaquePointer, _ input: OpaquePointer, delay: Int,
    until isOver: borrowing Atomic<Bool>
  ) {
    let block = 256
    var line = [Float](repeating: 0, count: 2 * delay)
    var frames = [Float](repeating: 0, count: 2 * block)
    while !isOver.load(ordering: .relaxed) {
      aha_device_step(output, nil, &frames, UInt64(block))
      line += frames
      aha_device_step(input, Array(line[..<(2 * block)]), nil, UInt64(block))
      line.removeFirst(2 * block)
      // In real time or a few times faster: an input holds two seconds.
      Instant.pause(milliseconds: 1)
    }
  }

  private final class Flag: Sendable { let isSet = Atomic<Bool>(false) }

  @Test(arguments: [0, 1000, 20_000])
  func isMeasured(delay: Int) throws {
    let engine = try newEngine(sampleRate: 48_000)
    defer { aha_engine_release(engine) }
    let (output, input) = (
      try device(engine, AHA_DEVICE_OUTPUT), try device(engine, AHA_DEVICE_INPUT)
    )
    let bus = try made { aha_bus_create(engine, nil, $0) }
    var options = aha_input_options_init()
    options.share_clock = 1
    let live = try made { aha_input_create(engine, bus, input, &options, $0) }
    try #require(aha_input_set_monitored(live, 0) == aha_result(AHA_OK))
    try #require(aha_device_start(output) == aha_result(AHA_OK))
    try #require(aha_device_start(input) == aha_result(AHA_OK))
    let flag = Flag()
    let player = try Background { loop(output, input, delay: delay, until: flag.isSet) }
    var frames: UInt64 = 0
    var result = aha_result(AHA_PENDING)
    // On a busy machine, captured frames can be overwritten before this thread reads them.
    for _ in 0..<5 where result != aha_result(AHA_OK) {
      result = aha_input_measure_latency(live, &frames)
    }
    flag.isSet.store(true, ordering: .relaxed)
    _ = player.result()
    #expect(result == aha_result(AHA_OK), "\(lastError)")
    // A block is written after the block of the same number was rendered, and heard in the next
    // one.
    #expect(Int(frames) >= delay && Int(frames) <= delay + 1024, "\(frames)")
    var status = aha_input_status_init()
    aha_input_get_status(live, &status)
    #expect(status.latency_frames == frames)
    for handle in [output, input] { aha_device_release(handle) }
    aha_input_release(live)
  }

  @Test func silenceIsNoBurst() throws {
    let engine = try newEngine(sampleRate: 48_000)
    defer { aha_engine_release(engine) }
    let live = try made { aha_input_create(engine, nil, nil, nil, $0) }
    let flag = Flag()
    let player = try Background {
      var frames = [Float](repeating: 0, count: 2 * 480)
      while !flag.isSet.load(ordering: .relaxed) {
        aha_engine_render(engine, &frames, 480)
        aha_input_write(live, nil, 480)
        Instant.pause(milliseconds: 1)
      }
    }
    let result = aha_input_measure_latency(live, nil)
    flag.isSet.store(true, ordering: .relaxed)
    _ = player.result()
    #expect(name(result) == "AHA_ERROR_NOT_FOUND")
  }
}
