import AhaBase

// Commands to the renderer, under the lock.
extension Engine {
  /// Sends a command to the renderer. Invariant: caller holds lock.
  ///
  /// If the ring stays full, no thread is rendering; then this thread applies the commands, which
  /// delays no renderer. It waits once for each position: if nothing was rendered since the last
  /// wait, no thread renders. An offline engine has none that could be delayed.
  func send(_ command: Command) throws(AhaError) {
    try send(TimedCommand(frame: 0, command: command))
  }

  /// Sends commands that the renderer takes in one block. Invariant: caller holds lock.
  func send(_ commands: [Command]) throws(AhaError) {
    let timed = commands.map { TimedCommand(frame: 0, command: $0) }
    try send { renderer.commands.push(timed) }
  }

  /// Sends a command for a frame; 0: at once. Errors: `limit`. Invariant: caller holds lock.
  func send(_ command: Command, at frame: Int64) throws(AhaError) {
    let timed = TimedCommand(frame: FrameLimit.frame(frame), command: command)
    if timed.frame == 0 { return try send(timed) }
    try countChanges { () throws(AhaError) in try send(timed) }
  }

  private func send(_ timed: TimedCommand) throws(AhaError) {
    try send { renderer.commands.push(timed) }
  }

  private func send(by push: () -> Bool) throws(AhaError) {
    for attempt in 0..<1000 {
      if push() { return }
      let isIdle = settings.isOffline || attempt >= 50 || position == idlePosition
      if isIdle, beginRendering() {
        idlePosition = position
        renderer.applyCommands()
        endRendering()
      } else {
        Instant.pause(milliseconds: 1)
      }
    }
    throw AhaError(.limit, "the renderer has not taken 4096 commands for a second")
  }

  /// Frees the objects that the renderer has retired. Invariant: caller holds lock.
  func collect() {
    while let retired = renderer.reports.retired.pop() {
      switch retired {
      case .player(let index): freePlayer(index)
      case .sound(let index, let id, let mix): freeSound(id, mix: mix, of: index)
      case .shot(let index): freeShot(index)
      case .bus(let index): freeBus(index)
      case .effect(let index): freeEffect(index)
      case .input(let reader): freeInput(reader)
      case .lane(let lane): freeLane(lane)
      case .feed(let feed): freeFeed(feed)
      }
    }
  }

  /// Like `collect` when no thread renders: applies pending commands first, so that objects retire.
  /// Invariant: caller holds lock.
  func collectWithoutRenderer() {
    guard beginRendering() else { return }
    renderer.applyCommands()
    endRendering()
    collect()
  }

  /// Runs the body under the lock, unless the engine is closed.
  func locked<T>(_ body: () throws(AhaError) -> T) throws(AhaError) -> T {
    try enter()
    defer { unlockAndEnd() }
    return try body()
  }

  /// Acquires the lock. Errors: `released`.
  private func enter() throws(AhaError) {
    lock.lock()
    if isClosed {
      unlockAndEnd()
      throw AhaError(.released, "the engine was released")
    }
    collect()
    if !filePlayers.isEmpty { releaseEndedFiles() }
  }

  /// Unlocks, then releases finished objects: their streams and effects may call the host, and the
  /// host may call the engine.
  func unlockAndEnd() {
    let leaving = (ending, endingSounds, endingEffects, endingHosts)
    (ending, endingSounds, endingEffects, endingHosts) = ([], [], [], [])
    lock.unlock()
    withExtendedLifetime(leaving) {}
  }
}
