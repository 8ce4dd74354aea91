import AhaTestSupport
import CAha
import Testing

@Suite("Inside the host's stream functions")
struct StreamCallbackTests {
  /// Codes of calls made inside a callback, by function.
  private final class Answers: @unchecked Sendable {
    var codes: [String: aha_result] = [:]
    var lines: [String: String] = [:]

    func note(_ name: String, _ result: aha_result) {
      (codes[name], lines[name]) = (result, lastError)
    }
  }

  /// Calls every function tagged [blocking] with a valid handle.
  private func callBlocking(_ world: World, _ answers: Answers) {
    for function in fallible where blockingFunctions.contains(function.name) {
      answers.note(function.name, function.call(function.kind.map { world[$0] }))
    }
  }

  /// Runs `body` within a read that a load causes.
  private func insideRead(
    _ load: (OpaquePointer) throws -> Void, _ body: @escaping () -> Void
  ) throws {
    let file = HostFile(halfASecond, onRead: body)
    let stream = try file.newStream()
    defer { aha_stream_release(stream) }
    try load(stream)
    #expect(file.readCalls > 0)
  }

  private func load(_ stream: OpaquePointer, _ world: World, _ thread: String) throws {
    if thread == "call" {
      _ = try made { aha_sound_load_stream(world[.engine], stream, nil, $0) }
    } else {
      var sound: OpaquePointer?
      let job = try made { aha_sound_start_load(world[.engine], stream, nil, &sound, $0) }
      #expect(aha_job_wait(job, 30_000) == aha_result(AHA_OK), "\(lastError)")
    }
  }

  @Test(arguments: ["call", "job"])
  func denormalsAreFlushedUntilTheCallReturns(thread: String) throws {
    func half() -> Float { .leastNormalMagnitude / Float(CommandLine.arguments.count + 1) }
    let world = try World(isOffline: true)
    nonisolated(unsafe) var inside: Float = 1
    try insideRead({ try load($0, world, thread) }) { inside = half() }
    #expect(inside == 0 && half() > 0)
  }

  @Test(arguments: ["call", "job"])
  func blockingCallsAreRefused(thread: String) throws {
    let world = try World(isOffline: true)
    let answers = Answers()
    try insideRead({ try load($0, world, thread) }) { callBlocking(world, answers) }
    for (function, code) in answers.codes {
      #expect(name(code) == "AHA_ERROR_REENTRANT", "\(function)")
      #expect(code >= 0 || answers.lines[function]?.contains("callbacks") == true, "\(function)")
    }
    #expect(Set(answers.codes.keys) == blockingFunctions)
    // outside the callback the call works again
    #expect(aha_job_wait(world[.job], 0) == aha_result(AHA_OK))
  }

  @Test func otherCallsAreAllowed() throws {
    let world = try World()
    let answers = Answers()
    try insideRead({ stream in
      _ = try made { aha_sound_load_stream(world[.engine], stream, nil, $0) }
    }) {
      answers.note("gain", aha_player_set_gain_db(world[.player], -3, nil))
      answers.note("start", aha_player_start(world[.player], nil))
      answers.note("cancel", aha_job_cancel(world[.job]))
      answers.note("retain", aha_sound_retain(world[.sound]))
    }
    #expect(answers.codes.count == 4 && answers.codes.allSatisfy { $0.value == 0 })
  }

  /// libaha destroys a stream without holding a lock that the host could need.
  @Test(arguments: ["load job", "failed load job", "streamed player"])
  func destroyMayCall(use: String) throws {
    let world = try World(isOffline: true)
    let content = use == "failed load job" ? [1, 2, 3] : halfASecond
    nonisolated(unsafe) var results: [aha_result] = []
    let (isLetGo, hasEnded) = (Event(), Event())
    let wait: () -> Void = use == "streamed player" ? {} : { isLetGo.wait() }
    let file = HostFile(
      content, onRead: wait,
      onDestroy: {
        var (event, job) = (aha_event_init(), OpaquePointer?.none)
        var sound: OpaquePointer?
        results.append(aha_player_set_gain_db(world[.player], -2, nil))
        results.append(min(0, aha_engine_next_event(world[.engine], &event)))
        results.append(aha_sound_start_load(world[.engine], world[.stream], nil, &sound, &job))
        hasEnded.set()
      })
    let user = try Background { try? self.use(file, use, world, isLetGo) }
    let didReturn = user.result() != nil
    let didEnd = hasEnded.wait()
    // With a stuck thread, nothing can be released.
    if !didReturn || !didEnd { _ = Unmanaged.passRetained(world) }
    try #require(didReturn && didEnd, "a lock is held while destroy is called")
    #expect(results.map(name) == ["AHA_OK", "AHA_OK", "AHA_OK"] && file.destroyed == 1)
  }

  /// Uses a stream so that libaha destroys it later.
  private func use(_ file: HostFile, _ how: String, _ world: World, _ isLetGo: Event) throws {
    let stream = try file.newStream()
    if how == "streamed player" {
      var options = aha_sound_options_init()
      options.mode = aha_sound_mode(AHA_SOUND_STREAMED)
      let sound = try made { aha_sound_load_stream(world[.engine], stream, &options, $0) }
      let player = try made { aha_player_create(world[.engine], sound, nil, nil, $0) }
      aha_stream_release(stream)
      aha_sound_release(sound)
      aha_player_release(player)
      var frames = [Float](repeating: 0, count: 2000)
      aha_engine_render(world[.engine], &frames, 1000)
      aha_player_set_pan(world[.player], 0, nil)  // frees objects that the renderer no longer uses
    } else {
      var sound: OpaquePointer?
      let job = try made { aha_sound_start_load(world[.engine], stream, nil, &sound, $0) }
      aha_stream_release(stream)
      aha_sound_release(sound)
      isLetGo.set()
      aha_job_wait(job, 30_000)
    }
  }
}
