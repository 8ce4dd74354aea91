import CAha
import Testing

@Suite("Handles")
struct HandleTests {
  /// What the audio thread may call has no memory to name the offending value.
  private func namesValues(_ function: String) -> Bool { !renderFunctions.contains(function) }

  /// What takes a handle of this kind.
  private func functions(_ kind: Kind) -> [Function<aha_result>] {
    fallible.filter { $0.kind == kind }
  }

  /// Their first argument is a number, which is no good one here.
  private let namesNumber = [
    "aha_log_set_sink", "aha_component_load", "aha_effect_get_info",
    "aha_effect_get_parameter_info",
  ]

  @Test(arguments: fallible)
  func nullIsAnswered(function: Function<aha_result>) {
    let result = function.call(nil)
    let wanted = function.kind == nil ? AHA_ERROR_INVALID_ARGUMENT : AHA_ERROR_INVALID_HANDLE
    #expect(name(result) == name(aha_result(wanted)))
    #expect(lastError.contains("NULL") || namesNumber.contains(function.name), "\(lastError)")
  }

  /// Addresses of all sorts, and numbers that look like handles but are of no kind.
  private static let foreign: [UInt] = [
    1, 2, 7, 8, 0x1000, 0x7FFF_FFFF_FFF8, 0xA4 << 56, 0xA4 << 56 | 1, 0xA491 << 48, 0xA4B1 << 48,
    UInt(Int.max), UInt(bitPattern: Int.min), .max,
  ]

  @Test(arguments: fallible.filter { $0.kind != nil })
  func foreignPointersAreAnswered(function: Function<aha_result>) {
    let isStatic = !namesValues(function.name)
    withUnsafePointer(to: 0) { local in
      for number in HandleTests.foreign + [UInt(bitPattern: local)] {
        let result = function.call(OpaquePointer(bitPattern: number))
        #expect(name(result) == "AHA_ERROR_INVALID_HANDLE", "0x\(String(number, radix: 16))")
        let isNamed = lastError.contains("0x" + String(number, radix: 16))
        #expect(isNamed || isStatic, "\(lastError)")
      }
    }
  }

  /// A number that was never given out, of the right kind: its slot or its generation is not there.
  @Test(arguments: fallible.filter { $0.kind != nil })
  func inventedHandlesAreAnswered(function: Function<aha_result>) {
    let kind = function.kind!.number
    for rest in [UInt(0xFF_FFFF), 0xABCD_EF00_0000, 0xFFFF_FFFF_FFFF] {
      let result = function.call(OpaquePointer(bitPattern: 0xA4 << 56 | kind << 48 | rest))
      #expect(name(result) == "AHA_ERROR_INVALID_HANDLE")
    }
  }

  /// A live handle with the kind's byte of another one; nil where that is a handle too: a chain's.
  private func forged(_ world: World, _ other: Kind, as kind: Kind) -> OpaquePointer? {
    if [kind, other].contains(.chain), [.player, .bus].contains(kind == .chain ? other : kind) {
      return nil
    }
    let kinds: UInt = 0xFF << 48
    return OpaquePointer(bitPattern: number(world[other]) & ~kinds | number(world[kind]) & kinds)
  }

  @Test(arguments: Kind.allCases) func aLiveHandleWithAnotherKindsByteIsRefused(kind: Kind) throws {
    let world = try World()
    for other in Kind.allCases where other != kind {
      guard let handle = forged(world, other, as: kind) else { continue }
      for function in functions(kind) {
        let result = name(function.call(handle))
        #expect(result == "AHA_ERROR_INVALID_HANDLE", "\(function.name), \(other)")
      }
      for getter in getters where getter.kind == kind {
        #expect(getter.call(handle), "\(getter.name), \(other)")
      }
    }
  }

  @Test(arguments: Kind.allCases) func handlesOfAnotherKindAreAnswered(kind: Kind) throws {
    let world = try World()
    for function in functions(kind) {
      let isStatic = !namesValues(function.name)
      for other in Kind.allCases where other != kind {
        let result = function.call(world[other])
        #expect(name(result) == "AHA_ERROR_INVALID_HANDLE", "\(function.name), \(other)")
        let isNamed = lastError.contains("kind \(other), not \(kind)")
        #expect(isNamed || isStatic, "\(function.name): \(lastError)")
      }
    }
  }

  @Test(arguments: Kind.allCases) func releasedHandlesAreAnswered(kind: Kind) throws {
    let world = try World()
    #expect(world.release(kind) == aha_result(AHA_OK), "\(lastError)")
    for function in functions(kind) {
      #expect(name(function.call(world[kind])) == "AHA_ERROR_RELEASED", "\(function.name)")
      let isNamed = lastError.contains("the \(kind) 0x")
      #expect(lastError.contains("was released") && isNamed == namesValues(function.name))
    }
  }

  private static let ownLife: [Kind] = [
    .stream, .recovery, .project, .piece, .analysis, .client, .account, .request,
    .destination, .drop, .opening, .library, .items, .report,
  ]
  private static let ofClients: [Kind] = [.account, .request, .destination, .drop, .opening]

  /// All that was made from an engine ends with it; a stream is not made from an engine.
  @Test func everythingEndsWithItsEngine() throws {
    let world = try World()
    let master = try #require(aha_engine_master_bus(world[.engine]))
    #expect(aha_engine_release(world[.engine]) == aha_result(AHA_OK))
    for kind in Kind.allCases where !HandleTests.ownLife.contains(kind) {
      for function in functions(kind) {
        #expect(name(function.call(world[kind])) == "AHA_ERROR_RELEASED", "\(function.name)")
        if kind == .bus { #expect(name(function.call(master)) == "AHA_ERROR_RELEASED") }
      }
    }
    #expect(aha_stream_retain(world[.stream]) == aha_result(AHA_OK))
    aha_stream_release(world[.stream])
  }

  @Test func everythingEndsWithItsClient() throws {
    let world = try World()
    #expect(aha_client_release(world[.client]) == aha_result(AHA_OK))
    for function in HandleTests.ofClients.flatMap(functions) {
      let result = function.call(world[function.kind!])
      #expect(name(result) == "AHA_ERROR_RELEASED", "\(function.name)")
    }
  }

  /// Two opens give one account, which two releases end.
  @Test func anAccountIsOpenOnce() throws {
    let client = try newClient()
    let first = try newAccount(client)
    #expect(try newAccount(client) == first)
    #expect(aha_account_release(first) == aha_result(AHA_OK))
    #expect(aha_account_release(first) == aha_result(AHA_OK))
    #expect(name(aha_account_release(first)) == "AHA_ERROR_RELEASED")
    #expect(try newAccount(client) != first)
    aha_client_release(client)
  }

  @Test(arguments: Kind.allCases.filter { kind in getters.contains { $0.kind == kind } })
  func gettersHaveAnAnswerForBadHandles(kind: Kind) throws {
    let world = try World()
    let other = try #require(Kind.allCases.first { $0 != kind })
    let getters = getters.filter { $0.kind == kind }
    for getter in getters {
      #expect(getter.call(nil) && lastError.contains("NULL"), "\(getter.name)")
      #expect(getter.call(world[other]) && lastError.contains("kind"), "\(getter.name)")
    }
    world.release(kind)
    for getter in getters {
      #expect(getter.call(world[kind]) && lastError.contains("was released"), "\(getter.name)")
    }
  }

  @Test func gettersAnswerForGoodHandles() throws {
    let world = try World()
    for name in ["aha_engine_sample_rate", "aha_bus_gain_db", "aha_player_gain_db"] {
      let getter = try #require(getters.first { $0.name == name })
      #expect(!getter.call(world[getter.kind!]), "\(name)")
    }
    #expect(String(cString: aha_job_stage(world[.job])) == "done")
  }

  @Test(arguments: Kind.allCases.filter { $0 != .chain })
  func retainingAddsAnOwner(kind: Kind) throws {
    let world = try World()
    let retain = try #require(fallible.first { $0.name == "aha_\(kind)_retain" })
    for _ in 0..<3 { #expect(retain.call(world[kind]) == aha_result(AHA_OK)) }
    for _ in 0..<4 { #expect(world.release(kind) == aha_result(AHA_OK), "\(lastError)") }
    #expect(name(world.release(kind)) == "AHA_ERROR_RELEASED")
  }

  /// The host can't take the master bus from its engine.
  @Test func theMasterBusStays() throws {
    let world = try World()
    let master = try #require(aha_engine_master_bus(world[.engine]))
    #expect(name(aha_bus_release(master)) == "AHA_ERROR_INVALID_ARGUMENT")
    #expect(aha_bus_retain(master) == aha_result(AHA_OK))
    #expect(aha_bus_release(master) == aha_result(AHA_OK))
    #expect(name(aha_bus_release(master)) == "AHA_ERROR_INVALID_ARGUMENT")
    #expect(aha_engine_master_bus(world[.engine]) == master)
    #expect(aha_bus_set_gain_db(master, -3) == aha_result(AHA_OK))
  }

  /// No handle is given out twice, though the slots behind them are: an old handle never comes to
  /// stand for a new object.
  @Test func handlesAreNotUsedTwice() throws {
    var seen = Set<UInt>()
    var slots = Set<UInt>()
    var last: OpaquePointer?
    for _ in 0..<100_000 {
      let stream = try newMemory()
      seen.insert(number(stream))
      slots.insert(number(stream) & 0xFF_FFFF)
      if let last { #expect(aha_stream_retain(last) == aha_result(AHA_ERROR_RELEASED)) }
      aha_stream_release(stream)
      last = stream
    }
    #expect(seen.count == 100_000 && slots.count < 10_000)
  }

  /// What was released makes room, though nobody has rendered since.
  @Test(arguments: [Kind.bus, .player])
  func theReleasedDoNotCount(kind: Kind) throws {
    var options = aha_engine_options_init()
    (options.max_players, options.max_buses) = (4, 4)
    let engine = try made { aha_engine_create(&options, $0) }
    defer { aha_engine_release(engine) }
    let sound = try newSound(engine)
    for _ in 0..<10 {
      if kind == .bus {
        aha_bus_release(try made { aha_bus_create(engine, nil, $0) })
      } else {
        aha_player_release(try made { aha_player_create(engine, sound, nil, nil, $0) })
      }
    }
  }
}
