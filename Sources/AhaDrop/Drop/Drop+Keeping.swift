import AhaBase
import AhaNet
import AhaPiece

/// Changes that are no events of a drop's states.
extension Drop {
  func note(_ change: (inout BytesOnTheirWay) -> Void) -> BytesOnTheirWay {
    lock.locked {
      change(&sending)
      return sending
    }
  }

  /// Changes what no event is about, and keeps it.
  func keep(
    waiting: Bool, _ role: AssetRole, _ change: (inout DropData) -> Void
  ) throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    var next = data
    change(&next)
    if waiting {
      try next.update()
      try journal.save(next.record, [next[role]])
    } else {
      try journal.saveStep(next[role], of: next.record.id)
    }
    lock.locked { current = next }
  }

  /// Errors: `state` (committed), `limit`, those of the journal.
  func handleEdit(_ change: (inout Piece) -> Void) throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    var next = data
    try requireEditing("it cannot be edited any more")
    change(&next.piece)
    try adopt(&next)
  }

  /// Errors: `state` (committed, over).
  func requireEditing(_ otherwise: StaticString) throws(AhaError) {
    let state = data.state
    if state.canEdit { return }
    throw AhaError(.state, "the drop is \(state.isCommitted ? "committed" : "over"): \(otherwise)")
  }

  /// Errors: as `handleEdit`.
  func replaceCover(_ asset: AssetRecord) throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    var next = data
    try requireEditing("its cover cannot be changed any more")
    next[.cover] = asset
    next.state[.cover] = .answered
    try adopt(&next)
  }

  /// The host may answer again. In no order with other events of the asset.
  func takeBack(_ role: AssetRole) throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    var next = data
    guard next.state[role] == .coming else { return }
    next.state[role] =
      next.state.stage == .editing || next.state.stage == .sending ? .asked : .unasked
    try adopt(&next)
  }

  /// Of an answer that was not taken; the journal does not know, as the host asks again there.
  /// A committed drop that runs ends with it, as its host may believe that it has answered.
  func note(rejected role: AssetRole, _ error: AhaError) {
    order.lock()
    let isLast = lock.locked { () -> Bool in
      current.state.note(rejected: role, error)
      // A call that came too late was no answer.
      return job != nil && current.state.isCommitted && error.code != .state
        && current.state.isOpen(role)
    }
    if isLast { force(.refused(role, error)) }
    order.unlock()
    if isLast { pass(role, error) } else { endRefused(ofAny: false) }
  }

  /// Ends one that runs, where an answer was refused and no other comes.
  /// - Parameter ofAny: Also of a host that is there.
  func endRefused(ofAny: Bool) {
    order.lock()
    let rejected = lock.locked { () -> (role: AssetRole, error: AhaError)? in
      job == nil || (hasHost && !ofAny) ? nil : current.state.rejected
    }
    if let (role, error) = rejected { force(.refused(role, error)) }
    order.unlock()
    if let (role, error) = rejected { pass(role, error) }
  }

  /// Tells the drops that take the files of this one.
  private func pass(_ role: AssetRole, _ error: AhaError) {
    for follower in followers { try? follower.refuse(role, error) }
  }

  private func adopt(_ next: inout DropData) throws(AhaError) {
    try next.update()
    try save(next)
    let adopted = next
    lock.locked { current = adopted }
  }

  var runningJob: Job? { lock.locked { job } }

  public var isRunning: Bool { runningJob != nil }

  var followers: [Drop] { lock.locked { others } }

  /// Another drop takes the files, edits and commit of this one.
  func add(_ follower: Drop) {
    follower.lock.locked { follower.follows = true }
    lock.locked { others.append(follower) }
  }

  /// The one that it followed is over, or was not begun: what it still needs, it asks for itself.
  func askItself() {
    let isAsking = lock.locked { () -> Bool in
      defer { follows = false }
      return follows && job != nil
    }
    guard isAsking else { return }
    for role in AssetRole.allCases where data.state[role] == .asked {
      post(.dropAssetWanted, value: Int64(role.rawValue))
    }
  }

  func tellProgress(_ bytes: Int64) { post(.dropProgress, value: bytes) }
}
