import AhaBase

/// The engine's only service thread: supplies streamed players, and forwards the renderer's events
/// while the host waits for them. Started on first need.
final class ReadAhead {
  /// Period of its checks: a fifth of the shortest read-ahead.
  private static let periodMilliseconds: Int64 = 10

  private struct Client {
    let player: Player
    let feeder: StreamFeeder
  }

  private let lock = Lock()
  private let changed: Condition
  private var clients: [Client] = []
  /// The index of each feeder in `clients`.
  private var indices: [ObjectIdentifier: Int] = [:]
  private var tick: (() -> Void)?
  private var report: ((AhaError, Player) -> Void)?
  private var thread: Thread?
  private var isClosed = false

  init() { changed = Condition(lock) }

  /// Supplies a sound of a player from now on. Calls `report` on failures, on the service thread.
  /// Errors: `system` (no thread).
  func add(
    _ player: Player, feeder: StreamFeeder, isOffline: Bool,
    report: @escaping (AhaError, Player) -> Void
  ) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    if !isOffline { try startThread() }
    self.report = report
    indices[ObjectIdentifier(feeder)] = clients.count
    clients.append(Client(player: player, feeder: feeder))
    changed.signalAll()
  }

  func remove(_ feeder: StreamFeeder) {
    lock.locked {
      guard let index = indices.removeValue(forKey: ObjectIdentifier(feeder)) else { return }
      let last = clients.removeLast()
      if last.feeder === feeder { return }
      clients[index] = last
      indices[ObjectIdentifier(last.feeder)] = index
    }
  }

  /// Calls `tick` every few milliseconds from now on. Errors: `system` (no thread).
  func startTicking(_ tick: @escaping () -> Void) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    try startThread()
    self.tick = tick
    changed.signalAll()
  }

  /// Fills late rings on the calling thread, and wakes the service thread to help; for offline
  /// rendering.
  /// - Parameter forEffects: Effects of players and buses may absorb their latency at once.
  func fillAll(forEffects: Bool, _ report: (AhaError, Player) -> Void) {
    lock.lock()
    let now = clients
    if !now.isEmpty { changed.signalAll() }
    lock.unlock()
    // Starts at the opposite end of the service thread, so that both find work.
    for client in now.reversed() {
      client.feeder.fillEnough(forEffects: forEffects) { report($0, client.player) }
    }
  }

  func close() {
    lock.lock()
    isClosed = true
    changed.signalAll()
    let leaving = thread
    lock.unlock()
    leaving?.join()
    lock.locked {
      clients.removeAll()
      indices.removeAll()
      tick = nil
      report = nil
    }
  }

  private func startThread() throws(AhaError) {
    guard thread == nil, !isClosed else { return }
    thread = try Thread(name: "aha-read-ahead") { [unowned(unsafe) self] in serve() }
  }

  private func serve() {
    lock.lock()
    while !isClosed {
      let (now, tick, report) = (clients, self.tick, self.report)
      lock.unlock()
      let more = fillOnce(now, report)
      tick?()
      lock.lock()
      if isClosed || more { continue }
      if clients.isEmpty && self.tick == nil {
        changed.wait()
      } else {
        _ = changed.wait(until: Instant.after(milliseconds: ReadAhead.periodMilliseconds))
      }
    }
    lock.unlock()
  }

  /// Fills one portion for each player, so that no player waits for another one's whole ring.
  private func fillOnce(_ clients: [Client], _ report: ((AhaError, Player) -> Void)?) -> Bool {
    var more = false
    for client in clients {
      if client.feeder.fill({ report?($0, client.player) }) { more = true }
    }
    return more
  }
}
