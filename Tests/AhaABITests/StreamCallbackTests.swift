import AhaTestSupport
import CAha
import Testing

@Suite("Inside the host's stream functions")
struct StreamCallbackTests {
  /// Answers that were given inside a callback, by function.
  private final class Answers: @unchecked Sendable {
    var codes: [String: aha_result] = [:]
    var lines: [String: String] = [:]

    func note(_ name: String, _ result: aha_result) {
      (codes[name], lines[name]) = (result, lastError)
    }
  }

  /// Calls every function that the headers call blocking, with arguments that are good.
  private func callBlocking(_ world: World, _ offline: OpaquePointer, _ answers: Answers) {
    var out: OpaquePointer?
    var frame: [Float] = [0, 0]
    answers.note("aha_component_load", aha_component_load(0))
    answers.note("aha_job_wait", aha_job_wait(world[.job], 0))
    answers.note("aha_stream_open", aha_stream_open("/dev/null", &out))
    answers.note("aha_sound_load", aha_sound_load(world[.engine], "/dev/null", nil, &out))
    answers.note(
      "aha_sound_load_stream", aha_sound_load_stream(world[.engine], world[.stream], nil, &out))
    answers.note("aha_sound_create", aha_sound_create(world[.engine], frame, 1, 1, 48_000, &out))
    answers.note("aha_sound_read_frames", aha_sound_read_frames(world[.sound], 0, &frame, 1, nil))
    answers.note("aha_recovery_open", aha_recovery_open("/nowhere", &out))
    answers.note(
      "aha_recorder_create",
      aha_recorder_create(world[.engine], nil, "/nowhere/a.wav", nil, nil, &out))
    answers.note("aha_recorder_wait", aha_recorder_wait(world[.recorder], 0))
    answers.note("aha_recorder_load_take", aha_recorder_load_take(world[.recorder], nil, &out))
    var count: UInt32 = 0
    answers.note("aha_device_load_list", aha_device_load_list(&count))
    answers.note("aha_device_open", aha_device_open(world[.engine], nil, &out))
    answers.note("aha_device_start", aha_device_start(world[.device]))
    answers.note("aha_device_stop", aha_device_stop(world[.device]))
    answers.note("aha_device_release", aha_device_release(world[.device]))
    answers.note("aha_input_measure_latency", aha_input_measure_latency(world[.input], nil))
    callBlockingOfProjects(world, answers)
    answers.note("aha_account_open", aha_account_open(world[.client], nil, nil, &out))
    answers.note(
      "aha_client_get_account_count", aha_client_get_account_count(world[.client], &count))
    answers.note(
      "aha_client_copy_account", aha_client_copy_account(world[.client], 0, 1, nil, 0, nil))
    answers.note("aha_request_set_reply_file", aha_request_set_reply_file(world[.request], "x"))
    answers.note("aha_request_sign", aha_request_sign(world[.request], nil, 0, nil, 0))
    answers.note(
      "aha_stream_open_remote", aha_stream_open_remote(world[.client], nil, "http://x/", &out))
    callBlockingOfDrops(world, answers)
    callBlockingOfLibraries(world, answers)
    answers.note("aha_engine_render", aha_engine_render(offline, &frame, 1))
    answers.note("aha_engine_release", aha_engine_release(offline))
  }

  private func callBlockingOfProjects(_ world: World, _ answers: Answers) {
    let (project, session) = (world[.project], world[.session])
    var out: OpaquePointer?
    var state: aha_file_state = 0
    answers.note("aha_project_create", aha_project_create("/nowhere/a.aha", nil, &out))
    answers.note("aha_project_open", aha_project_open("/nowhere/a.aha", nil, &out))
    answers.note("aha_project_add_track", aha_project_add_track(project, "/dev/null", nil, nil))
    answers.note("aha_project_set_track_path", aha_project_set_track_path(project, 1, "/dev/null"))
    answers.note("aha_project_get_file_state", aha_project_get_file_state(project, 1, &state))
    answers.note("aha_piece_load", aha_piece_load("/dev/null", &out))
    answers.note("aha_piece_load_tags", aha_piece_load_tags("/dev/null", &out))
    answers.note("aha_piece_embed", aha_piece_embed(world[.piece], "/nowhere/a.wav"))
    answers.note("aha_piece_save", aha_piece_save(world[.piece], "/nowhere/a.json"))
    answers.note("aha_analysis_load", aha_analysis_load("/dev/null", &out))
    let frame: [Float] = [0]
    answers.note("aha_analysis_create", aha_analysis_create(frame, 1, 1, 48_000, &out))
    _ = aha_analysis_release(out)  // the one that may have come to something
    answers.note("aha_cover_draw", aha_cover_draw(world[.piece], nil, "/nowhere/a.png"))
    answers.note("aha_cover_check", aha_cover_check("/dev/null", nil))
    answers.note("aha_cover_copy", aha_cover_copy("/dev/null", "/nowhere/a.png", nil))
    answers.note("aha_waveform_draw", aha_waveform_draw("/dev/null", "/nowhere/a.png", nil))
    answers.note("aha_spectrogram_draw", aha_spectrogram_draw("/dev/null", "/nowhere/a.png", nil))
    answers.note("aha_session_create", aha_session_create(project, world[.engine], nil, &out))
    answers.note("aha_session_update", aha_session_update(session))
    answers.note("aha_session_save_moves", aha_session_save_moves(session, 0, nil))
  }

  private func callBlockingOfDrops(_ world: World, _ answers: Answers) {
    let (client, destination, drop) = (world[.client], world[.destination], world[.drop])
    let opening = world[.opening]
    var (out, count) = (OpaquePointer?.none, UInt32(0))
    var info = aha_destination_info_init()
    answers.note("aha_destination_create", aha_destination_create(client, 1, nil, &out))
    answers.note("aha_destination_get_info", aha_destination_get_info(destination, &info))
    answers.note("aha_drop_create", aha_drop_create(destination, world[.piece], nil, &out))
    answers.note("aha_drop_share", aha_drop_share(drop, destination, &out))
    answers.note("aha_drop_answer_file", aha_drop_answer_file(drop, 1, "/dev/null", nil))
    answers.note("aha_drop_answer_bytes", aha_drop_answer_bytes(drop, 1, "x", 1, nil))
    answers.note("aha_drop_answer_stream", aha_drop_answer_stream(drop, 1, world[.stream], nil))
    answers.note("aha_drop_answer_job", aha_drop_answer_job(drop, 1, world[.job], "/x", nil))
    answers.note("aha_drop_set_cover", aha_drop_set_cover(drop, "/dev/null"))
    answers.note("aha_drop_commit", aha_drop_commit(drop))
    answers.note("aha_drop_start", aha_drop_start(drop, nil))
    answers.note("aha_drop_send", aha_drop_send(drop, "/dev/null", nil))
    answers.note("aha_drop_discard", aha_drop_discard(drop, nil))
    answers.note("aha_drop_forget", aha_drop_forget(drop))
    answers.note("aha_client_get_drop_count", aha_client_get_drop_count(client, &count))
    answers.note("aha_client_copy_drop", aha_client_copy_drop(client, 0, nil, 0, nil))
    answers.note("aha_drop_open", aha_drop_open(client, "0", &out))
    answers.note("aha_opening_save", aha_opening_save(opening, 1, nil, "/x", nil))
    answers.note("aha_opening_open_stream", aha_opening_open_stream(opening, 1, nil, &out))
  }

  private func callBlockingOfLibraries(_ world: World, _ answers: Answers) {
    let (library, piece, drop) = (world[.library], world[.piece], world[.drop])
    var (out, number) = (OpaquePointer?.none, Int64(0))
    func noteItems(
      _ function: String, _ call: (UnsafeMutablePointer<OpaquePointer?>) -> aha_result
    ) {
      var items: OpaquePointer?
      answers.note(function, call(&items))
      _ = aha_items_release(items)  // those that may have come to something
    }
    answers.note("aha_library_open", aha_library_open("/nowhere/a", &out))
    answers.note("aha_library_get_count", aha_library_get_count(library, &number))
    noteItems("aha_library_get_item") { aha_library_get_item(library, 1, $0) }
    noteItems("aha_library_find") { aha_library_find(library, "/x", $0) }
    noteItems("aha_library_check") { aha_library_check(library, 1, $0) }
    answers.note("aha_library_add_file", aha_library_add_file(library, "/x", 0, nil))
    answers.note(
      "aha_library_add_piece", aha_library_add_piece(library, piece, "/x", nil, 4, 1, nil))
    answers.note("aha_library_add_drop", aha_library_add_drop(library, drop, nil))
    answers.note("aha_library_forget", aha_library_forget(library, 1))
    answers.note("aha_library_analyze", aha_library_analyze(library, 1, nil))
    noteItems("aha_library_list") { aha_library_list(library, nil, $0) }
    noteItems("aha_items_next") { aha_items_next(world[.items], $0) }
    noteItems("aha_library_get_ancestors") { aha_library_get_ancestors(library, 1, $0) }
    noteItems("aha_library_get_descendants") { aha_library_get_descendants(library, 1, $0) }
    noteItems("aha_library_get_duplicates") { aha_library_get_duplicates(library, 0, $0) }
    answers.note("aha_library_scan", aha_library_scan(library, nil, nil, nil))
    answers.note("aha_library_start_watch", aha_library_start_watch(library, nil))
    answers.note("aha_library_stop_watch", aha_library_stop_watch(library))
    answers.note(
      "aha_library_sync", aha_library_sync(library, world[.destination], nil, nil, nil))
    answers.note(
      "aha_library_sync_feed",
      aha_library_sync_feed(library, world[.client], "http://x/", nil, nil, nil))
    answers.note(
      "aha_library_fetch", aha_library_fetch(library, world[.client], nil, 1, "/x", nil))
    answers.note("aha_library_note", aha_library_note(library, 1, 0, 0, 0))
    answers.note(
      "aha_library_copy_history", aha_library_copy_history(library, 0, 0, 0, nil, 0, nil))
    answers.note("aha_library_get_first", aha_library_get_first(library, 0, &number))
    answers.note(
      "aha_library_copy_history_json", aha_library_copy_history_json(library, 0, 0, 0, nil, 0, nil))
    answers.note(
      "aha_library_draw_history", aha_library_draw_history(library, 0, 0, 0, "/x", nil))
  }

  /// Runs `body` within a read that `load` leads to.
  private func insideRead(
    _ load: (OpaquePointer) throws -> Void, _ body: @escaping () -> Void
  ) throws {
    let file = HostFile(halfASecond, onRead: body)
    let stream = try file.newStream()
    defer { aha_stream_release(stream) }
    try load(stream)
    #expect(file.readCalls > 0)
  }

  @Test(arguments: ["call", "job"])
  func blockingCallsAreRefused(thread: String) throws {
    let world = try World()
    let offline = try newEngine(isOffline: true)
    let answers = Answers()
    try insideRead({ stream in
      if thread == "call" {
        _ = try made { aha_sound_load_stream(world[.engine], stream, nil, $0) }
      } else {
        var sound: OpaquePointer?
        let job = try made { aha_sound_start_load(world[.engine], stream, nil, &sound, $0) }
        #expect(aha_job_wait(job, 10_000) == aha_result(AHA_OK), "\(lastError)")
      }
    }) { callBlocking(world, offline, answers) }
    for (function, code) in answers.codes {
      #expect(name(code) == "AHA_ERROR_REENTRANT", "\(function)")
      #expect(code >= 0 || answers.lines[function]?.contains("callbacks") == true, "\(function)")
    }
    #expect(aha_engine_release(offline) == aha_result(AHA_OK))
    #expect(aha_job_wait(world[.job], 0) == aha_result(AHA_OK))  // outside, all is as before
  }

  @Test func noBlockingFunctionIsForgotten() throws {
    let (world, answers) = (try World(), Answers())
    callBlocking(world, try newEngine(), answers)
    #expect(blockingFunctions == Set(answers.codes.keys))
  }

  @Test func otherCallsAreAllowed() throws {
    let world = try World()
    let answers = Answers()
    try insideRead({ stream in
      _ = try made { aha_sound_load_stream(world[.engine], stream, nil, $0) }
    }) {
      answers.note("gain", aha_player_set_gain_db(world[.player], -3))
      answers.note("start", aha_player_start(world[.player]))
      answers.note("cancel", aha_job_cancel(world[.job]))
      answers.note("retain", aha_sound_retain(world[.sound]))
    }
    #expect(answers.codes.count == 4 && answers.codes.allSatisfy { $0.value == 0 })
  }

  /// While a stream is destroyed libaha holds no lock that the host could need.
  @Test(arguments: ["load job", "failed load job", "streamed player"])
  func destroyMayCall(use: String) throws {
    let world = try World(isOffline: true)
    let content = use == "failed load job" ? [1, 2, 3] : halfASecond
    nonisolated(unsafe) var results: [aha_result] = []
    let (isLetGo, hasEnded) = (Event(), Event())
    let wait: () -> Void = use == "streamed player" ? {} : { isLetGo.wait() }
    let file = HostFile(content, onRead: wait, onDestroy: {
      var (event, job) = (aha_event_init(), OpaquePointer?.none)
      var sound: OpaquePointer?
      results.append(aha_player_set_gain_db(world[.player], -2))
      results.append(min(0, aha_engine_next_event(world[.engine], &event)))
      results.append(aha_sound_start_load(world[.engine], world[.stream], nil, &sound, &job))
      hasEnded.set()
    })
    let user = try Background { try? self.use(file, use, world, isLetGo) }
    let didReturn = user.result(seconds: 4) != nil
    let didEnd = hasEnded.wait(seconds: 4)
    // Nothing can be ended any more when somebody is stuck.
    if !didReturn || !didEnd { _ = Unmanaged.passRetained(world) }
    try #require(didReturn && didEnd, "a lock is held while destroy is called")
    #expect(results.map(name) == ["AHA_OK", "AHA_OK", "AHA_OK"] && file.destroyed == 1)
  }

  /// Uses a stream in a way that leaves it to libaha to destroy it.
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
      aha_player_set_pan(world[.player], 0)  // collects what the renderer is done with
    } else {
      var sound: OpaquePointer?
      let job = try made { aha_sound_start_load(world[.engine], stream, nil, &sound, $0) }
      aha_stream_release(stream)
      aha_sound_release(sound)
      isLetGo.set()
      aha_job_wait(job, 10_000)
    }
  }
}
