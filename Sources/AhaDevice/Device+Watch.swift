import AhaBase
import Synchronization

extension Device {
  /// How often the watch looks; a loss is told within a few of these.
  private static let period: Int64 = 100
  /// A device that asks for nothing so long is lost, in nanoseconds: longer than the longest gap
  /// that PulseAudio was seen to make.
  private static let silence: Int64 = 2_000_000_000

  /// What the watch has told of, and when.
  private struct Told {
    var gaps: Int64 = 0
    var xruns: Int64 = 0
    var late: Int64 = 0
    var defaultId = ""
    var next: Int64 = 0
  }

  /// Thread: the watch.
  func keepWatch() {
    var told = Told()
    told.defaultId = lock.locked { shown.id }
    var awake = Instant.now().nanoseconds
    var patientUntil: Int64 = 0
    while waits(milliseconds: Device.period) {
      let now = Instant.now().nanoseconds
      // We were stopped as well: the device gets the time again that it had no chance to use.
      let wasAway = now - awake > 5 * Device.period * 1_000_000
      awake = now
      if wasAway { patientUntil = now + Device.silence }
      if let reason = whyLost(now, isPatient: now < patientUntil) {
        if !replaceLost(reason) { return }
        awake = Instant.now().nanoseconds
      }
      tell(&told, now)
    }
  }

  /// False when the watch is to end.
  private func waits(milliseconds: Int64) -> Bool {
    let deadline = Instant.after(milliseconds: milliseconds)
    lock.lock()
    defer { lock.unlock() }
    while !isStopping { if !changed.wait(until: deadline) { break } }
    return !isStopping
  }

  private func whyLost(_ now: Int64, isPatient: Bool) -> String? {
    guard let backend else { return "is not open" }
    if !backend.isAlive { return "has stopped" }
    let last = counters.pointee.lastCall.load(ordering: .relaxed)
    if isPatient || backend.isClock || now - last <= Device.silence { return nil }
    return "asks for nothing"
  }

  /// Does what the policy says. False when the watch is to end.
  private func replaceLost(_ reason: String) -> Bool {
    let id = lock.locked {
      state = .lost
      lostCount += 1
      return shown.id
    }
    // First told, then done: to let go of a dead device may take its time.
    host.hear(
      DeviceNews(.lost, .device, value: lostCount, line: "\(id) \(reason)"), from: source)
    Log.warning("device \(id) \(reason)")
    backend?.close(isLost: true)
    backend = nil
    switch settings.loss {
    case .stop:
      giveOutputBack()
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
    tellOpened()
    return true
  }

  var source: UInt { tag.load(ordering: .relaxed) }

  func tellOpened() {
    let (id, lost) = lock.locked { (shown.id, lostCount) }
    host.hear(DeviceNews(.opened, value: lost, line: id), from: source)
  }

  /// Each kind once a second at most.
  private func tell(_ told: inout Told, _ now: Int64) {
    guard now >= told.next else { return }
    let before = (told.gaps, told.xruns, told.late)
    told.gaps = counters.pointee.gaps.load(ordering: .relaxed)
    told.xruns = counters.pointee.underruns.load(ordering: .relaxed)
      + counters.pointee.overruns.load(ordering: .relaxed)
    told.late = counters.pointee.late.load(ordering: .relaxed)
    if told.gaps > before.0 { hear(.gap, told.gaps) }
    if told.xruns > before.1 { hear(.xrun, told.xruns) }
    if told.late > before.2 { hear(.late, told.late) }
    if before != (told.gaps, told.xruns, told.late) { told.next = now + 1_000_000_000 }
    tellDefault(&told)
  }

  private func tellDefault(_ told: inout Told) {
    guard settings.id.isEmpty, let id = DevicePool.defaultId(settings.direction),
      id != told.defaultId
    else { return }
    told.defaultId = id
    host.hear(DeviceNews(.defaultChanged, line: id), from: source)
  }

  private func hear(_ kind: DeviceNews.Kind, _ value: Int64) {
    host.hear(DeviceNews(kind, value: value), from: source)
  }
}
