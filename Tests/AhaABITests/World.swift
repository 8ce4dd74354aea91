import AhaTestSupport
import CAha
import Testing

/// An engine with one object of every kind.
final class World {
  private var handles: [Kind: OpaquePointer] = [:]
  private let folder = TemporaryFolder()

  init(isOffline: Bool = false) throws {
    let engine = try newEngine(isOffline: isOffline)
    let sound = try newSound(engine)
    let bus = try made { aha_bus_create(engine, nil, $0) }
    let player = try made { aha_player_create(engine, sound, bus, nil, $0) }
    let stream = try newMemory()
    let job = try made { aha_render_save_stream(engine, stream, 10, nil, $0) }
    try #require(aha_job_wait(job, 30_000) == aha_result(AHA_OK), "\(lastError)")
    // Nondefault values, so that a call with a bad handle would show.
    aha_bus_set_gain_db(bus, 1, nil)
    aha_player_set_gain_db(player, 1, nil)
    let effect = try made { aha_effect_create(engine, 3, $0) }
    let chain = aha_player_chain(player)!
    aha_effect_set_bypassed(effect, 1, nil)
    aha_chain_add(chain, effect)
    var stepped = aha_device_options_init()
    let device = try "stepped".withCString { id in
      stepped.id = id
      return try made { aha_device_open(engine, &stepped, $0) }
    }
    let take = folder.file("take.wav")
    let recorder = try made { aha_recorder_create(engine, nil, take, nil, nil, $0) }
    let recovery = try made { aha_recovery_open("/usr", $0) }
    let input = try made { aha_input_create(engine, bus, nil, nil, $0) }
    let file = folder.file("world.aha")
    let project = try made { aha_project_create(file, nil, $0) }
    let session = try made { aha_session_create(project, engine, nil, $0) }
    let piece = try made { aha_piece_create($0) }
    let silence = [Float](repeating: 0, count: 100)
    let analysis = try made { aha_analysis_create(silence, 100, 1, 48_000, $0) }
    let client = try newClient(in: folder.path)
    let account = try newAccount(client)
    let url = "http://127.0.0.1:1/"
    let request = try made { aha_request_create(client, account, "GET", url, nil, $0) }
    let destination = try newDestination(client, folder.path)
    let drop = try made { aha_drop_create(destination, piece, nil, $0) }
    let opening = try made { aha_opening_create(client, folder.path, nil, $0, nil) }
    let library = try made { aha_library_open(folder.file("world.library"), $0) }
    let items = try made { aha_library_list(library, nil, $0) }
    var report: OpaquePointer?
    try folder.path.withCString { root in
      var roots: UnsafePointer<CChar>? = root
      var scan = aha_scan_options_init()
      (scan.root_count, scan.max_depth) = (1, 1)
      _ = try withUnsafePointer(to: &roots) { list in
        scan.roots = list
        let job = try made { aha_scan_start(library, &scan, &report, $0) }
        try #require(aha_job_wait(job, 30_000) == aha_result(AHA_OK), "\(lastError)")
        aha_job_release(job)
      }
    }
    handles = [
      .engine: engine, .sound: sound, .bus: bus, .player: player, .stream: stream, .job: job,
      .effect: effect, .chain: chain, .device: device, .recorder: recorder, .recovery: recovery,
      .input: input, .project: project, .session: session,
      .piece: piece, .analysis: analysis, .client: client, .account: account,
      .request: request, .destination: destination, .drop: drop, .opening: opening,
      .library: library, .items: items, .report: report!,
    ]
  }

  deinit {
    aha_stream_release(self[.stream])
    aha_recovery_release(self[.recovery])
    aha_piece_release(self[.piece])
    aha_analysis_release(self[.analysis])
    aha_project_release(self[.project])
    aha_items_release(self[.items])
    aha_report_release(self[.report])
    aha_library_release(self[.library])
    aha_client_release(self[.client])
    aha_engine_release(self[.engine])
  }

  subscript(kind: Kind) -> OpaquePointer { handles[kind]! }

  /// The chain ends with its player.
  @discardableResult
  func release(_ kind: Kind) -> aha_result {
    aha_release(UnsafeMutableRawPointer(self[kind == .chain ? .player : kind]))
  }
}
