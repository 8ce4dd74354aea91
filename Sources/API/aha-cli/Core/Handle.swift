func filled<S>(_ empty: S, by fill: (inout S) -> aha_result) -> S {
  var filled = empty
  _ = fill(&filled)
  return filled
}

/// Owns one handle of the library and releases it.
class Handle {
  typealias Out = UnsafeMutablePointer<OpaquePointer?>

  let pointer: OpaquePointer

  /// Takes the handle that a call has created. Errors: the call's result.
  init(
    _ pointer: OpaquePointer?, result: aha_result, side: Side, about path: Bytes
  ) throws(Failure) {
    guard result >= 0, let pointer else { throw .library(result, side: side, about: path) }
    self.pointer = pointer
  }

  init(_ side: Side, about path: Bytes, make: (Out) -> aha_result) throws(Failure) {
    var pointer: OpaquePointer?
    let result = make(&pointer)
    guard result >= 0, let pointer else { throw .library(result, side: side, about: path) }
    self.pointer = pointer
  }

  deinit { _ = aha_release(UnsafeMutableRawPointer(pointer)) }

  /// A handle whose job fills it, and the job.
  static func withJob(
    _ side: Side, about path: Bytes, start: (Out, Out) -> aha_result
  ) throws(Failure) -> (Handle, job: Handle) {
    var (pointer, job): (OpaquePointer?, OpaquePointer?)
    let result = start(&pointer, &job)
    let first = try Handle(pointer, result: result, side: side, about: path)
    return (first, try Handle(job, result: result, side: side, about: path))
  }

  static func engine(_ options: aha_engine_options = aha_engine_options_init()) throws(Failure)
    -> Handle
  {
    var options = options
    return try Handle(.input, about: "engine".array) { aha_engine_create(&options, $0) }
  }

  static func stream(_ path: Bytes) throws(Failure) -> Handle {
    try Handle(.input, about: path) { aha_stream_open(path.c, $0) }
  }
}

/// Starts work for items ahead of their turn, so that several jobs run at the same time.
struct WorkAhead<Item, Work> {
  private var waiting: ArraySlice<Item>
  private var started: [Result<Work, Failure>] = []
  private let count: Int
  private let start: (Item) throws(Failure) -> Work

  /// - Parameter count: Max items in work.
  init(_ items: [Item], count: Int, start: @escaping (Item) throws(Failure) -> Work) {
    (waiting, self.count, self.start) = (items[...], count, start)
  }

  /// The next item's work. A failure is kept for its turn: calls for later files replace the
  /// library's last error.
  mutating func next() throws(Failure) -> Work {
    while started.count < count, let item = waiting.popFirst() {
      started.append(Result { () throws(Failure) in try start(item) })
    }
    return try started.removeFirst().get()
  }

  /// Passes on the works that were started and not returned.
  mutating func cancel(_ end: (Work) -> Void) {
    waiting = []
    for case .success(let work) in started { end(work) }
    started = []
  }
}

/// Information about a sound file, without keeping its samples.
/// - Parameter stream: The file's bytes; nil: those of the path.
func fileInfo(_ path: Bytes, engine: Handle, stream: Handle? = nil) throws(Failure)
  -> aha_sound_info
{
  let stream = if let stream { stream } else { try Handle.sound(path) }
  var options = aha_sound_options_init()
  options.mode = aha_sound_mode(AHA_SOUND_STREAMED)
  // Without a conversion, libsoxr is not loaded.
  options.keep_rate = 1
  let sound = try Handle(.input, about: path) {
    aha_sound_load_stream(engine.pointer, stream.pointer, &options, $0)
  }
  return filled(aha_sound_info_init()) { aha_sound_get_info(sound.pointer, &$0) }
}
