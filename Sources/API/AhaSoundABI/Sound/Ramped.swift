import AhaArguments
import AhaBase
import AhaDSP
import CAha

/// Moment and length of a change, as the host gives them in aha_ramp.
struct Ramped {
  /// As the host gives it.
  let atFrame: UInt64
  /// 0: at once.
  var frame: Int64 { AhaArguments.frame(atFrame) }
  /// Nil: the engine's ramp.
  let fade: Fade?

  /// Errors: `invalidArgument`, `unsupported`.
  init(_ ramp: UnsafePointer<aha_ramp>?) throws(AhaError) {
    let fields = try Sized.read(ramp, "ramp", default: aha_ramp_init())
    try requireZero(fields.reserved, "ramp")
    let shape: FadeShape = try known(fields.curve, "the curve of a ramp")
    atFrame = fields.at_frame
    fade = fields.frames == 0 ? nil : Fade(AhaArguments.frame(fields.frames), shape: shape)
  }

  /// The fade of a value that may jump. 0 frames mean the engine's ramp, so a host asks for a jump
  /// with 1 frame; inside the library, a fade of 0 frames is a jump.
  var leap: Fade? { fade?.frames == 1 ? Fade() : fade }
}
