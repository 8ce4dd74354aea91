import AhaBase
import AhaNet
import AhaPiece

/// What a host asks and says.
extension Drop {
  // MARK: Asking

  public var stage: DropState.Stage { data.state.stage }
  public var piece: Piece { data.piece }
  public var record: DropRecord { data.record }
  public var error: AhaError? { data.state.error }
  /// Of a file, as letters; "" before it was sent.
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
      // Of the last try, while there is no other.
      case .cleaning: data.record.result == .ok ? nil : data.record.result
      case .broken, .failed: data.record.result
      default: nil
      }
    return DropProgress(
      stage: stage, result: result, done: done, total: total, repeated: data.record.repeated)
  }

  // MARK: Editing

  /// Changes the piece until it is committed. Errors: `state`.
  public func edit(_ change: (inout Piece) -> Void) throws(AhaError) {
    let all = followers
    try handleEdit(change)
    for follower in all { try? follower.edit(change) }
  }

  /// Editing is over. A refused answer ends a running drop here: a host that looks at no result
  /// would wait for ever. Errors: `state`, those of the piece.
  public func commit() throws(AhaError) {
    if let problem = data.piece.problem { throw AhaError(problem.code, problem.line) }
    if isRunning, data.state.rejected != nil {
      defer { endRefused(ofAny: true) }
      try data.state.requireNoRejection("committed")
    }
    for follower in try handleFollowed(.committed) { try? follower.commit() }
  }

  /// Sends it as it is: answers with the mix stem, says of every other open asset that there is
  /// none, commits, and starts a job.
  /// - Parameter mixStem: Nil: it was answered before.
  /// Errors: `state` (it was started), `invalidArgument` (no mix stem), those of the piece, of
  /// answers and of `start`.
  public func send(
    _ mixStem: FilePath?, prepare: (Job) throws(AhaError) -> Void = { _ in }
  ) throws(AhaError) {
    if isRunning { throw AhaError(.state, "the drop was started before") }
    if let problem = data.piece.problem { throw AhaError(problem.code, problem.line) }
    if let mixStem {
      try answering(.mixStem) { () throws(AhaError) in try answer(.mixStem, mixStem) }
    } else if data.state.isOpen(.mixStem) {
      throw AhaError(.invalidArgument, "mix_path is NULL, and no mix stem was answered before")
    }
    try data.state.requireNoRejection("sent")
    for role in AssetRole.allCases where data.state.isOpen(role) { try decline(role) }
    if !data.state.isCommitted { try commit() }
    try start(prepare: prepare)
  }

  /// The last handle is gone: an answer that was refused comes no more, and the drop ends with why,
  /// on a thread of the client's. This does not block.
  public func hostLeft() {
    let isOwed = lock.locked { () -> Bool in
      hasHost = false
      return job != nil && current.state.rejected != nil
    }
    if !isOwed { return }
    // Where the client is being closed, that ends the drop.
    try? client.jobs.run(Job(), { [self] _ in endRefused(ofAny: false) }, afterwards: { _ in })
  }

  /// There is a handle again.
  public func hostCame() { lock.locked { hasHost = true } }

  /// Ends it, and takes away what it has left. Errors: `state` (it is done; it does not run, and is
  /// to be discarded).
  public func cancel() throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    if runningJob == nil, data.state.hasPlace, data.state.stage != .cancelled {
      throw AhaError(.state, "the drop does not run: it is discarded, not cancelled")
    }
    try apply(.cancelled)
  }

  // MARK: Sharing

  /// A drop of the same piece to another destination, which takes the files, edits and commit of
  /// this one. Errors: `state` (this one was started).
  public func share(with destination: any Destination) throws(AhaError) -> Drop {
    // What is answered meanwhile comes after it.
    order.lock()
    defer { order.unlock() }
    if runningJob != nil || data.state.isStarted || !data.record.place.isEmpty {
      throw AhaError(.state, "the drop was started before")
    }
    let other = try Drop(desk, destination, data.piece, options)
    for asset in data.assets {
      switch data.state[asset.role] {
      case .answered:
        try other.answer(asset.role, try other.ownPath(asset), type: asset.asset.type)
      case .declined: try other.decline(asset.role)
      default: break
      }
    }
    if data.state.isCommitted, !other.data.state.isCommitted { try other.commit() }
    add(other)
    return other
  }
}
