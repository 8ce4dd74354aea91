/// How to seek so that reading there returns the same frames as reading in sequence.
/// Source: measured with libsndfile 1.2.0, compared with sequential decoding at random positions.
enum Seeking: Sendable {
  /// libsndfile's seek: every sample is independent (PCM, and the frames of FLAC).
  case exact
  /// libsndfile's seek to an earlier frame, then decoding: MP3 frames depend on earlier ones.
  case preroll
  /// The same with a new handle: Vorbis and Opus seeks miss by a block if the handle has already
  /// decoded. A seek to frame 0 is exact.
  case reopened
  /// Decoding from the start: for rare encodings, whose seeks are not known to be exact.
  case forward

  /// Frames to decode before the target. More than the bit reservoir of MP3 (10 frames of 1152),
  /// two of the longest Vorbis blocks (8192), and the convergence of Opus.
  static let prerollFrames: Int64 = 16_384
}
