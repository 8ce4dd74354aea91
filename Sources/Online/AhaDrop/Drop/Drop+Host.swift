import AhaBase
import AhaNet
import AhaPiece

/// Functions for the host: queries, edits, sharing.
extension Drop {
  // MARK: Queries

  public var stage: DropState.Stage { data.state.stage }
  public var piece: Piece { data.piece }
  public var record: DropRecord { data.record }
  public var error: AhaError? { data.state.error }
  /// End of the life of the receipt's URL, in seconds since 1970; 0: it stays.
  public var expiry: Int64 { registry.kinds.expiry(of: record.receipt.url) }
  /// SHA-256 of a file in hexadecimal; "" before it was sent.
  public func sha256(of role: AssetRole) -> String { data[role].sha256 }

  public var progress: DropProgress {
    let data = data
    var (done, total): (Int64, Int64) = (0, 0)
    for asset in data.assets where !asset.path.isEmpty {
      total += asset.mark.size
      done += min(asset.confirmed, asset.mark.size)
    }
    done = min(total, done + note { _ in }.count)
    let stage = data.state.stage
    let result: ResultCode? =
      switch stage {
      case .done: .ok
      case .cancelled: .cancelled
      // Result of the last clean-up, while no other runs.
      case .cleaning: data.record.result == .ok ? nil : data.record.result
      case .broken, .failed: data.record.result
      default: nil
      }
    let awaited = data.state.awaited.first
    // The time begins right after the commit, or when the drop runs again: until then it is whole.
    let left = lock.locked { answerLimit }?.left ?? options.answerMilliseconds
    return DropProgress(
      stage: stage, result: result, done: done, total: total, repeated: data.record.repeated,
      awaited: awaited, awaitedMilliseconds: awaited == nil ? 0 : left)
  }

  /// Checks the piece against the limits of the destination's service. Errors: the first problem.
  func checkPiece() throws(AhaError) {
    let data = data
    let kind = registry.kinds.kind(named: data.record.kind)
    guard let problem = data.piece.problem(within: kind?.limits ?? .own) else { return }
    throw AhaError(problem.code, "\(data.record.name): \(problem.line)")
  }

  // MARK: Editing

  /// Changes the piece before the commit. Errors: `state`.
  public func edit(_ change: (inout Piece) -> Void) throws(AhaError) {
    let all = followers
    try handleEdit(change)
    for follower in all { try? follower.edit(change) }
  }

  /// Ends editing. On a running drop, a refused answer then ends the drop: a host that ignores
  /// results would wait forever. Errors: `state`, those of the piece.
  public func commit() throws(AhaError) {
    try checkPiece()
    if isRunning, data.state.rejected != nil {
      defer { endRefused(ofAny: true) }
      try data.state.requireNoRejection("committed")
    }
    for follower in try handleFollowed(.committed) { try? follower.commit() }
  }

  /// Sends the drop as it is: answers with the mix stem, declines every other open asset, commits,
  /// and starts a job.
  /// - Parameter mixStem: Nil: it was answered before.
  /// Errors: `state` (started before), `invalidArgument` (no mix stem), those of the piece, of
  /// answers and of `start`.
  public func send(
    mixStem: FilePath?, prepare: (Job) throws(AhaError) -> Void = { _ in }
  ) throws(AhaError) {
    if isRunning { throw AhaError(.state, "the drop was started before") }
    try checkPiece()
    if let mixStem {
      try answering(.mixStem) { () throws(AhaError) in try answer(.mixStem, with: mixStem) }
    } else if data.state.isOpen(.mixStem) {
      throw AhaError(.invalidArgument, "mix_path is NULL, and no mix stem was answered before")
    }
    try data.state.requireNoRejection("sent")
    for role in AssetRole.allCases where data.state.isOpen(role) { try decline(role) }
    if !data.state.isCommitted { try commit() }
    try start(prepare: prepare)
  }

  /// Called when the host releases its last handle. A refused answer cannot be replaced any more,
  /// so the drop ends with that error, on a thread of the client. Does not block.
  public func hostLeft() {
    let isOwed = lock.locked { () -> Bool in
      hasHost = false
      return job != nil && current.state.rejected != nil
    }
    if !isOwed { return }
    // If the client is closing, that ends the drop.
    try? client.jobs.run(
      Job(), work: { [self] _ in endRefused(ofAny: false) }, afterwards: { _ in })
  }

  /// Called when the host gets a handle again.
  public func hostCame() { lock.locked { hasHost = true } }

  /// Cancels the drop and deletes its uploads. Errors: `state` (it is done, or does not run and
  /// must be discarded).
  public func cancel() throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    if runningJob == nil, data.state.hasLocation, data.state.stage != .cancelled {
      throw AhaError(.state, "the drop does not run: it is discarded, not cancelled")
    }
    try apply(.cancelled)
  }

  // MARK: Sharing

  /// Creates a drop of the same piece to another destination. It shares the files, edits and commit
  /// of this one. Errors: `state` (this drop was started).
  public func share(with destination: any Destination) throws(AhaError) -> Drop {
    // Answers that arrive meanwhile are passed on afterwards.
    order.lock()
    defer { order.unlock() }
    if runningJob != nil || data.state.isStarted || !data.record.location.isEmpty {
      throw AhaError(.state, "the drop was started before")
    }
    let other = try Drop(
      registry: registry, destination: destination, piece: data.piece, options: options)
    for asset in data.assets {
      switch data.state[asset.role] {
      case .answered:
        try other.answer(asset.role, with: try other.ownPath(of: asset), type: asset.asset.type)
      case .declined: try other.decline(asset.role)
      default: break
      }
    }
    if data.state.isCommitted, !other.data.state.isCommitted { try other.commit() }
    add(other)
    return other
  }
}
