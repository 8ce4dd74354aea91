import AhaArguments
import AhaBase
import AhaCodec
import AhaConvert
import AhaEngine
import CAha

@c @implementation
public func aha_convert_start(
  _ input: UnsafePointer<CChar>?, _ output: UnsafePointer<CChar>?,
  _ options: UnsafePointer<aha_convert_options>?, _ encode: UnsafePointer<aha_encode_options>?,
  _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  starting(outJob, of: nil) { (attach) throws(AhaError) in
    let path = FilePath(try required(input, "input"))
    let output = Output.file(FilePath(try required(output, "output")))
    try Conversion(options, encode: encode).start(
      to: output, settings: encodeSettings(encode, fileExtension: output.fileExtension),
      open: { () throws(AhaError) in try FileStream(reading: path) }, prepare: attach)
  }
}

@c @implementation
public func aha_convert_start_stream(
  _ input: OpaquePointer?, _ output: OpaquePointer?,
  _ options: UnsafePointer<aha_convert_options>?, _ encode: UnsafePointer<aha_encode_options>?,
  _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  starting(outJob, of: nil) { (attach) throws(AhaError) in
    let source = try readable(input)
    let target = try Handle.object(output, as: StreamBox.self).writable()
    try Conversion(options, encode: encode).start(
      to: .stream(target), settings: encodeSettings(encode, fileExtension: ""),
      open: { source }, prepare: attach)
  }
}

extension Conversion {
  fileprivate init(
    _ options: UnsafePointer<aha_convert_options>?, encode: UnsafePointer<aha_encode_options>?
  ) throws(AhaError) {
    self.init()
    channels = Int(Sized.known(encode, default: aha_encode_options_init()).channels)
    let fields = try Sized.read(options, "options", default: aha_convert_options_init())
    begin = fields.begin_us
    if fields.end_us != 0 { end = fields.end_us }
    (fadeIn, fadeOut) = (fields.fade_in_us, fields.fade_out_us)
    shape = try known(fields.fade_shape, "fade_shape")
    keepsTags = fields.no_tags == 0
    rules = DecodeRules(acceptsDamage: fields.accept_damaged != 0, track: Int(fields.track))
  }
}

/// Reads the host's options now, and completes them when the source is known.
/// Errors: `invalidArgument`, `unsupported`.
private func encodeSettings(
  _ encode: UnsafePointer<aha_encode_options>?, fileExtension: String
) throws(AhaError) -> Conversion.Settings {
  let fields = try Sized.read(encode, "encode", default: aha_encode_options_init())
  let resolved = {
    (encoding: Encoding?, rate: Int, channels: Int) throws(AhaError) -> EncodeSettings in
    var fields = fields
    if let encoding { fields.encoding = encoding.rawValue }
    return try withUnsafePointer(to: fields) { (pointer) throws(AhaError) in
      try EncodeSettings(
        options: pointer, fileExtension: fileExtension, sampleRate: rate, channels: channels)
    }
  }
  let usual = try resolved(nil, 48_000, 1)
  let keepsWords = fields.encoding == aha_encoding(AHA_ENCODING_AUTO)
  return { (source, rate, channels) throws(AhaError) in
    let encoding = keepsWords ? Encoding.keeping(source, in: usual.container) : nil
    return try resolved(encoding, rate, channels)
  }
}
