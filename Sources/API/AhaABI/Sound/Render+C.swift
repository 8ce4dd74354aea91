import AhaBase
import AhaCodec
import AhaEngine
import CAha

@c @implementation
public func aha_render_save(
  _ engine: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ frameCount: UInt64,
  _ options: UnsafePointer<aha_encode_options>?, _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  saving(engine, frameCount, options, outJob) { () throws(AhaError) in
    .file(FilePath(try required(path, "path")))
  }
}

@c @implementation
public func aha_render_save_stream(
  _ engine: OpaquePointer?, _ stream: OpaquePointer?, _ frameCount: UInt64,
  _ options: UnsafePointer<aha_encode_options>?, _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  saving(engine, frameCount, options, outJob) { () throws(AhaError) in
    .stream(try writable(stream))
  }
}

private func saving(
  _ engine: OpaquePointer?, _ frameCount: UInt64, _ options: UnsafePointer<aha_encode_options>?,
  _ outJob: UnsafeMutablePointer<OpaquePointer?>?, to output: () throws(AhaError) -> Output
) -> aha_result {
  starting(outJob, of: engine) { (attach) throws(AhaError) in
    let host = try Handle.object(engine, as: Engine.self)
    let output = try output()
    guard frameCount <= 1 << 48 else {
      throw AhaError(.invalidArgument, "frame_count \(frameCount) is over 2^48")
    }
    let settings = try EncodeSettings(
      options, fileExtension: output.fileExtension, sampleRate: host.settings.sampleRate,
      channels: host.settings.channels)
    try host.startSaving(to: output, frames: Int64(frameCount), settings, prepare: attach)
  }
}
