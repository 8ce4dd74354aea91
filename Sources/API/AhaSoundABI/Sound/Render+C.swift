import AhaArguments
import AhaBase
import AhaCodec
import AhaEngine
import CAha

extension Engine {
  func saveRender(
    to path: FilePath, frames: UInt64, options: UnsafePointer<aha_encode_options>?,
    prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    try save(.file(path), count: frames, options: options, prepare)
  }

  func saveStream(
    _ stream: StreamBox, frames: UInt64, options: UnsafePointer<aha_encode_options>?,
    prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    try save(.stream(stream.writable()), count: frames, options: options, prepare)
  }

  private func save(
    _ output: Output, count: UInt64, options: UnsafePointer<aha_encode_options>?,
    _ prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    guard count <= 1 << 48 else {
      throw AhaError(.invalidArgument, "frame_count \(count) is over 2^48")
    }
    let settings = try EncodeSettings(
      options: options, fileExtension: output.fileExtension, sampleRate: settings.sampleRate,
      channels: settings.channels
    ).forPairs()
    try startSaving(to: output, frames: Int64(count), settings: settings, prepare: prepare)
  }
}
