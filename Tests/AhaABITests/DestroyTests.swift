import AhaTestSupport
import CAha
import Testing

@Suite("Destroy is called once")
struct DestroyTests {
  /// Failing calls of aha_stream_create.
  private static let failures: [String: @Sendable (inout aha_stream_callbacks) -> Void] = [
    "no seek": { $0.seek = nil }, "no length": { $0.length = nil },
    "neither read nor write": { ($0.read, $0.write) = (nil, nil) },
    "no size": { $0.struct_size = 0 }, "a wild size": { $0.struct_size = .max },
    "a short size": { $0.struct_size = 24 },
  ]

  @Test(arguments: failures.keys.sorted())
  func whenAStreamCannotBeMade(reason: String) {
    let file = HostFile()
    var callbacks = HostFile.callbacks
    DestroyTests.failures[reason]?(&callbacks)
    var stream = OpaquePointer(bitPattern: 8)
    let result = aha_stream_create(&callbacks, file.userData, HostFile.destroy, &stream)
    #expect(name(result) == "AHA_ERROR_INVALID_ARGUMENT" && stream == nil)
    #expect(file.destroyed == 1)
  }

  @Test func whenArgumentsAreMissing() {
    let files = (0..<5).map { _ in HostFile() }
    var callbacks = HostFile.callbacks
    var stream: OpaquePointer?
    let destroy = HostFile.destroy
    let results = [
      aha_stream_create(&callbacks, files[0].userData, destroy, nil),
      aha_stream_create(nil, files[1].userData, destroy, &stream),
      aha_stream_create_memory([1], 1, files[2].userData, destroy, nil),
      aha_stream_create_memory(nil, 1, files[3].userData, destroy, &stream),
      aha_stream_create_memory([1], -1, files[4].userData, destroy, &stream),
    ]
    #expect(results.allSatisfy { name($0) == "AHA_ERROR_INVALID_ARGUMENT" })
    #expect(files.map(\.destroyed) == [1, 1, 1, 1, 1])
  }

  @Test func whenTheCallersStructureSaysTooMuch() {
    struct Newer {
      var known = HostFile.callbacks
      var more = 1
    }
    var newer = Newer()
    newer.known.struct_size = MemoryLayout<Newer>.size
    let file = HostFile()
    var stream: OpaquePointer?
    let result = withUnsafeMutablePointer(to: &newer) { pointer in
      pointer.withMemoryRebound(to: aha_stream_callbacks.self, capacity: 1) {
        aha_stream_create($0, file.userData, HostFile.destroy, &stream)
      }
    }
    #expect(name(result) == "AHA_ERROR_UNSUPPORTED" && stream == nil && file.destroyed == 1)
  }

  @Test func whenMemoryIsNotNeededAnyMore() throws {
    let file = HostFile()
    let bytes: [UInt8] = [1, 2, 3]
    try bytes.withUnsafeBytes { bytes in
      let stream = try made {
        aha_stream_create_memory(bytes.baseAddress, 3, file.userData, HostFile.destroy, $0)
      }
      #expect(file.destroyed == 0)
      #expect(aha_stream_release(stream) == aha_result(AHA_OK) && file.destroyed == 1)
    }
    let empty = HostFile()
    let stream = try made {
      aha_stream_create_memory(nil, 0, empty.userData, HostFile.destroy, $0)
    }
    aha_stream_release(stream)
    #expect(empty.destroyed == 1)
  }

  @Test func whenBorrowedSamplesAreRefused() throws {
    let engine = try newEngine()
    defer { aha_engine_release(engine) }
    let samples = [Float](repeating: 0.5, count: 8)
    try samples.withUnsafeBufferPointer { samples in
      let left = samples.baseAddress
      let odd = (UnsafeRawPointer(left!) + 1).assumingMemoryBound(to: Float.self)
      let (invalid, handle) = ("AHA_ERROR_INVALID_ARGUMENT", "AHA_ERROR_INVALID_HANDLE")
      let calls: [(OpaquePointer?, UnsafePointer<Float>?, UInt64, UInt32, String)] = [
        (engine, nil, 8, 48_000, invalid), (engine, odd, 4, 48_000, invalid),
        (engine, left, 0, 48_000, invalid), (engine, left, UInt64(1e18), 48_000, invalid),
        (engine, left, .max, 48_000, invalid), (engine, left, 8, 44_100, "AHA_ERROR_UNSUPPORTED"),
        (engine, left, 8, 0, "AHA_ERROR_UNSUPPORTED"), (nil, left, 8, 48_000, handle),
      ]
      for (engine, left, count, rate, code) in calls {
        let file = HostFile()
        var sound = OpaquePointer(bitPattern: 8)
        let result = aha_sound_borrow(
          engine, left, nil, count, rate, file.userData, HostFile.destroy, &sound)
        #expect(name(result) == code && sound == nil && file.destroyed == 1, "\(count) \(rate)")
      }
      let file = HostFile()
      let result = aha_sound_borrow(
        engine, left, nil, 8, 48_000, file.userData, HostFile.destroy, nil)
      #expect(name(result) == invalid && file.destroyed == 1)
    }
  }

  @Test func whenBorrowedSamplesAreNotNeededAnyMore() throws {
    let engine = try newEngine()
    let samples = [Float](repeating: 0.5, count: 8)
    try samples.withUnsafeBufferPointer { samples in
      let left = samples.baseAddress
      let files = [HostFile(), HostFile()]
      let sounds = try files.map { file in
        try made {
          aha_sound_borrow(engine, left, left, 8, 48_000, file.userData, HostFile.destroy, $0)
        }
      }
      #expect(aha_sound_samples(sounds[0], 1) == left && aha_sound_samples(sounds[0], 2) == nil)
      aha_sound_release(sounds[0])
      #expect(aha_sound_samples(sounds[0], 0) == nil && files.map(\.destroyed) == [1, 0])
      aha_engine_release(engine)
      #expect(files.map(\.destroyed) == [1, 1])
    }
  }

  @Test func mayBeNull() throws {
    var callbacks = HostFile.callbacks
    let file = HostFile()
    let userData = Unmanaged.passUnretained(file).toOpaque()
    let stream = try made { aha_stream_create(&callbacks, userData, nil, $0) }
    #expect(aha_stream_release(stream) == aha_result(AHA_OK))
    #expect(aha_stream_create(nil, userData, nil, nil) < 0 && file.destroyed == 0)
  }

  private func load(
    _ engine: OpaquePointer, _ file: HostFile, _ mode: Int
  ) throws -> (code: aha_result, sound: OpaquePointer?) {
    var options = aha_sound_options_init()
    options.mode = aha_sound_mode(mode)
    let stream = try file.newStream()
    var sound: OpaquePointer?
    let code = aha_sound_load_stream(engine, stream, &options, &sound)
    #expect(file.destroyed == 0)
    aha_stream_release(stream)
    return (code, sound)
  }

  @Test func whenAResidentSoundIsLoaded() throws {
    let engine = try newEngine()
    defer { aha_engine_release(engine) }
    let file = HostFile(halfASecond)
    #expect(try load(engine, file, AHA_SOUND_RESIDENT).code == aha_result(AHA_OK))
    #expect(file.destroyed == 1)
  }

  @Test func whenLoadingFails() throws {
    let engine = try newEngine()
    defer { aha_engine_release(engine) }
    let contents: [([UInt8], String)] = [
      ([], "AHA_ERROR_EMPTY"), ([9, 9, 9], "AHA_ERROR_UNKNOWN_FORMAT"),
    ]
    for (content, code) in contents {
      for mode in [AHA_SOUND_AUTO, AHA_SOUND_RESIDENT, AHA_SOUND_STREAMED] {
        let file = HostFile(content)
        #expect(try name(load(engine, file, mode).code) == code && file.destroyed == 1)
      }
    }
  }

  /// A streamed sound keeps its stream alive, and so does its player.
  @Test func whenAStreamedSoundEnds() throws {
    let engine = try newEngine(isOffline: true)
    defer { aha_engine_release(engine) }
    let file = HostFile(halfASecond)
    let sound = try #require(try load(engine, file, AHA_SOUND_STREAMED).sound)
    let player = try made { aha_player_create(engine, sound, nil, nil, $0) }
    #expect(file.destroyed == 0)
    aha_sound_release(sound)
    #expect(file.destroyed == 0)
    aha_player_release(player)
    var frames = [Float](repeating: 0, count: 2000)
    aha_engine_render(engine, &frames, 1000)
    // frees objects that the renderer no longer uses
    _ = try made { aha_bus_create(engine, nil, $0) }
    #expect(file.destroyed == 1)
  }

  /// Whatever uses a stream, it is destroyed before the engine's release returns.
  @Test(arguments: ["sound", "streamed sound", "playing", "load job", "failed job", "save job"])
  func whenTheEngineEnds(use: String) throws {
    let engine = try newEngine()
    let file = HostFile(use == "failed job" ? [1, 2, 3] : halfASecond)
    switch use {
    case "sound": _ = try load(engine, file, AHA_SOUND_RESIDENT)
    case "streamed sound": _ = try load(engine, file, AHA_SOUND_STREAMED)
    case "playing":
      let sound = try load(engine, file, AHA_SOUND_STREAMED).sound
      let player = try made { aha_player_create(engine, sound, nil, nil, $0) }
      aha_player_start(player, nil)
      var frames = [Float](repeating: 0, count: 2000)
      aha_engine_render(engine, &frames, 1000)
    case "save job":
      let stream = try file.newStream()
      _ = try made { aha_render_save_stream(engine, stream, 48_000, nil, $0) }
      aha_stream_release(stream)
    default:
      let stream = try file.newStream()
      var sound: OpaquePointer?
      _ = try made { aha_sound_start_load(engine, stream, nil, &sound, $0) }
      aha_stream_release(stream)
    }
    #expect(aha_engine_release(engine) == aha_result(AHA_OK))
    #expect(file.destroyed == 1)
  }
}
