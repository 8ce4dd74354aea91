import AhaBase
import AhaDSP

/// How a player repeats its sound.
public enum LoopMode: UInt32, Sendable {
  /// Jumps from the end to the begin.
  case forward = 0
  /// Runs back from the end to the begin.
  case pingPong = 1
  /// The first loop of the file.
  case file = 2
}

// Positions of the sound: the present one, the played frames and the loop in them.
extension Player {
  static let liveRefusal = AhaError(
    .unsupported, "a live sound has no positions to seek, loop, cut or reverse")

  /// Errors: `unsupported` (the sound is live). Invariant: caller holds lock.
  func requirePositions() throws(AhaError) {
    if present.content.isLive { throw Player.liveRefusal }
  }

  /// Errors: `invalidArgument` (outside of the range).
  public func seek(
    to position: Int64, at frame: Int64 = 0, over fade: Fade? = nil
  ) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      try requirePositions()
      let range = present.loop.range
      guard range.begin <= position, position <= range.end else {
        throw AhaError(
          .invalidArgument,
          "seek to frame \(position), which is not in \(range.begin) to \(range.end)")
      }
      try tell(.seek(position, over: fade), at: frame)
    }
  }

  /// Loops inside the range. Errors: `invalidArgument`.
  public func setLoop(
    begin: Int64, end: Int64, count: UInt32, isPingPong: Bool = false
  ) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      let sound = present
      let range = sound.loop.range
      guard range.begin <= begin, begin < end, end <= range.end else {
        throw AhaError(
          .invalidArgument,
          "loop from frame \(begin) to \(end), which is not in \(range.begin) to \(range.end)")
      }
      var new = Loop(range, count: count, isPingPong: isPingPong)
      (new.begin, new.end) = (begin, end)
      try adopt(new, of: sound)
    }
  }

  public func endLoop() throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      let sound = present
      try adopt(Loop(sound.loop.range), of: sound)
    }
  }

  /// Plays these frames only, and cuts the loop to them. Errors: `invalidArgument`.
  public func setRange(begin: Int64, end: Int64) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      let sound = present
      let range = try FrameRange(begin, end, of: sound.content.length)
      try adopt(sound.loop.cut(to: range), of: sound)
    }
  }

  /// - Parameter sound: The renderer may have left it for the next one.
  /// Invariant: caller holds lock.
  private func adopt(_ new: Loop, of sound: PlayedSound) throws(AhaError) {
    if sound.content.isLive { throw Player.liveRefusal }
    if new.isPingPong { engine.prepareSpeedScratch() }
    let measured = LoopSeam(sound.content).measured(new)
    try tell(.setLoop(measured, of: sound.id))
    sound.loop = measured
    try followLoop(measured)
  }
}
