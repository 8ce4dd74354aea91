import AhaArguments
import AhaBase
import AhaCodec
import CAha

@c @implementation
public func aha_format_container_name(_ container: aha_container) -> UnsafePointer<CChar>? {
  Text.pointer((Container(rawValue: container) ?? .auto).nameText)
}

@c @implementation
public func aha_format_encoding_name(_ encoding: aha_encoding) -> UnsafePointer<CChar>? {
  Text.pointer((Encoding(rawValue: encoding) ?? .auto).nameText)
}

extension EncodeSettings {
  /// Reads the host's options for this sample rate and channel count.
  init(
    options: UnsafePointer<aha_encode_options>?, fileExtension: String, sampleRate: Int,
    channels: Int, isTake: Bool = false
  ) throws(AhaError) {
    let fields = try Sized.read(options, "options", default: aha_encode_options_init())
    let container: Container = try known(fields.container, "container")
    let encoding: Encoding = try known(fields.encoding, "encoding")
    guard fields.dither <= aha_dither(AHA_DITHER_NONE) else {
      throw AhaError(.invalidArgument, "dither \(fields.dither) is not known")
    }
    guard fields.sample_rate == 0 || (8000...192_000).contains(fields.sample_rate) else {
      throw AhaError(.invalidArgument, "sample rate \(fields.sample_rate) is not 8000 to 192000")
    }
    let output = try choose(fields.channels, range: 1...2, fallback: channels, name: "channels")
    if isTake, output != channels {
      throw AhaError(
        .unsupported, "a take of \(channels) channels can't be written with \(output)")
    }
    let level = try LevelTarget.checked(
      lufs: fields.loudness_lufs, ceilingDb: fields.ceiling_db, peakDb: fields.peak_db)
    if isTake, level != nil {
      throw AhaError(.unsupported, "a take has no target level: its sound is not known yet")
    }
    let dither = fields.dither == aha_dither(AHA_DITHER_TPDF)
    let fill = isTake ? EncodeSettings.resolveTake : EncodeSettings.resolve
    self = try fill(
      container, encoding, sampleRate, Int(fields.sample_rate), output, dither, fields.quality,
      fileExtension)
    (inputChannels, self.level) = (channels, level)
  }
}
