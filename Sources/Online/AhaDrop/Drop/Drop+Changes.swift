import AhaBase
import AhaNet
import AhaPiece

/// Changes without an event of the state machine.
extension Drop {
  func note(_ change: (inout BytesInFlight) -> Void) -> BytesInFlight {
    lock.locked {
      change(&sending)
      return sending
    }
  }

  /// Changes the data and stores it.
  func keep(
    waiting: Bool, role: AssetRole, changing change: (inout DropData) -> Void
  ) throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    var next = data
    change(&next)
    if waiting {
      try next.update()
      try journal.save(next.record, assets: [next[role]])
    } else {
      try journal.saveStep(next[role], of: next.record.id)
    }
    lock.locked { current = next }
  }

  /// Changes the piece and stores it. Errors: `state` (committed), `limit`, those of the journal.
  func handleEdit(_ change: (inout Piece) -> Void) throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    var next = data
    try requireEditing(otherwise: "it cannot be edited any more")
    change(&next.piece)
    try adopt(&next)
  }

  /// Throws unless the drop can be edited. Errors: `state` (committed, over).
  func requireEditing(otherwise: StaticString) throws(AhaError) {
    let state = data.state
    if state.canEdit { return }
    throw AhaError(.state, "the drop is \(state.isCommitted ? "committed" : "over"): \(otherwise)")
  }

  /// Errors: as `handleEdit`.
  func replaceCover(with asset: AssetRecord) throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    var next = data
    try requireEditing(otherwise: "its cover cannot be changed any more")
    next[.cover] = asset
    next.state[.cover] = .answered
    try adopt(&next)
  }

  /// Reopens an asset after a failed answer. Its order relative to other events of the asset is
  /// free.
  func withdraw(_ role: AssetRole) throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    var next = data
    guard next.state[role] == .coming else { return }
    next.state[role] =
      next.state.stage == .editing || next.state.stage == .sending ? .requested : .unrequested
    try adopt(&next)
  }

  /// Records a refused answer. It is not in the journal, because a restarted drop requests the
  /// asset again. A committed drop that runs ends with the error: its host may believe that it has
  /// answered.
  func note(rejected role: AssetRole, with error: AhaError) {
    order.lock()
    let isLast = lock.locked { () -> Bool in
      current.state.note(rejected: role, with: error)
      // An answer that came too late (`state`) does not count.
      return job != nil && current.state.isCommitted && error.code != .state
        && current.state.isOpen(role)
    }
    if isLast { force(.refused(role, error)) }
    order.unlock()
    if isLast { pass(role, with: error) } else { endRefused(ofAny: false) }
  }

  /// Ends a running drop if an answer was refused and no other one can arrive.
  /// - Parameter ofAny: Also if the host still has a handle.
  func endRefused(ofAny: Bool) {
    order.lock()
    let rejected = lock.locked { () -> (role: AssetRole, error: AhaError)? in
      job == nil || (hasHost && !ofAny) ? nil : current.state.rejected
    }
    if let (role, error) = rejected { force(.refused(role, error)) }
    order.unlock()
    if let (role, error) = rejected { pass(role, with: error) }
  }

  /// Passes an error to the drops that share these files.
  private func pass(_ role: AssetRole, with error: AhaError) {
    for follower in followers { try? follower.refuse(role, with: error) }
  }

  private func adopt(_ next: inout DropData) throws(AhaError) {
    try next.update()
    try save(next)
    let adopted = next
    lock.locked { current = adopted }
    watchAnswers()
  }

  var runningJob: Job? { lock.locked { job } }

  public var isRunning: Bool { runningJob != nil }

  var followers: [Drop] { lock.locked { others } }

  /// Adds a drop that shares the files, edits and commit of this one.
  func add(_ follower: Drop) {
    follower.lock.locked { follower.follows = true }
    lock.locked { others.append(follower) }
  }

  /// The leading drop is over, or was never started: from now on, this drop requests missing assets
  /// itself.
  func askItself() {
    let isAsking = lock.locked { () -> Bool in
      defer { follows = false }
      return follows && job != nil
    }
    guard isAsking else { return }
    order.lock()
    stopAnswerLimit()
    watchAnswers()
    order.unlock()
    for role in AssetRole.allCases where data.state[role] == .requested {
      post(.dropAssetWanted, value: Int64(role.rawValue))
    }
  }

  func tellProgress(of bytes: Int64) { post(.dropProgress, value: bytes) }
}
