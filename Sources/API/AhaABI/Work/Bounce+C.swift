import AhaBase
import AhaCodec
import AhaEngine
import AhaProject
import CAha
import CShims

@c @implementation
public func aha_bounce_start(
  _ project: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ options: UnsafePointer<aha_bounce_options>?, _ encode: UnsafePointer<aha_encode_options>?,
  _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  bouncing(project, options, encode, outJob) { () throws(AhaError) in
    .file(FilePath(try required(path, "path")))
  }
}

@c @implementation
public func aha_bounce_start_stream(
  _ project: OpaquePointer?, _ stream: OpaquePointer?,
  _ options: UnsafePointer<aha_bounce_options>?, _ encode: UnsafePointer<aha_encode_options>?,
  _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  bouncing(project, options, encode, outJob) { () throws(AhaError) in
    .stream(try writable(stream))
  }
}

private func bouncing(
  _ project: OpaquePointer?, _ options: UnsafePointer<aha_bounce_options>?,
  _ encode: UnsafePointer<aha_encode_options>?, _ outJob: UnsafeMutablePointer<OpaquePointer?>?,
  to output: () throws(AhaError) -> Output
) -> aha_result {
  starting(outJob, of: nil) { (attach) throws(AhaError) in
    let project = try Handle.object(project, as: Project.self)
    let output = try output()
    let bounce = try Bounce(options)
    try project.require(bounce.scope)
    let settings = try EncodeSettings(
      encode, fileExtension: output.fileExtension, sampleRate: project.sampleRate(of: bounce),
      channels: 2)
    try project.startBounce(bounce, to: output, settings, prepare: attach)
  }
}

extension Bounce {
  fileprivate init(_ options: UnsafePointer<aha_bounce_options>?) throws(AhaError) {
    self.init()
    let asked = try Sized.read(options, "options", default: aha_bounce_options_init())
    scope = try Scope(asked.scope, asked.scope_id)
    begin = asked.begin_us
    if asked.end_us != 0 { end = asked.end_us }
    hasTail = asked.no_tail == 0
    threads = try choose(asked.threads, 1...64, Bounce.processors, "threads")
    if asked.loudness_lufs != 0 { loudness = asked.loudness_lufs }
    if asked.ceiling_db != 0 { ceilingDb = asked.ceiling_db }
    sampleRate = try choose(asked.sample_rate, 8000...192_000, 0, "sample_rate")
    hasLimiter = asked.no_limiter == 0
  }

  private static var processors: Int { max(1, min(64, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
