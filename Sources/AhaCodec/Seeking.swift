/// How a frame is reached so that what is read there is what is read in sequence.
/// Facts: libsndfile 1.2.0, each compared with decoding in sequence at random places.
enum Seeking: Sendable {
  /// By libsndfile's seek: every sample stands for itself (PCM, and FLAC's frames).
  case exact
  /// By libsndfile's seek to a place before, decoding from there: MP3 frames draw on earlier ones.
  case preroll
  /// The same, on a handle newly opened: Vorbis and Opus seeks miss by a block when the handle has
  /// decoded something before. A seek to frame 0 is exact.
  case reopened
  /// By decoding from the start: the rare encodings, where nothing else is known to be right.
  case forward

  /// Frames to decode before the one that is wanted. More than the bit reservoir of MP3 (10 frames
  /// of 1152), two of the longest Vorbis blocks (8192), and what Opus takes to converge.
  static let prerollFrames: Int64 = 16_384
}
