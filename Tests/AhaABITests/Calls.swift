import CAha
import Testing

/// What a call put into its out parameter; the call must succeed.
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

func number(_ handle: OpaquePointer?) -> UInt { UInt(bitPattern: handle) }

var lastError: String { String(cString: aha_last_error()) }

/// The name of a code, so that a failing test can be read.
func name(_ code: aha_result) -> String { String(cString: aha_result_name(code)) }
