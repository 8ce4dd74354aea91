import CAha
import Testing

/// Cases that Tests/abi/abuse_handles.c and handles.c leave out. Those files call every function
/// with NULL, foreign, forged and released handles, and with handles of ended engines and clients.
@Suite("Handles")
struct HandleTests {
  /// Functions for the audio thread have no memory to name the offending value.
  private func namesValues(_ function: String) -> Bool { !renderFunctions.contains(function) }

  /// Functions that take a handle of this kind.
  private func functions(_ kind: Kind) -> [Function] {
    fallible.filter { $0.kind == kind }
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

  /// Opening an account twice gives the same handle, which two releases end.
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

  /// A typed function of a kind of handle.
  private func typed(_ kind: Kind, _ verb: String) throws -> Function {
    try #require(fallible.first { $0.name == "aha_\(kind)_\(verb)" })
  }

  @Test(arguments: Kind.allCases.filter { $0 != .chain })
  func retainingAddsAnOwner(kind: Kind) throws {
    let world = try World()
    let (retain, release) = (try typed(kind, "retain"), try typed(kind, "release"))
    for _ in 0..<3 { #expect(retain.call(world[kind]) == aha_result(AHA_OK)) }
    for _ in 0..<4 { #expect(release.call(world[kind]) == aha_result(AHA_OK), "\(lastError)") }
    #expect(name(release.call(world[kind])) == "AHA_ERROR_RELEASED")
  }

  @Test(arguments: Kind.allCases.filter { $0 != .chain })
  func oneFunctionReleasesEveryKind(kind: Kind) throws {
    let world = try World()
    let (handle, release) = (UnsafeMutableRawPointer(world[kind]), try typed(kind, "release"))
    #expect(aha_retain(handle) == aha_result(AHA_OK), "\(lastError)")
    #expect(release.call(world[kind]) == aha_result(AHA_OK))
    #expect(aha_release(handle) == aha_result(AHA_OK), "\(lastError)")
    #expect(name(aha_release(handle)) == "AHA_ERROR_RELEASED")
    #expect(name(aha_retain(handle)) == "AHA_ERROR_RELEASED")
  }

  @Test(arguments: Kind.allCases.filter { $0 != .chain })
  func aReleaseOfAnotherKindReleasesNothing(kind: Kind) throws {
    let world = try World()
    for other in Kind.allCases where other != kind && other != .chain {
      #expect(name(try typed(other, "release").call(world[kind])) == "AHA_ERROR_INVALID_HANDLE")
    }
    #expect(world.release(kind) == aha_result(AHA_OK), "\(lastError)")
  }

  @Test func aChainHasNoOwners() throws {
    let world = try World()
    let chain = UnsafeMutableRawPointer(world[.chain])
    for call in [aha_retain, aha_release] {
      #expect(name(call(chain)) == "AHA_ERROR_INVALID_ARGUMENT")
      #expect(lastError.hasSuffix("belongs to its player or bus: retain or release that"))
    }
    #expect(aha_chain_count(world[.chain]) == 1)
  }

  /// The host cannot remove the master bus from its engine.
  @Test func theMasterBusStays() throws {
    let world = try World()
    let master = try #require(aha_engine_master_bus(world[.engine]))
    #expect(name(aha_bus_release(master)) == "AHA_ERROR_INVALID_ARGUMENT")
    #expect(aha_bus_retain(master) == aha_result(AHA_OK))
    #expect(aha_bus_release(master) == aha_result(AHA_OK))
    #expect(name(aha_bus_release(master)) == "AHA_ERROR_INVALID_ARGUMENT")
    #expect(aha_engine_master_bus(world[.engine]) == master)
    #expect(aha_bus_set_gain_db(master, -3, nil) == aha_result(AHA_OK))
  }

  /// Released objects free their slots without another render.
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
