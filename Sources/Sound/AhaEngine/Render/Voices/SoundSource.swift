import AhaBase
import AhaDSP
import Synchronization

/// The sound that a voice reads: resident samples, or a stream's ring.
struct SoundSource: BitwiseCopyable {
  /// Of the player that has the sound; distinguishes its sounds.
  var id: UInt32 = 0
  /// Distinguishes the mixes of the sound's channels.
  var mix: UInt32 = 0
  var planes: StereoSource
  var stream: Reference<StreamLink>?
  /// The played frames and their loop.
  var loop = Loop()
  /// Of the whole sound.
  var length: Int64 = 0
  // Of a stream's ring.
  var readIndex: Int64 = 0
  /// The first index of the joined epoch.
  var readStart: Int64 = 0

  @_noLocks
  init(_ planes: StereoSource) { self.planes = planes }

  var range: FrameRange {
    @_noLocks get { loop.range }
  }

  /// Where playback begins.
  @_noLocks
  func start(isReversed: Bool) -> Int64 { isReversed ? range.end : range.begin }

  /// The ring's samples, or the resident ones.
  var samples: StereoSource {
    @_noLocks get {
      guard let stream else { return planes }
      return StereoSource(left: stream.value.left, right: stream.value.right)
    }
  }

  /// The frame `distance` frames after the start, or before the end.
  /// - Parameter isAhead: After the start.
  @_noLocks
  func frame(_ distance: Int64, isAhead: Bool, isReversed: Bool) -> StereoGain {
    let silence = StereoGain(left: 0, right: 0)
    var index: Int64
    if let stream {
      index = isAhead ? readStart + distance : readIndex - 1 - distance
      guard index >= readStart, index < stream.value.written.load(ordering: .acquiring) else {
        return silence
      }
      index %= Int64(stream.value.capacity)
    } else {
      index = isAhead != isReversed ? range.begin + distance : range.end - 1 - distance
      guard index >= range.begin, index < range.end else { return silence }
    }
    let samples = samples
    return StereoGain(left: samples.left[Int(index)], right: samples.right[Int(index)])
  }
}

/// The sound that follows a player's present one; a control thread makes it, the renderer uses it
/// until it reports that sound as `Retired`.
struct NextSound: BitwiseCopyable {
  var source: SoundSource
  /// Pan factors of its channels.
  var pan: StereoGain
  /// Length of the crossfade, in frames of the present sound; 0: it joins without one.
  let fade: Fade
  /// The epoch of its stream that begins at its start.
  var epoch: UInt64 = 0
}
