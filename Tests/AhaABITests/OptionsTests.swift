import CAha
import Testing

@Suite("Options and other structures")
struct OptionsTests {
  private func create(_ options: aha_engine_options) -> aha_result {
    var (engine, options) = (OpaquePointer?.none, options)
    let result = aha_engine_create(&options, &engine)
    #expect((engine == nil) == (result != 0))
    if engine != nil { aha_engine_release(engine) }
    return result
  }

  @Test func reservedFieldsAreZero() {
    var options = aha_engine_options_init()
    options.reserved = 7
    #expect(name(create(options)) == "AHA_ERROR_UNSUPPORTED")
    #expect(lastError.contains("reserved is 7"))
  }

  @Test func numbersHaveLimits() {
    expectLimits(\.sample_rate, 8000, 192_000)
    expectLimits(\.channels, 1, 2)
    expectLimits(\.max_players, 1, 65_536)
    expectLimits(\.max_buses, 1, 1024)
    expectLimits(\.max_effects, 1, 65_536)
    expectLimits(\.event_capacity, 1, 65_536)
    expectLimits(\.threads, 1, 64)
  }

  private func expectLimits(
    _ field: WritableKeyPath<aha_engine_options, UInt32>, _ least: UInt32, _ limit: UInt32
  ) {
    for (value, isGood) in [
      (0, true), (least, true), (limit, true), (limit + 1, false), (.max, false),
      (least - 1, least == 1),
    ] {
      var options = aha_engine_options_init()
      options[keyPath: field] = value
      let result = create(options)
      #expect(name(result) == (isGood ? "AHA_OK" : "AHA_ERROR_INVALID_ARGUMENT"), "\(value)")
      #expect(isGood || lastError.contains("\(value)"), "\(lastError)")
    }
  }

  @Test(arguments: [Float(0), 0.1, 5, 1000, -0.0, 0.09, 1001, -5, .nan, .infinity, -.infinity])
  func rampsHaveLimits(milliseconds: Float) {
    var options = aha_engine_options_init()
    options.ramp_ms = milliseconds
    let isGood = milliseconds == 0 || (0.1...1000).contains(milliseconds)
    let result = create(options)
    #expect(name(result) == (isGood ? "AHA_OK" : "AHA_ERROR_INVALID_ARGUMENT"))
  }

  /// After a call with an unusable structure, the event and the peak are still there.
  @Test func nothingIsLostOnABadStructure() throws {
    let world = try World()
    var event = aha_event_init()
    event.struct_size = 3
    #expect(aha_engine_next_event(world[.engine], &event) == aha_result(AHA_ERROR_INVALID_ARGUMENT))
    event = aha_event_init()
    #expect(aha_engine_next_event(world[.engine], &event) == aha_result(AHA_OK))
    #expect(event.kind == aha_event_kind(AHA_EVENT_JOB_FINISHED))
    aha_player_start(world[.player], nil)
    var frames = [Float](repeating: 0, count: 200)
    aha_engine_render(world[.engine], &frames, 100)
    var meter = aha_bus_meter_init()
    meter.struct_size = 0
    #expect(aha_bus_read_meter(world[.bus], &meter) == aha_result(AHA_ERROR_INVALID_ARGUMENT))
    meter = aha_bus_meter_init()
    #expect(aha_bus_read_meter(world[.bus], &meter) == aha_result(AHA_OK) && meter.peak_left > 0)
  }
}
