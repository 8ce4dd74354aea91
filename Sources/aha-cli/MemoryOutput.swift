import CAha

extension Handle {
  /// Holds a file until it is whole and can go to standard output.
  static func memory(about path: Bytes) throws(Failure) -> Handle {
    var pointer: OpaquePointer?
    let result = aha_stream_create_memory(nil, 0, nil, nil, &pointer)
    return try Handle(pointer, aha_stream_release, result, .output, about: path)
  }
}

/// What was written to a stream in memory.
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
