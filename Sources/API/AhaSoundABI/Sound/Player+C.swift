import AhaArguments
import AhaBase
import AhaDSP
import AhaEngine
import CAha

extension Player {
  /// Errors: `invalidArgument`.
  func seekFrames(_ position: UInt64, over fade: Fade?, at frame: Int64) throws(AhaError) {
    guard position <= UInt64(length) else {
      throw AhaError(.invalidArgument, "seek to frame \(position) of a sound of \(length)")
    }
    try seek(to: Int64(position), at: frame, over: fade)
  }

  /// Errors: `invalidArgument`.
  func setLoopFrames(begin: UInt64, end: UInt64, count: UInt32) throws(AhaError) {
    guard begin < end, end <= UInt64(length) else {
      throw AhaError(
        .invalidArgument, "loop from frame \(begin) to \(end) of a sound of \(length)")
    }
    try setLoop(begin: Int64(begin), end: Int64(end), count: count)
  }
}

func fade(_ frames: UInt64, shape: aha_fade_shape) throws(AhaError) -> Fade {
  Fade(frame(frames), shape: try known(shape, "the shape of a fade"))
}

extension Player.Stages {
  init(_ envelope: UnsafePointer<aha_envelope>?) throws(AhaError) {
    self.init()
    let fields = try Sized.read(envelope, "envelope", default: aha_envelope_init())
    attack = try fade(fields.attack_frames, shape: fields.attack_shape)
    decay = try fade(fields.decay_frames, shape: fields.decay_shape)
    release = try fade(fields.release_frames, shape: fields.release_shape)
    sustainDb = fields.sustain_db
  }
}
