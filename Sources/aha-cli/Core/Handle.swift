import CAha

/// A structure of the library, which a call fills in.
func filled<S>(_ empty: S, _ fill: (inout S) -> aha_result) -> S {
  var filled = empty
  _ = fill(&filled)
  return filled
}

/// Owns one handle of the library and releases it.
final class Handle {
  let pointer: OpaquePointer
  private let release: @convention(c) (OpaquePointer?) -> aha_result

  /// Takes what a call made, or throws what it came to.
  init(
    _ pointer: OpaquePointer?, _ release: @escaping @convention(c) (OpaquePointer?) -> aha_result,
    _ result: aha_result, _ side: Side, about path: Bytes
  ) throws(Failure) {
    guard result >= 0, let pointer else { throw .library(result, side, about: path) }
    self.pointer = pointer
    self.release = release
  }

  /// - Parameter make: Calls the function that makes it.
  convenience init(
    _ release: @escaping @convention(c) (OpaquePointer?) -> aha_result, _ side: Side,
    about path: Bytes, _ make: (UnsafeMutablePointer<OpaquePointer?>) -> aha_result
  ) throws(Failure) {
    var pointer: OpaquePointer?
    let result = make(&pointer)
    try self.init(pointer, release, result, side, about: path)
  }

  /// What a job fills in, and the job.
  static func withJob(
    _ release: @escaping @convention(c) (OpaquePointer?) -> aha_result, _ side: Side,
    about path: Bytes,
    _ start: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutablePointer<OpaquePointer?>) ->
      aha_result
  ) throws(Failure) -> (Handle, job: Handle) {
    var (pointer, job): (OpaquePointer?, OpaquePointer?)
    let result = start(&pointer, &job)
    let first = try Handle(pointer, release, result, side, about: path)
    return (first, try Handle(job, aha_job_release, result, side, about: path))
  }

  deinit { _ = release(pointer) }

  static func engine(_ options: aha_engine_options) throws(Failure) -> Handle {
    var options = options
    return try Handle(aha_engine_release, .input, about: "engine".bytes) {
      aha_engine_create(&options, $0)
    }
  }

  /// A file, opened for reading.
  static func stream(_ path: Bytes) throws(Failure) -> Handle {
    return try Handle(aha_stream_release, .input, about: path) { aha_stream_open(path.c, $0) }
  }
}

extension Handle {
  /// Holds a file until it is whole and can go to standard output.
  static func memory(about path: Bytes) throws(Failure) -> Handle {
    return try Handle(aha_stream_release, .output, about: path) {
      aha_stream_create_memory(nil, 0, nil, nil, $0)
    }
  }
}

/// Bytes written to a stream in memory.
func bytes(of stream: Handle, about path: Bytes) throws(Failure) -> Bytes {
  var length = 0
  _ = aha_stream_copy_bytes(stream.pointer, nil, 0, &length)
  var bytes = Bytes(repeating: 0, count: length)
  let result = aha_stream_copy_bytes(stream.pointer, &bytes, bytes.count, nil)
  try check(result, .output, about: path)
  return bytes
}

/// The facts about a sound file in memory; nil when it can't be read back.
func memoryInfo(_ stream: Handle, _ engine: Handle) -> aha_sound_info? {
  var options = aha_sound_options_init()
  options.mode = aha_sound_mode(AHA_SOUND_STREAMED)
  var pointer: OpaquePointer?
  let result = aha_sound_load_stream(engine.pointer, stream.pointer, &options, &pointer)
  guard let sound = try? Handle(pointer, aha_sound_release, result, .output, about: []) else {
    return nil
  }
  return try? soundInfo(sound, about: [])
}
