import AhaBase
import Synchronization

extension Device {
  /// Milliseconds between two checks; a loss is reported within a few of them.
  private static let period: Int64 = 100
  /// A device without a callback for this time is lost. Units: ns. Longer than the longest gap
  /// measured with PulseAudio.
  private static let silence: Int64 = 2_000_000_000

  /// The last reported counters, and the earliest time of the next report.
  private struct Reported {
    var gaps: Int64 = 0
    var xruns: Int64 = 0
    var late: Int64 = 0
    var defaultId = ""
    var next: Int64 = 0
  }

  /// Body of the watch thread.
  func watchDevice() {
    var reported = Reported()
    reported.defaultId = lock.locked { shown.id }
    var awake = Instant.now().nanoseconds
    var graceUntil: Int64 = 0
    while waits(milliseconds: Device.period) {
      let now = Instant.now().nanoseconds
      // The whole process was suspended: the device gets a new grace period.
      let wasAway = now - awake > 5 * Device.period * 1_000_000
      awake = now
      if wasAway { graceUntil = now + Device.silence }
      if let reason = lossReason(now, isInGrace: now < graceUntil) {
        if !replaceLost(reason) { return }
        awake = Instant.now().nanoseconds
      }
      report(&reported, at: now)
    }
  }

  /// Returns false when the watch must end.
  private func waits(milliseconds: Int64) -> Bool {
    let deadline = Instant.after(milliseconds: milliseconds)
    lock.lock()
    defer { lock.unlock() }
    while !isStopping { if !changed.wait(until: deadline) { break } }
    return !isStopping
  }

  private func lossReason(_ now: Int64, isInGrace: Bool) -> String? {
    guard let backend else { return "is not open" }
    if !backend.isAlive { return "has stopped" }
    let last = counters.value.lastCall.load(ordering: .relaxed)
    if isInGrace || backend.isClock || now - last <= Device.silence { return nil }
    return "no longer requests blocks"
  }

  /// Applies the loss policy. Returns false when the watch must end.
  private func replaceLost(_ reason: String) -> Bool {
    let id = lock.locked {
      state = .lost
      lostCount += 1
      return shown.id
    }
    // Reports first: closing a dead device may take long.
    post(.deviceLost, value: lostCount, line: "\(id) \(reason)", result: .device)
    Log.warning("device \(id) \(reason)")
    backend?.close(isLost: true)
    backend = nil
    switch settings.loss {
    case .stop:
      releaseOutput()
      return false
    case .next:
      if reopen(id) { return true }
      if reopen("") { return true }
      return reopen(SoftDevice.null)
    case .same:
      while !reopen(id) { if !waits(milliseconds: 5 * Device.period) { return false } }
      return true
    }
  }

  private func reopen(_ id: String) -> Bool {
    do throws(AhaError) {
      backend = try makeBackend(id)
      try startBackend()
    } catch {
      Log.info("device \(id): \(error.line)")
      backend?.close(isLost: true)
      backend = nil
      return false
    }
    lock.locked { state = .running }
    reportOpened()
    return true
  }

  func reportOpened() {
    let (id, lost) = lock.locked { (shown.id, lostCount) }
    post(.deviceOpened, value: lost, line: id)
    if channels < settings.hostChannels { reportMissing(channels, id: id) }
  }

  private func reportMissing(_ channels: Int, id: String) {
    let rest = settings.missing == .add ? "added to its first pair" : "not heard"
    let line =
      "\(id) has \(channels) channels: the other \(settings.hostChannels - channels) of the engine "
      + "are \(rest)"
    post(.deviceFolded, value: Int64(channels), line: line)
    Log.warning("device \(line)")
  }

  /// Reports increased counters, at most once per second.
  private func report(_ reported: inout Reported, at now: Int64) {
    guard now >= reported.next else { return }
    let before = (reported.gaps, reported.xruns, reported.late)
    reported.gaps = counters.value.gaps.load(ordering: .relaxed)
    reported.xruns =
      counters.value.underruns.load(ordering: .relaxed)
      + counters.value.overruns.load(ordering: .relaxed)
    reported.late = counters.value.late.load(ordering: .relaxed)
    if reported.gaps > before.0 { post(.deviceGap, value: reported.gaps) }
    if reported.xruns > before.1 { post(.deviceXrun, value: reported.xruns) }
    if reported.late > before.2 { post(.deviceLate, value: reported.late) }
    if before != (reported.gaps, reported.xruns, reported.late) {
      reported.next = now + 1_000_000_000
    }
    reportDefault(&reported)
  }

  private func reportDefault(_ reported: inout Reported) {
    guard settings.id.isEmpty, let id = DevicePool.defaultId(settings.direction),
      id != reported.defaultId
    else { return }
    reported.defaultId = id
    post(.deviceDefaultChanged, value: 0, line: id)
  }

  private func post(
    _ kind: EventKind, value: Int64, line: String = "", result: ResultCode = .ok
  ) {
    host.receive(
      HostEvent(
        kind: kind, result: result, source: tag.load(ordering: .relaxed), value: value, line: line))
  }
}

extension EventKind {
  public static let deviceOpened = EventKind(20)
  public static let deviceLost = EventKind(21)
  public static let deviceDefaultChanged = EventKind(22)
  public static let deviceGap = EventKind(23)
  public static let deviceXrun = EventKind(24)
  public static let deviceLate = EventKind(25)
  public static let deviceFolded = EventKind(26)
}
