import AhaBase
import Synchronization

// Events for the host.
extension Engine {
  public func nextEvent() -> HostEvent? {
    lock.locked {
      drainRendererEvents()
      return events.next()
    }
  }

  /// A descriptor that polls readable while events are pending. Errors: `system`.
  public func eventDescriptor() throws(AhaError) -> Int32 {
    let descriptor = try locked { () throws(AhaError) in try events.openDescriptor() }
    try readAhead.startTicking { [self] in
      _ = try? locked { () throws(AhaError) in drainRendererEvents() }
    }
    return descriptor
  }

  /// - Parameter change: What the event reports: no host sees only one of them. Under `lock`.
  func post(_ event: HostEvent, with change: () -> Void = {}) {
    lock.locked {
      drainRendererEvents()
      change()
      keep(event)
    }
  }

  private func keep(_ event: HostEvent) {
    if !events.post(event) {
      renderer.reports.counters.value.lostEvents.wrappingAdd(1, ordering: .relaxed)
      reportedLost += 1
    }
  }

  /// Moves the renderer's events to the host's queue. Invariant: caller holds lock.
  func drainRendererEvents() {
    if isClosed { return }
    while let event = renderer.reports.events.pop() {
      if let event = translated(event) { keep(event) }
    }
    let lost = renderer.reports.counters.value.lostEvents.load(ordering: .relaxed)
    if lost > reportedLost {
      events.add(lost: lost - reportedLost)
      reportedLost = lost
    }
  }

  /// Posts that a part of a project is missing: a sound, an impulse response or a plug-in.
  /// - Parameter id: Of the track or effect that needs it.
  public func post(_ kind: EventKind, of id: Int64, error: AhaError) {
    post(
      HostEvent(kind: kind, result: error.code, frame: position, value: id, line: error.line))
  }

  /// Posts that a file of a project is streamed.
  /// - Parameter id: Of a track with the file.
  public func postStreamed(of id: Int64, path: FilePath) {
    post(HostEvent(kind: .soundStreamed, frame: position, value: id, line: path.text))
  }

  func clearStreamFailure() { lock.locked { streamFailure = nil } }

  func throwStreamFailure() throws(AhaError) {
    if let failure = lock.locked({ streamFailure }) { throw failure }
  }

  /// Nil: the host does not know the player.
  private func translated(_ event: RenderEvent) -> HostEvent? {
    if event.kind.isOfPlayer, let player = player(of: event), let number = player.shotNumber {
      guard event.kind == .ended || event.kind == .stopped, number != 0 else { return nil }
      return HostEvent(kind: .oneShotEnded, frame: event.frame, value: number)
    }
    return HostEvent(
      kind: event.kind.forHost, frame: event.frame, source: tag(of: event), value: event.value)
  }

  private func player(of event: RenderEvent) -> Player? {
    guard let player = players[event.index], player.serial == event.serial else { return nil }
    return player
  }

  private func tag(of event: RenderEvent) -> UInt {
    if event.kind == .nonfinite {
      guard let bus = buses[event.index], bus.serial == event.serial else { return 0 }
      return bus.tag.load(ordering: .relaxed)
    }
    guard event.kind.isOfPlayer || event.kind == .underrun else { return 0 }
    return player(of: event)?.tag.load(ordering: .relaxed) ?? 0
  }

  func post(failure: AhaError, of player: Player) {
    lock.locked { streamFailure = failure }
    post(
      HostEvent(
        kind: .streamFailed, result: failure.code, frame: position,
        source: player.tag.load(ordering: .relaxed), line: failure.line))
  }
}

extension RenderEvent.Kind {
  /// A change of a player's state.
  fileprivate var isOfPlayer: Bool {
    switch self {
    case .started, .looped, .continued, .ended, .stopped, .paused: true
    default: false
    }
  }

  fileprivate var forHost: EventKind {
    switch self {
    case .started: .playerStarted
    case .looped: .playerLooped
    case .continued: .playerContinued
    case .ended: .playerEnded
    case .stopped: .playerStopped
    case .paused: .playerPaused
    case .underrun: .underrun
    case .nonfinite: .nonfinite
    case .shotEnded: .oneShotEnded
    case .timelineStarted: .timelineStarted
    case .timelineStopped: .timelineStopped
    case .timelineLooped: .timelineLooped
    }
  }
}

extension EventKind {
  public static let playerStarted = EventKind(1)
  public static let playerLooped = EventKind(2)
  public static let playerEnded = EventKind(3)
  public static let playerStopped = EventKind(4)
  public static let playerPaused = EventKind(5)
  public static let underrun = EventKind(6)
  public static let streamFailed = EventKind(7)
  public static let nonfinite = EventKind(8)
  public static let oneShotEnded = EventKind(11)
  public static let playerContinued = EventKind(12)
  public static let timelineStarted = EventKind(60)
  public static let timelineStopped = EventKind(61)
  public static let timelineLooped = EventKind(62)
  public static let soundMissing = EventKind(63)
  public static let impulseMissing = EventKind(64)
  public static let pluginMissing = EventKind(65)
  public static let soundStreamed = EventKind(66)
}
