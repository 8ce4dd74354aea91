import AhaTestSupport
import CAha
import Synchronization
import Testing

@Suite("Rendering on several threads")
struct RenderThreadTests {
  /// An offline engine whose rendering waits inside a read until `mayGoOn`.
  final class SlowEngine: @unchecked Sendable {
    let isInside = Event()
    let mayGoOn = Event()
    let isArmed = Atomic<Bool>(false)
    let engine: OpaquePointer
    private(set) var file: HostFile! = nil

    init() throws {
      engine = try newEngine(isOffline: true)
      file = HostFile(
        halfASecond,
        onRead: { [unowned self] in
          guard isArmed.load(ordering: .acquiring) else { return }
          isInside.set()
          mayGoOn.wait()
        })
      let stream = try file.newStream()
      var options = aha_sound_options_init()
      options.mode = aha_sound_mode(AHA_SOUND_STREAMED)
      let sound = try made { aha_sound_load_stream(engine, stream, &options, $0) }
      let player = try made { aha_player_create(engine, sound, nil, nil, $0) }
      aha_stream_release(stream)
      aha_player_start(player, nil)
      isArmed.store(true, ordering: .releasing)
    }

    /// Renders on its own thread; returns when that thread is inside the read.
    func startRendering() throws -> Background<aha_result> {
      let render = try Background { [self] in
        var frames = [Float](repeating: 0, count: 200)
        return aha_engine_render(engine, &frames, 100)
      }
      try #require(isInside.wait())
      return render
    }
  }

  /// The second thread gets silence, and its render does not advance the clock.
  @Test func onlyOneThreadRenders() throws {
    let slow = try SlowEngine()
    let first = try slow.startRendering()
    var frames = [Float](repeating: 7, count: 202)
    #expect(name(aha_engine_render(slow.engine, &frames, 100)) == "AHA_ERROR_STATE")
    #expect(lastError == "another render is under way")
    #expect(frames[..<200].allSatisfy { $0 == 0 } && frames[200...].allSatisfy { $0 == 7 })
    #expect(aha_engine_position_frames(slow.engine) == 0)
    var stats = aha_engine_stats_init()
    #expect(aha_engine_get_stats(slow.engine, &stats) == 0 && stats.refused_renders == 1)
    var job: OpaquePointer?
    #expect(name(aha_render_save(slow.engine, "/tmp/x.wav", 1, nil, &job)) == "AHA_ERROR_STATE")
    #expect(job == nil && !first.hasEnded)
    slow.mayGoOn.set()
    #expect(first.result() == aha_result(AHA_OK))
    #expect(aha_engine_render(slow.engine, &frames, 100) == aha_result(AHA_OK))
    #expect(aha_engine_position_frames(slow.engine) == 200)
    #expect(aha_engine_release(slow.engine) == aha_result(AHA_OK))
  }

  @Test func twoThreadsShareAnEngine() throws {
    nonisolated(unsafe) let engine = try newEngine()
    nonisolated(unsafe) let player = try made {
      aha_player_create(engine, try? newSound(engine, frames: 48_000), nil, nil, $0)
    }
    aha_player_start(player, nil)
    let rendered = Atomic<Int>(0)
    let refused = Atomic<Int>(0)
    let wrong = Atomic<Int>(0)
    let allEnded = try concurrently(3) { _ in
      var frames = [Float](repeating: 7, count: 128)
      for _ in 0..<1500 {
        for index in frames.indices { frames[index] = 7 }
        switch aha_engine_render(engine, &frames, 64) {
        case aha_result(AHA_OK):
          rendered.add(1, ordering: .relaxed)
          if frames.contains(7) { wrong.add(1, ordering: .relaxed) }
        case aha_result(AHA_ERROR_STATE):
          refused.add(1, ordering: .relaxed)
          if frames.contains(where: { $0 != 0 }) { wrong.add(1, ordering: .relaxed) }
        default: wrong.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(allEnded && wrong.load(ordering: .relaxed) == 0)
    let count = rendered.load(ordering: .relaxed)
    #expect(count + refused.load(ordering: .relaxed) == 4500 && count > 0)
    #expect(aha_engine_position_frames(engine) == UInt64(64 * count))
    var stats = aha_engine_stats_init()
    aha_engine_get_stats(engine, &stats)
    #expect(stats.refused_renders == UInt64(refused.load(ordering: .relaxed)))
    #expect(aha_engine_release(engine) == aha_result(AHA_OK))
  }

  /// One thread renders while another one makes every call that is allowed at any time.
  @Test func changesAreAcceptedDuringARender() throws {
    var options = aha_engine_options_init()
    options.max_buses = 1024  // room for all players: they fade out while new ones are created
    nonisolated(unsafe) let engine = try made { aha_engine_create(&options, $0) }
    nonisolated(unsafe) let sound = try newSound(engine, frames: 700)
    let wrong = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
    let allEnded = try concurrently(3) { thread in
      if thread == 0 {
        for turn in 0..<400 where !RenderThreadTests.play(engine, sound, turn) {
          wrong.add(1, ordering: .relaxed)
        }
        isOver.store(true, ordering: .releasing)
      }
      var (frames, event) = ([Float](repeating: 0, count: 256), aha_event_init())
      while !isOver.load(ordering: .acquiring) {
        let result =
          thread == 1
          ? aha_engine_render(engine, &frames, 128) : aha_engine_next_event(engine, &event)
        if result < 0 { wrong.add(1, ordering: .relaxed) }
      }
    }
    #expect(allEnded && wrong.load(ordering: .relaxed) == 0)
    #expect(aha_engine_release(engine) == aha_result(AHA_OK))
  }

  /// Creates, plays and releases a player; false: a call failed.
  private static func play(_ engine: OpaquePointer, _ sound: OpaquePointer, _ turn: Int) -> Bool {
    var (player, bus) = (OpaquePointer?.none, OpaquePointer?.none)
    var (meter, stats) = (aha_bus_meter_init(), aha_engine_stats_init())
    return [
      aha_bus_create(engine, nil, &bus), aha_player_create(engine, sound, bus, nil, &player),
      aha_player_set_loop_frames(player, 10, 500, AHA_LOOP_FOREVER), aha_player_start(player, nil),
      aha_player_set_gain_db(player, Float(-turn % 20), nil), aha_player_set_pan(player, 0.5, nil),
      aha_bus_set_muted(bus, UInt32(turn % 2), nil), aha_bus_set_soloed(bus, 1),
      aha_player_seek_frames(player, UInt64(turn), nil), aha_bus_read_meter(bus, &meter),
      aha_player_set_bus(player, nil), aha_engine_get_stats(engine, &stats),
      aha_player_release(player), aha_bus_release(bus),
    ].allSatisfy { $0 == aha_result(AHA_OK) }
  }
}
