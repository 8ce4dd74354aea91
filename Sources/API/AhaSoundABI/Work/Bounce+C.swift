import AhaArguments
import AhaBase
import AhaCodec
import AhaEngine
import AhaProject
import CAha

extension Project {
  func startBounce(
    _ path: FilePath, options: UnsafePointer<aha_bounce_options>?,
    encode: UnsafePointer<aha_encode_options>?, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) { try startBounce(to: .file(path), options: options, encode: encode, prepare) }

  func startBounceStream(
    _ stream: StreamBox, options: UnsafePointer<aha_bounce_options>?,
    encode: UnsafePointer<aha_encode_options>?, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    try startBounce(to: .stream(stream.writable()), options: options, encode: encode, prepare)
  }

  private func startBounce(
    to output: Output, options: UnsafePointer<aha_bounce_options>?,
    encode: UnsafePointer<aha_encode_options>?, _ prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    let bounce = try Bounce(options)
    try document.require(bounce.scope)
    var settings = try EncodeSettings(
      options: encode, fileExtension: output.fileExtension,
      sampleRate: bounce.sampleRate(of: document),
      channels: 2)
    let fields = Sized.known(options, default: aha_bounce_options_init())
    let level = try LevelTarget.checked(
      lufs: fields.loudness_lufs, ceilingDb: fields.ceiling_db, peakDb: 0)
    if let level {
      guard settings.level == nil else {
        throw AhaError(.invalidArgument, "options and encode both have a target level")
      }
      settings.level = level
    }
    try startBounce(bounce, to: output, settings: settings, prepare: prepare)
  }
}

extension Bounce {
  fileprivate init(_ options: UnsafePointer<aha_bounce_options>?) throws(AhaError) {
    self.init()
    let fields = try Sized.read(options, "options", default: aha_bounce_options_init())
    scope = try Scope(scope: fields.scope, id: fields.scope_id)
    begin = fields.begin_us
    if fields.end_us != 0 { end = fields.end_us }
    hasTail = fields.no_tail == 0
    threads = try choose(
      fields.threads, range: 1...64, fallback: Processors.count, name: "threads")
    sampleRate = try choose(
      fields.sample_rate, range: 8000...192_000, fallback: 0, name: "sample_rate")
    hasLimiter = fields.no_limiter == 0
    panLaw = try known(fields.pan_law, "pan_law")
    try requireZero(fields.reserved, "options")
  }
}
