import AhaBase
import AhaNet
import AhaPiece

/// Handles events: updates the journal, then runs the actions.
extension Drop {
  /// Handles an event and its change. Both are in the journal before any action runs.
  func handle(
    _ event: DropState.Event, changing change: (inout DropData) -> Void = { _ in }
  ) throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    try apply(event, changing: change)
  }

  /// Like `handle`; returns the drops that share these files and must get the event too.
  func handleFollowed(
    _ event: DropState.Event, changing change: (inout DropData) -> Void = { _ in }
  ) throws(AhaError) -> [Drop] {
    order.lock()
    defer { order.unlock() }
    let all = followers
    try apply(event, changing: change)
    return all
  }

  /// Ends a step of work. If the journal cannot store the result, the drop is interrupted.
  func end(
    with event: DropState.Event, changing change: @escaping (inout DropData) -> Void = { _ in }
  ) {
    order.lock()
    defer { order.unlock() }
    let (unsent, role) = lock.locked { () -> (Int64, AssetRole?) in
      step = nil
      return (sending.end(), current.state.uploading)
    }
    let change = { (data: inout DropData) in
      change(&data)
      guard let role else { return }
      var isSent = false
      if case .sent = event { isSent = true }
      if isSent { data.record.repeated += unsent }
      data[role].pending = isSent ? 0 : unsent
    }
    do throws(AhaError) { try apply(event, changing: change) } catch {
      if case .created = event {
        finish(with: event, change: change, with: error)
      } else {
        fail(with: error)
      }
    }
    // While the client closes, the host's missing answers cannot arrive any more.
    let reason = lock.locked { () -> AhaError? in step == nil && job != nil ? closing : nil }
    if let reason { fail(with: reason) }
  }

  /// Invariant: caller holds `order`.
  func apply(
    _ event: DropState.Event, changing change: (inout DropData) -> Void = { _ in }
  ) throws(AhaError) {
    var next = data
    let actions = try next.state.handle(event)
    change(&next)
    try next.update()
    try save(next)
    lock.locked { current = next }
    perform(actions)
  }

  /// Writes to the journal, unless the drop was never started. A drop that another process holds or
  /// has changed is not written. Invariant: caller holds `order`.
  func save(_ next: DropData) throws(AhaError) {
    let (isRunning, isStored) = lock.locked { (job != nil, self.isStored) }
    guard isRunning || isStored else { return }
    let held = isRunning ? nil : try journal.lock(id)
    try journal.save(next.record, assets: next.assets, isNew: !isStored)
    withExtendedLifetime(held) {}
    lock.locked { self.isStored = true }
  }

  /// The piece exists at the destination, whatever the journal's error. Invariant: caller holds
  /// `order`.
  private func finish(
    with event: DropState.Event, change: (inout DropData) -> Void, with error: AhaError
  ) {
    Log.error("the drop \(id) is done, but the journal could not store that: \(error.line)")
    var next = data
    guard let actions = try? next.state.handle(event) else { return }
    change(&next)
    let done = next
    lock.locked { current = done }
    perform(actions)
  }

  /// Interrupts the drop after a result that could not be stored. Invariant: caller holds `order`.
  private func fail(with error: AhaError) { force(.broke(error)) }

  /// Applies an ending event even if the journal fails. Invariant: caller holds `order`.
  func force(_ event: DropState.Event) {
    var next = data
    guard let actions = try? next.state.handle(event) else { return }
    try? next.update()
    try? save(next)
    lock.locked { current = next }
    perform(actions)
  }

  private func perform(_ actions: [DropState.Action]) {
    for action in actions {
      switch action {
      case .ask(let role):
        if !lock.locked({ follows }) { post(.dropAssetWanted, value: Int64(role.rawValue)) }
      case .tell(let stage):
        lock.locked { job }?.enter(stage == .signingIn ? .signingIn : .sending)
        post(.dropStage, value: Int64(stage.rawValue))
      case .stopWork: stopWork()
      case .close(let succeeded): close(succeeded: succeeded)
      case .waitForSignIn: waitForSignIn()
      case .prepare, .upload, .create, .clean: begin(action)
      }
    }
    watchAnswers()
  }

  func post(_ kind: EventKind, value: Int64, line: String = "", result code: ResultCode = .ok) {
    client.events.post(kind, of: tag.value, value: value, line: line, result: code)
  }

  private func begin(_ work: DropState.Action) {
    let step = Job()
    lock.locked { self.step = step }
    do throws(AhaError) {
      try client.jobs.run(
        step, work: { [self] (step) throws(AhaError) in try run(work, step: step) },
        afterwards: { [self] outcome in
          if case .failure(let error) = outcome { end(with: .broke(reason(of: error))) }
        })
    } catch {
      lock.locked { self.step = nil }
      fail(with: error)
    }
  }

  /// Work that was cancelled, but not by the host, ends because the client closes.
  private func reason(of error: AhaError) -> AhaError {
    guard error.code == .cancelled, data.state.ending == nil else { return error }
    return AhaError(.released, "the client was released while the drop was being sent")
  }

  private func stopWork() {
    if let account = destination?.account, account.remove(self) {
      return fail(with: AhaError(.cancelled, "cancelled by the host"))
    }
    lock.locked { step }?.cancel()
  }

  // MARK: Signing in

  private func waitForSignIn() {
    guard let account = destination?.account else {
      return fail(with: AhaError(.notSignedIn, "\(data.record.name) has no account to sign in to"))
    }
    account.add(self)
    // The account may have signed in meanwhile; then it calls `accountSignedIn` on another thread.
    try? client.jobs.run(Job(), work: { _ in _ = account.isSignedIn }, afterwards: { _ in })
  }

  public func accountSignedIn() { end(with: .signedIn) }

  public func end(with error: AhaError) { end(with: .broke(error)) }

  // MARK: The end

  public func clientCloses(because reason: AhaError) {
    // Running work is cancelled by the client and reports its own end.
    let isIdle = lock.locked { () -> Bool in
      closing = reason
      return step == nil
    }
    if isIdle { end(with: .broke(reason)) }
  }

  /// A rejected drop can never be sent. If the journal fails, the drop stays listed as failed.
  private func leaveJournal() {
    do throws(AhaError) {
      try journal.remove(id)
      lock.locked { isStored = false }
    } catch { Log.warning("the rejected drop \(id) stays in the journal: \(error.line)") }
  }

  private func close(succeeded: Bool) {
    let data = data
    let stage = data.state.stage
    stopShapeAnalysis()
    // No upload reads these files any more.
    if [.done, .cleaning, .cancelled, .failed].contains(stage) {
      journal.removeFiles(of: data.record.id)
    }
    if data.state.leavesJournal { leaveJournal() }
    let (job, followers) = lock.locked { () -> (Job?, [Drop]) in
      // Cleared before the end is reported: the host may start the drop again at once.
      defer { (self.job, heldBy, others) = (nil, nil, []) }
      return (self.job, others)
    }
    if !succeeded { for follower in followers { follower.askItself() } }
    let error = data.state.error ?? AhaError(.cancelled, "the drop was cancelled")
    if succeeded {
      post(.dropClosed, value: 1, line: data.record.receipt.url)
    } else {
      post(.dropClosed, value: 0, line: error.line, result: error.code)
    }
    client.leave(self)
    guard let job else { return }
    let isWanted = succeeded || stage == .cancelled && lock.locked { isDiscarding }
    let outcome = isWanted ? Job.Outcome.success : .failure(error)
    client.events.end(job, outcome: outcome)
  }
}

extension EventKind {
  public static let dropAssetWanted = EventKind(140)
  public static let dropStage = EventKind(141)
  public static let dropProgress = EventKind(142)
  public static let dropClosed = EventKind(143)
}
