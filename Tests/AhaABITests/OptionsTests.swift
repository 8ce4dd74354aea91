import AhaTestSupport
import CAha
import Testing

/// A structure with a size tag of any size, at the end of memory of its own.
private final class Sized<T: BitwiseCopyable> {
  let memory: UnsafeMutableRawBufferPointer
  var pointer: UnsafeMutablePointer<T> {
    memory.baseAddress!.bindMemory(to: T.self, capacity: 1)
  }

  /// - Parameters:
  ///   - size: What its tag says.
  ///   - fill: What every byte behind the tag is, but for the part of `value` that fits.
  init(_ value: T?, size: Int, room: Int = 8192, fill: UInt8 = 0) {
    memory = .allocate(byteCount: room, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: fill)
    if let value {
      withUnsafeBytes(of: value) { bytes in
        let known = bytes.prefix(max(8, min(size, room)))
        memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: known))
      }
    }
    memory.storeBytes(of: size, as: Int.self)
  }

  deinit { memory.deallocate() }
}

@Suite("Options and other structures")
struct OptionsTests {
  private static let size = MemoryLayout<aha_engine_options>.size
  private static let garbage: [Int] = [
    0, 1, 4, 7, 8, 11, 12, 15, 20, 28, 44, 4097, 8192, 1 << 31, 1 << 32 | 56, .max, .min, -1, -56,
  ]

  /// Makes an engine; returns its channels, or 0 and the code.
  private func create(_ options: Sized<aha_engine_options>) -> (channels: UInt32, aha_result) {
    var engine: OpaquePointer?
    let result = aha_engine_create(options.pointer, &engine)
    #expect((engine == nil) == (result != 0))
    defer { if engine != nil { aha_engine_release(engine) } }
    return (engine == nil ? 0 : aha_engine_channels(engine), result)
  }

  private var mono: aha_engine_options {
    var options = aha_engine_options_init()
    options.channels = 1
    return options
  }

  @Test func initSetsTheSize() {
    #expect(aha_engine_options_init().struct_size == MemoryLayout<aha_engine_options>.size)
    #expect(aha_engine_stats_init().struct_size == MemoryLayout<aha_engine_stats>.size)
    #expect(aha_event_init().struct_size == MemoryLayout<aha_event>.size)
    #expect(aha_job_progress_init().struct_size == MemoryLayout<aha_job_progress>.size)
    #expect(aha_sound_info_init().struct_size == MemoryLayout<aha_sound_info>.size)
    #expect(aha_bus_meter_init().struct_size == MemoryLayout<aha_bus_meter>.size)
  }

  /// A caller of an older version knows fewer fields; what lies behind them is not his.
  @Test(arguments: [16, 24, 32, 40])
  func shortOptionsAreTakenAsFarAsTheyGo(size: Int) {
    let options = Sized(mono, size: size, fill: 0xFF)
    let (channels, result) = create(options)
    #expect(name(result) == "AHA_OK" && channels == 1)
  }

  /// A size that ends inside a pointer must not give a pointer made of its first bytes.
  @Test func aSizeThatCutsAPointerIsRefused() {
    var options = aha_client_options_init()
    for size in 0...options.struct_size + 8 where size < 16 || size % 8 != 0 {
      "org.example.app".withCString { id in
        options.application_id = id
        let torn = Sized(options, size: size, fill: 0xFF)
        var client: OpaquePointer?
        #expect(name(aha_client_create(torn.pointer, &client)) == "AHA_ERROR_INVALID_ARGUMENT")
        #expect(lastError.contains("options->struct_size is \(size)"), "\(lastError)")
      }
    }
  }

  @Test(arguments: [size + 8, 104, 4096])
  func longOptionsMayEndInZeros(size: Int) {
    #expect(create(Sized(mono, size: size)).channels == 1)
  }

  @Test(arguments: [size + 8, 104, 4096])
  func longOptionsMayNotSayMore(size: Int) {
    for offset in [OptionsTests.size, OptionsTests.size + 3, size - 1] {
      let options = Sized(mono, size: size)
      options.memory[offset] = 1
      #expect(name(create(options).1) == "AHA_ERROR_UNSUPPORTED")
      #expect(lastError.contains("byte \(offset)"), "\(lastError)")
    }
    // Behind the structure, anything may be.
    let options = Sized(mono, size: size)
    options.memory[size] = 1
    #expect(create(options).channels == 1)
  }

  @Test(arguments: garbage)
  func sizesThatCannotBeAreRefused(size: Int) {
    #expect(name(create(Sized(mono, size: size)).1) == "AHA_ERROR_INVALID_ARGUMENT")
    #expect(lastError.contains("options->struct_size is \(UInt(bitPattern: size))"))
  }

  @Test func reservedFieldsAreZero() throws {
    let world = try World()
    var options = aha_player_options_init()
    options.reserved = 7
    var player: OpaquePointer?
    let result = aha_player_create(world[.engine], world[.sound], nil, &options, &player)
    #expect(name(result) == "AHA_ERROR_UNSUPPORTED")
    #expect(lastError.contains("reserved is 7"))
  }

  @Test func numbersHaveLimits() {
    expectLimits(\.sample_rate, 8000, 192_000)
    expectLimits(\.channels, 1, 2)
    expectLimits(\.max_players, 1, 65_536)
    expectLimits(\.max_buses, 1, 1024)
    expectLimits(\.event_capacity, 1, 65_536)
    expectLimits(\.threads, 1, 64)
  }

  private func expectLimits(
    _ field: WritableKeyPath<aha_engine_options, UInt32>, _ least: UInt32, _ most: UInt32
  ) {
    for (value, isGood) in [
      (0, true), (least, true), (most, true), (most + 1, false), (.max, false),
      (least - 1, least == 1),
    ] {
      var options = aha_engine_options_init()
      options[keyPath: field] = value
      let result = create(Sized(options, size: OptionsTests.size)).1
      #expect(name(result) == (isGood ? "AHA_OK" : "AHA_ERROR_INVALID_ARGUMENT"), "\(value)")
      #expect(isGood || lastError.contains("\(value)"), "\(lastError)")
    }
  }

  @Test(arguments: [Float(0), 0.1, 5, 1000, -0.0, 0.09, 1001, -5, .nan, .infinity, -.infinity])
  func rampsHaveLimits(milliseconds: Float) {
    var options = aha_engine_options_init()
    options.ramp_ms = milliseconds
    let isGood = milliseconds == 0 || (0.1...1000).contains(milliseconds)
    let result = create(Sized(options, size: OptionsTests.size)).1
    #expect(name(result) == (isGood ? "AHA_OK" : "AHA_ERROR_INVALID_ARGUMENT"))
  }

  // MARK: Structures that are filled in

  /// Tries all sizes: what the caller knows is filled in, what is unknown to us is zero, and what
  /// lies behind is left alone.
  private func expectFilledIn<T: BitwiseCopyable>(
    _ empty: T, _ call: (UnsafeMutablePointer<T>?) -> aha_result
  ) {
    let known = MemoryLayout<T>.size
    let whole = Sized(empty, size: known, fill: 0xAA)
    #expect(call(whole.pointer) >= 0, "\(lastError)")
    for size in [16, known - 8, known, known + 8, known + 104, 4096] {
      let asked = Sized<T>(nil, size: size, fill: 0xAA)
      #expect(call(asked.pointer) >= 0, "\(lastError)")
      #expect(asked.memory.load(as: Int.self) == size)
      let common = min(size, known)
      #expect(asked.memory[8..<common].elementsEqual(whole.memory[8..<common]))
      #expect(asked.memory[common..<size].allSatisfy { $0 == 0 })
      #expect(asked.memory[size...].allSatisfy { $0 == 0xAA }, "\(size) of \(known)")
    }
    for size in OptionsTests.garbage {
      let asked = Sized<T>(nil, size: size, fill: 0xAA)
      #expect(name(call(asked.pointer)) == "AHA_ERROR_INVALID_ARGUMENT")
      #expect(asked.memory[8...].allSatisfy { $0 == 0xAA })
    }
    #expect(name(call(nil)) == "AHA_ERROR_INVALID_ARGUMENT")
    #expect(lastError.contains("is NULL"))
  }

  @Test func structuresAreFilledIn() throws {
    let world = try World()
    expectFilledIn(aha_engine_stats_init()) { aha_engine_get_stats(world[.engine], $0) }
    expectFilledIn(aha_sound_info_init()) { aha_sound_get_info(world[.sound], $0) }
    expectFilledIn(aha_job_progress_init()) { aha_job_get_progress(world[.job], $0) }
    expectFilledIn(aha_bus_meter_init()) { aha_bus_get_meter(world[.bus], $0) }
    var event = aha_event_init()
    while aha_engine_next_event(world[.engine], &event) == aha_result(AHA_OK) {}
    expectFilledIn(aha_event_init()) { aha_engine_next_event(world[.engine], $0) }
  }

  /// A structure that cannot be filled in costs nothing: the event is still there, the peak too.
  @Test func nothingIsLostOnABadStructure() throws {
    let world = try World()
    var event = aha_event_init()
    event.struct_size = 3
    #expect(aha_engine_next_event(world[.engine], &event) == aha_result(AHA_ERROR_INVALID_ARGUMENT))
    event = aha_event_init()
    #expect(aha_engine_next_event(world[.engine], &event) == aha_result(AHA_OK))
    #expect(event.kind == aha_event_kind(AHA_EVENT_JOB_FINISHED))
    aha_player_start(world[.player])
    var frames = [Float](repeating: 0, count: 200)
    aha_engine_render(world[.engine], &frames, 100)
    var meter = aha_bus_meter_init()
    meter.struct_size = 0
    #expect(aha_bus_get_meter(world[.bus], &meter) == aha_result(AHA_ERROR_INVALID_ARGUMENT))
    meter = aha_bus_meter_init()
    #expect(aha_bus_get_meter(world[.bus], &meter) == aha_result(AHA_OK) && meter.peak_left > 0)
  }
}
