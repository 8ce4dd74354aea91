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
    let output = try choose(fields.channels, range: 1...32, fallback: channels, name: "channels")
    guard output == channels || max(output, channels) <= 2 else {
      throw AhaError(
        .unsupported,
        "\(channels) channels can't be written with \(output). Save a bus or another engine alone")
    }
    if isTake, output != channels {
      throw AhaError(
        .unsupported, "a take of \(channels) channels can't be written with \(output)")
    }
    let level = try LevelTarget.checked(
      lufs: fields.loudness_lufs, ceilingDb: fields.ceiling_db, peakDb: fields.peak_db)
    if isTake, level != nil {
      throw AhaError(.unsupported, "a take has no target level: its sound is not known yet")
    }
    let request = EncodeRequest(
      container: container, encoding: encoding, sampleRate: sampleRate,
      outputRate: Int(fields.sample_rate), channels: output,
      dither: fields.dither == aha_dither(AHA_DITHER_TPDF), quality: fields.quality,
      bitrate: Int(fields.bitrate_kbps), isVariable: fields.vbr != 0, fileExtension: fileExtension)
    self = try isTake ? .resolveTake(request) : .resolve(request)
    (inputChannels, self.level) = (channels, level)
  }

  /// The settings for all channels of an engine. Errors: `unsupported`.
  func forPairs() throws(AhaError) -> EncodeSettings {
    guard level == nil || channels <= 2 else {
      throw AhaError(.unsupported, "\(channels) channels: only 1 or 2 are brought to a level")
    }
    // 5.1 and more have another order in Ogg, and Opus filters the channel of low frequencies.
    guard container != .ogg || channels <= 2 || channels == 4 else {
      throw AhaError(
        .unsupported,
        "Ogg stores 1, 2 or 4 channels of an engine, not \(channels). FLAC stores up to 8, and WAV,"
          + " W64 and CAF all")
    }
    return self
  }
}
