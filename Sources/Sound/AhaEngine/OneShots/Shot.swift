import AhaDSP

/// Renderer's record of a one-shot; the voice of the same number plays it.
///
/// A control thread writes it before it sends `Command.shot`.
struct Shot: BitwiseCopyable {
  enum State: UInt8 {
    /// Before its first frame.
    case waiting
    /// Mixed.
    case heard
    /// Not mixed; its position follows from the time since its start.
    case virtual
    /// Past its end.
    case over
  }

  /// Bound of starts and durations: their sums stay in range. As a label: never.
  static let maxFrames: Int64 = 1 << 61

  var state = State.waiting
  var bus: Int
  /// Label of the first frame. Before `Shots.add`: the frame that the host requested.
  var start: Int64
  /// Frames from start to end at its speed, with all loop passes.
  let duration: Int64
  /// Priority, then loudness: the lowest becomes virtual first.
  let rank: Int64
  /// Among equal ranks, the oldest becomes virtual first.
  var order: Int64 = 0
  /// Label at which the voice begins to fade out, because the one-shot becomes virtual.
  var hideAt = Shot.maxFrames

  /// The host's number, which the report of its end carries; 0: no report.
  var number: Int64 = 0
  /// Distinguishes successive uses of the same index.
  var serial: UInt32 = 0

  /// Its bus stands still.
  var isHeld = false
  /// In the queue of starts that are to be announced.
  var awaitsAnnouncement = false

  // Stop.
  /// Label of the release.
  var stop = Shot.maxFrames
  var release = Fade()
  /// The voice has begun the release.
  var hasStopped = false

  // Choke group.
  /// 0: none.
  var group: UInt32 = 0
  var chokeFade = Fade()
  /// Label at which a start of another member chokes it. Final once the one-shot is no member.
  var choke = Shot.maxFrames
  /// The voice has begun to fade out.
  var hasChoked = false
  /// In the list of its group, because it is heard: later starts of others choke it.
  var isMember = false
  var next = -1
  var previous = -1

  /// - Parameter gain: The larger of the channel factors.
  init(bus: Int, start: Int64, duration: Int64, priority: UInt8, gain: Float) {
    self.bus = bus
    self.start = start
    self.duration = duration
    // The bit patterns of positive floats have the order of the numbers.
    rank = Int64(priority) << 32 | (gain > 0 ? Int64(gain.bitPattern) : 0)
  }

  /// Label after the last frame.
  var end: Int64 {
    @_noLocks get {
      let faded = min(stop + release.frames, choke + chokeFade.frames)
      return min(start + duration, faded)
    }
  }

  /// True if its stop precedes its start.
  var isEmpty: Bool {
    @_noLocks get { stop <= start }
  }

  /// Label of the next event: start, choke or end.
  var label: Int64 {
    @_noLocks get {
      if state == .waiting { return start }
      return isMember ? min(choke, end) : end
    }
  }

  /// Label of the release that the voice has not begun.
  var nextStop: Int64 {
    @_noLocks get { hasStopped ? Shot.maxFrames : stop }
  }

  /// Label of the final choke that the voice has not begun.
  var nextChoke: Int64 {
    @_noLocks get { hasChoked || isMember ? Shot.maxFrames : choke }
  }

  var nextRelease: Int64 {
    @_noLocks get { min(nextStop, nextChoke) }
  }

  /// Label at which the voice begins its next fade.
  var nextFade: Int64 {
    @_noLocks get { min(hideAt, nextRelease) }
  }

  /// As a start: later starts of other members choke it.
  var memberStart: MemberStart {
    @_noLocks get { MemberStart(frame: start, serial: MemberStart.oneShot, group: group) }
  }
}
