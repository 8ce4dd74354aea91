import AhaTestSupport
import CAha
import Synchronization
import Testing

@Suite("An engine that is released while it is used")
struct EngineReleaseTests {
  private func releasing(_ engine: OpaquePointer) throws -> Background<aha_result> {
    nonisolated(unsafe) let engine = engine
    return try Background { aha_engine_release(engine) }
  }

  /// Waits until no thread can use the engine any more.
  private func waitForEnd(_ engine: OpaquePointer) {
    while aha_engine_sample_rate(engine) != 0 {}
  }

  @Test func waitsForARenderUnderWay() throws {
    let slow = try RenderThreadTests.SlowEngine()
    let render = try slow.startRendering()
    let release = try releasing(slow.engine)
    waitForEnd(slow.engine)
    #expect(!release.hasEnded && !render.hasEnded && slow.file.destroyed == 0)
    slow.mayGoOn.set()
    #expect(render.result() == aha_result(AHA_OK))
    #expect(release.result() == aha_result(AHA_OK) && slow.file.destroyed == 1)
    var frames: [Float] = [7, 7]
    #expect(name(aha_engine_render(slow.engine, &frames, 1)) == "AHA_ERROR_RELEASED")
  }

  @Test func rendersUntilTheEnd() throws {
    for _ in 0..<30 {
      nonisolated(unsafe) let engine = try newEngine()
      let hasBegun = Event()
      let render = try Background {
        var frames = [Float](repeating: 0, count: 128)
        var result = aha_engine_render(engine, &frames, 64)
        hasBegun.set()
        while result == aha_result(AHA_OK) { result = aha_engine_render(engine, &frames, 64) }
        return result
      }
      hasBegun.wait()
      #expect(aha_engine_release(engine) == aha_result(AHA_OK))
      #expect(render.result().map(name) == "AHA_ERROR_RELEASED")
    }
  }

  /// A file whose reads block once `isInside` is set.
  private final class SlowFile: @unchecked Sendable {
    let isInside = Event()
    let mayGoOn = Event()
    private(set) var file: HostFile! = nil

    init() {
      file = HostFile(
        halfASecond,
        onRead: { [unowned self] in
          isInside.set()
          mayGoOn.wait()
        })
    }
  }

  /// A job of a year's length is cancelled, and its waiting thread gets the code.
  @Test func cancelsJobs() throws {
    let engine = try newEngine()
    let file = HostFile()
    let stream = try file.newStream()
    nonisolated(unsafe) let job = try made {
      aha_render_save_stream(engine, stream, 1 << 40, nil, $0)
    }
    aha_stream_release(stream)
    let isWaiting = Event()
    let waiter = try Background {
      isWaiting.set()
      return aha_job_wait(job, -1)
    }
    isWaiting.wait()
    #expect(name(aha_job_wait(job, 5)) == "AHA_PENDING")
    #expect(aha_engine_release(engine) == aha_result(AHA_OK))
    #expect(["AHA_ERROR_CANCELLED", "AHA_ERROR_RELEASED"].contains(waiter.result().map(name)))
    #expect(name(aha_job_wait(job, 0)) == "AHA_ERROR_RELEASED" && file.destroyed == 1)
  }

  /// The release waits for a slow function of the host.
  @Test func waitsForJobs() throws {
    let engine = try newEngine()
    let slow = SlowFile()
    let stream = try slow.file.newStream()
    var sound: OpaquePointer?
    _ = try made { aha_sound_start_load(engine, stream, nil, &sound, $0) }
    aha_stream_release(stream)
    slow.isInside.wait()
    let release = try releasing(engine)
    waitForEnd(engine)
    #expect(!release.hasEnded && slow.file.destroyed == 0)
    slow.mayGoOn.set()
    #expect(release.result() == aha_result(AHA_OK) && slow.file.destroyed == 1)
    #expect(name(aha_sound_release(sound)) == "AHA_ERROR_RELEASED")
  }

  /// A sound in a load job must not outlive the engine.
  @Test func refusesASoundLoadedAfterTheRelease() throws {
    nonisolated(unsafe) let engine = try newEngine()
    let slow = SlowFile()
    nonisolated(unsafe) let stream = try slow.file.newStream()
    nonisolated(unsafe) var sound = OpaquePointer(bitPattern: 8)
    let load = try Background { aha_sound_load_stream(engine, stream, nil, &sound) }
    slow.isInside.wait()
    let release = try releasing(engine)
    waitForEnd(engine)
    slow.mayGoOn.set()
    #expect(load.result().map(name) == "AHA_ERROR_RELEASED")
    #expect(release.result() == aha_result(AHA_OK))
    #expect(sound == nil, "a sound of an engine that is gone")
    #expect(aha_sound_length_frames(sound) == 0)
    aha_stream_release(stream)
    #expect(slow.file.destroyed == 1)
  }

  /// Every call in progress returns a code when the engine is released.
  @Test func whileEverythingIsUsed() throws {
    for _ in 0..<20 {
      nonisolated(unsafe) let engine = try newEngine()
      nonisolated(unsafe) let sound = try newSound(engine)
      let strange = Atomic<Int32>(0)
      let turns = Atomic<Int>(0)
      let users = try (0..<3).map { thread in
        try Background {
          while true {
            let result = EngineReleaseTests.use(engine, sound, thread)
            turns.add(1, ordering: .relaxed)
            if result == aha_result(AHA_ERROR_RELEASED) { break }
            // This engine is not rendered, so released objects may still have their slots.
            let isUsual = [aha_result(AHA_OK), aha_result(AHA_ERROR_LIMIT)].contains(result)
            if !isUsual { strange.store(result, ordering: .relaxed) }
          }
        }
      }
      while turns.load(ordering: .relaxed) < 30 {}
      #expect(aha_engine_release(engine) == aha_result(AHA_OK))
      #expect(users.allSatisfy { $0.result() != nil })
      #expect(name(strange.load(ordering: .relaxed)) == "AHA_OK")
    }
  }

  private static func use(
    _ engine: OpaquePointer, _ sound: OpaquePointer, _ thread: Int
  ) -> aha_result {
    var made: OpaquePointer?
    if thread == 0 {
      let result = aha_player_create(engine, sound, nil, nil, &made)
      return result == 0 ? aha_player_start(made, nil) | aha_player_release(made) : result
    }
    if thread == 1 {
      let result = aha_bus_create(engine, nil, &made)
      return result == 0 ? aha_bus_set_gain_db(made, -3, nil) | aha_bus_release(made) : result
    }
    let result = aha_sound_create(engine, [0, 1, 0], 3, 1, 44_100, &made)
    return result == 0 ? aha_sound_release(made) : result
  }
}
