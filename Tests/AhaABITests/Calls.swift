import CAha
import Testing

/// Result of a call's out parameter; the call must succeed.
func made(
  _ call: (UnsafeMutablePointer<OpaquePointer?>) -> aha_result,
  at location: SourceLocation = #_sourceLocation
) throws -> OpaquePointer {
  var handle: OpaquePointer?
  let result = call(&handle)
  try #require(result == aha_result(AHA_OK), "\(lastError)", sourceLocation: location)
  return try #require(handle, sourceLocation: location)
}

func newEngine(isOffline: Bool = false, sampleRate: UInt32 = 48_000) throws -> OpaquePointer {
  var options = aha_engine_options_init()
  options.offline = isOffline ? 1 : 0
  options.sample_rate = sampleRate
  return try made { aha_engine_create(&options, $0) }
}

/// A sound of ones.
func newSound(_ engine: OpaquePointer, frames: Int = 480) throws -> OpaquePointer {
  let samples = [Float](repeating: 1, count: frames)
  return try made { aha_sound_create(engine, samples, UInt64(frames), 1, 48_000, $0) }
}

func newMemory() throws -> OpaquePointer {
  try made { aha_stream_create_memory(nil, 0, nil, nil, $0) }
}

/// Keeps its files in its own folder, if one is given.
func newClient(in folder: String? = nil) throws -> OpaquePointer {
  try "test.app".withCString { id in
    var options = aha_client_options_init()
    options.application_id = id
    guard let folder else { return try made { aha_client_create(&options, $0) } }
    return try folder.withCString { path in
      options.state_folder = path
      return try made { aha_client_create(&options, $0) }
    }
  }
}

/// A local folder as a destination for drops.
func newDestination(_ client: OpaquePointer, _ folder: String) throws -> OpaquePointer {
  try folder.withCString { path in
    try made { aha_destination_create_folder(client, path, nil, $0) }
  }
}

/// An account that stores nothing, at a service that does not exist.
func newAccount(_ client: OpaquePointer) throws -> OpaquePointer {
  try "oauth2".withCString { name in
    try "http://127.0.0.1:1/token".withCString { url in
      var provider = aha_provider_init(name)
      (provider.token_url, provider.client_id) = (url, name)
      var options = aha_account_options_init()
      options.store = aha_store_kind(AHA_STORE_MEMORY)
      return try made { aha_account_open(client, &provider, &options, $0) }
    }
  }
}

func number(_ handle: OpaquePointer?) -> UInt { UInt(bitPattern: handle) }

var lastError: String { String(cString: aha_last_error()) }

/// Name of a code, for readable test failures.
func name(_ code: aha_result) -> String { String(cString: aha_result_name(code)) }
