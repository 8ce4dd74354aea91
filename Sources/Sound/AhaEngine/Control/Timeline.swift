import AhaBase
import AhaDSP
import Synchronization

/// Positions in frames that advance with the engine's clock; players and parameters are placed on
/// it.
///
/// Control side: checks arguments and sends commands. An order takes effect at its frame. Without a
/// frame, or with a past one, it takes effect at the first frame that no bus or voice has read yet.
/// Threads: any.
public struct Timeline {
  /// Limit of positions and frames: 2^53 frames, thousands of years.
  public static let end: Int64 = 1 << 53
  /// The shortest loop in milliseconds.
  static let shortestLoop = 100

  public let engine: Engine

  // MARK: Transport

  /// The audible position, as of the last rendered frames.
  public var position: Int64 {
    engine.renderer.reports.counters.value.timelinePosition.load(ordering: .relaxed)
  }

  public var isRunning: Bool {
    engine.renderer.reports.counters.value.timelineRuns.load(ordering: .relaxed)
  }

  /// Starts at a position, or at the present one. Errors: `invalidArgument`, `limit` (pending
  /// orders), `released`.
  public func start(from position: Int64? = nil, at frame: Int64? = nil) throws(AhaError) {
    try order(.start, position: position, frame: frame)
  }

  public func stop(at frame: Int64? = nil) throws(AhaError) {
    try order(.stop, position: nil, frame: frame)
  }

  /// Moves to a position; a running timeline continues there.
  public func seek(to position: Int64, at frame: Int64? = nil) throws(AhaError) {
    try order(.seek, position: position, frame: frame)
  }

  /// Sets the loop region: the running timeline jumps from `end` to `begin` and does not play the
  /// frame `end`. Errors: `invalidArgument` (shorter than 100 ms).
  public func setLoop(begin: Int64, end: Int64) throws(AhaError) {
    try Timeline.check(position: begin)
    try Timeline.check(position: end)
    let shortest = Int64(engine.settings.sampleRate * Timeline.shortestLoop / 1000)
    guard end - begin >= shortest else {
      throw AhaError(
        .invalidArgument, "a loop of \(end - begin) frames is shorter than \(shortest)")
    }
    try send(.setLoop(begin: begin, end: end))
  }

  public func clearLoop() throws(AhaError) {
    try send(.clearLoop)
  }

  private func order(
    _ kind: TimelineOrder.Kind, position: Int64?, frame: Int64?
  ) throws(AhaError) {
    if let position { try Timeline.check(position: position) }
    if let frame { try Timeline.check(position: frame) }
    let order = TimelineOrder(kind: kind, position: position ?? -1, frame: frame ?? 0)
    try engine.locked { () throws(AhaError) in
      let orders = engine.renderer.reports.counters
      let waiting = orders.value.waitingOrders.load(ordering: .relaxed)
      guard waiting < TimelineState.maxOrders else {
        throw AhaError(.limit, "\(waiting) orders to the timeline wait for their frames already")
      }
      orders.value.waitingOrders.wrappingAdd(1, ordering: .relaxed)
      do throws(AhaError) { try engine.send(.timeline(.order(order))) } catch {
        orders.value.waitingOrders.wrappingSubtract(1, ordering: .relaxed)
        throw error
      }
    }
  }

  private func send(_ command: TimelineCommand) throws(AhaError) {
    try engine.locked { () throws(AhaError) in try engine.send(.timeline(command)) }
  }

  static func check(position: Int64) throws(AhaError) {
    guard position >= 0, position < Timeline.end else {
      throw AhaError(.invalidArgument, "\(position) is not in 0 to \(Timeline.end - 1)")
    }
  }

  // MARK: Clips

  /// Places the player's sound at a position; its loop continues inside the clip. From now on the
  /// timeline starts, stops and seeks the player. Errors: `invalidArgument`, `released`.
  /// - Parameters:
  ///   - fadeIn: From the start of the clip.
  ///   - fadeOut: Up to its end.
  ///   - length: Frames of the engine from the start to the end; nil: it has no end.
  public func setClip(
    of player: Player, start: Int64, fadeIn: Fade = Fade(), fadeOut: Fade = Fade(),
    length: Int64? = nil
  ) throws(AhaError) {
    try Timeline.check(position: start)
    try check(player.engine)
    let out = length == nil ? Fade() : fadeOut
    try player.setClip(
      start: start,
      fades: ClipFades(fadeIn: fadeIn, fadeOut: out, outBegin: (length ?? 0) - out.frames))
  }

  /// Returns the player to ordinary transport; audible playback continues.
  public func removeClip(of player: Player) throws(AhaError) {
    try check(player.engine)
    try player.setClip(start: nil)
  }

  func check(_ other: Engine) throws(AhaError) {
    guard other === engine else {
      throw AhaError(.invalidArgument, "it belongs to another engine")
    }
  }
}

extension Engine {
  /// Every engine has one. Errors: `released`.
  public func timeline() throws(AhaError) -> Timeline {
    _ = try master()
    return Timeline(engine: self)
  }
}
