import AhaBase
import AhaNet
import AhaPiece

/// From an event to the journal, and to what comes of it.
extension Drop {
  /// Takes an event in, with what it changes: both are in the journal before anything comes of it.
  func handle(
    _ event: DropState.Event, _ change: (inout DropData) -> Void = { _ in }
  ) throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    try apply(event, change)
  }

  /// The same; returns those that are to hear of it too.
  func handleFollowed(
    _ event: DropState.Event, _ change: (inout DropData) -> Void = { _ in }
  ) throws(AhaError) -> [Drop] {
    order.lock()
    defer { order.unlock() }
    let all = followers
    try apply(event, change)
    return all
  }

  /// Of work that has ended: what cannot be kept breaks it off.
  func end(_ event: DropState.Event, _ change: (inout DropData) -> Void = { _ in }) {
    order.lock()
    defer { order.unlock() }
    lock.locked {
      step = nil
      sending.end()
    }
    do throws(AhaError) { try apply(event, change) } catch {
      if case .created = event { finish(event, change, error) } else { fail(error) }
    }
    // What its host still owes it comes no more.
    let reason = lock.locked { () -> AhaError? in step == nil && job != nil ? closing : nil }
    if let reason { fail(reason) }
  }

  /// In order.
  func apply(
    _ event: DropState.Event, _ change: (inout DropData) -> Void = { _ in }
  ) throws(AhaError) {
    var next = data
    let actions = try next.state.handle(event)
    change(&next)
    try next.update()
    try save(next)
    lock.locked { current = next }
    perform(actions)
  }

  /// In order. One that was never started is nothing for the journal. What somebody else works on,
  /// or has changed, stays as it is.
  func save(_ next: DropData) throws(AhaError) {
    let (isRunning, isKept) = lock.locked { (job != nil, self.isKept) }
    guard isRunning || isKept else { return }
    let held = isRunning ? nil : try journal.lock(id)
    try journal.save(next.record, next.assets, isNew: !isKept)
    withExtendedLifetime(held) {}
    lock.locked { self.isKept = true }
  }

  /// In order: it is made, whatever becomes of the journal.
  private func finish(
    _ event: DropState.Event, _ change: (inout DropData) -> Void, _ error: AhaError
  ) {
    Log.error("the drop \(id) is done, and the journal does not know: \(error.line)")
    var next = data
    guard let actions = try? next.state.handle(event) else { return }
    change(&next)
    let done = next
    lock.locked { current = done }
    perform(actions)
  }

  /// In order; of work whose result could not be kept.
  private func fail(_ error: AhaError) { force(.broke(error)) }

  /// In order; of an end, which also comes about where the journal cannot be told.
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
      case .close(let succeeded): close(succeeded)
      case .waitForSignIn: waitForSignIn()
      case .prepare, .upload, .create, .clean: begin(action)
      }
    }
  }

  func post(_ kind: EventKind, value: Int64, line: String = "", _ code: ResultCode = .ok) {
    client.events.post(kind, of: tag.value, value: value, line: line, result: code)
  }

  private func begin(_ work: DropState.Action) {
    let step = Job()
    lock.locked { self.step = step }
    do throws(AhaError) {
      try client.jobs.run(
        step, { [self] (step) throws(AhaError) in try run(work, step) },
        afterwards: { [self] outcome in
          if case .failure(let error) = outcome { end(.broke(reason(error))) }
        })
    } catch {
      lock.locked { self.step = nil }
      fail(error)
    }
  }

  /// Work that was stopped, but not because the host cancelled it, ends with the client.
  private func reason(_ error: AhaError) -> AhaError {
    guard error.code == .cancelled, data.state.ending == nil else { return error }
    return AhaError(.released, "the client was released while the drop was being sent")
  }

  private func stopWork() {
    if let account = destination?.account, account.feed.remove(self) {
      return fail(AhaError(.cancelled, "cancelled by the host"))
    }
    lock.locked { step }?.cancel()
  }

  // MARK: Signing in

  private func waitForSignIn() {
    guard let account = destination?.account else {
      return fail(AhaError(.notSignedIn, "\(data.record.name) has no account to sign in to"))
    }
    account.feed.add(self)
    // It may have happened meanwhile: then this is told of it, on another thread.
    try? client.jobs.run(Job(), { _ in _ = account.isSignedIn }, afterwards: { _ in })
  }

  public func goOn() { end(.signedIn) }

  public func end(_ error: AhaError) { end(.broke(error)) }

  // MARK: The end

  public func clientCloses(_ reason: AhaError) {
    // What works is stopped by the client, and says so itself.
    let isIdle = lock.locked { () -> Bool in
      closing = reason
      return step == nil
    }
    if isIdle { end(.broke(reason)) }
  }

  private func close(_ succeeded: Bool) {
    let data = data
    let stage = data.state.stage
    stopLooking()
    // Nothing sends them any more.
    if [.done, .cleaning, .cancelled, .failed].contains(stage) {
      journal.removeFiles(data.record.id)
    }
    let (job, followers) = lock.locked { () -> (Job?, [Drop]) in
      // Given back before anybody hears of the end: who does may want to start it again.
      defer { (self.job, heldBy, others) = (nil, nil, []) }
      return (self.job, others)
    }
    if !succeeded { for follower in followers { follower.askItself() } }
    let error = data.state.error ?? AhaError(.cancelled, "the drop was cancelled")
    if succeeded {
      post(.dropClosed, value: 1, line: data.record.receipt.url)
    } else {
      post(.dropClosed, value: 0, line: error.line, error.code)
    }
    client.leave(self)
    guard let job else { return }
    let isWanted = succeeded || stage == .cancelled && lock.locked { isDiscarding }
    let outcome = isWanted ? Job.Outcome.success : .failure(error)
    client.events.post(ended: job, outcome)
    job.finish(outcome)
  }
}
