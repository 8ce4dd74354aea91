import AhaBase
import AhaPiece

extension DropState {
  /// Applies an event. Errors: `state` (impossible now), `attachment` (too large),
  /// `invalidArgument`. The state is then unchanged, except that a missing mix stem fails the drop.
  public mutating func handle(_ event: Event) throws(AhaError) -> [Action] {
    switch event {
    case .started: return try start()
    case .renewed: return try renew()
    case .coming(let role):
      try requireUnanswered(role)
      self[role] = .coming
      return []
    case .answered(let role, let bytes):
      try requireUnanswered(role)
      return try answer(role, bytes: bytes)
    case .came(let role, let bytes):
      try requireUnanswered(role, state: .coming)
      return try answer(role, bytes: bytes)
    case .declined(let role): return try decline(role)
    case .refused(let role, let error):
      try requireUnanswered(role)
      return reject(role, with: error)
    case .withheld(let role, let error):
      try requireUnanswered(role)
      return giveUp(role, with: error)
    case .stayedAway(let role, let error):
      try requireUnanswered(role, state: .coming)
      // The client closes: another process can ask the host again.
      return error.code == .released ? reject(role, with: error) : giveUp(role, with: error)
    case .committed: return try commit()
    case .cancelled: return try cancel()
    default: return workEnded(with: event)
    }
  }

  // MARK: The host

  private mutating func start() throws(AhaError) -> [Action] {
    if isStarted, !stage.isOver { throw AhaError(.state, "the drop was started before") }
    switch stage {
    case .done: throw AhaError(.state, "the drop is done: it is never sent twice")
    case .cancelled: throw AhaError(.state, "the drop was cancelled")
    case .failed:
      // The host has not yet got the error of an earlier refusal.
      if !isStarted, let error { throw error }
      throw AhaError(.state, "the drop has failed: make a new one")
    case .cleaning:
      (isStarted, error) = (true, nil)
      return begin(.clean)
    default: break
    }
    if isCommitted { try requireNoRejection("started") }
    (isStarted, error, stage) = (true, nil, .preparing)
    // Requests assets again that the host failed to make.
    for role in AssetRole.allCases where self[role] == .failed {
      (self[role], rejections[Int(role.rawValue) - 1]) = (.unrequested, nil)
    }
    return [.tell(.preparing)] + begin(.prepare)
  }

  private mutating func renew() throws(AhaError) -> [Action] {
    guard stage == .done else {
      throw AhaError(.state, "the drop is not done: only links of finished drops are renewed")
    }
    (isStarted, isRenewal, error, stage) = (true, true, nil, .creating)
    return [.tell(.creating)] + begin(.create)
  }

  /// - Parameter state: Nil: not answered and not coming.
  private func requireUnanswered(
    _ role: AssetRole, state: AssetState? = nil
  ) throws(AhaError) {
    if stage.isOver && stage != .broken || ending != nil || stage == .cleaning {
      throw AhaError(.state, "the drop is over: it takes no \(role.title)")
    }
    switch self[role] {
    case .unrequested where state == nil, .requested where state == nil,
      .coming where state == .coming:
      return
    default: throw AhaError(.state, "the \(role.title) was answered before")
    }
  }

  private mutating func answer(
    _ role: AssetRole, bytes: Int64
  ) throws(AhaError) -> [Action] {
    let limit = Piece.Limit.attachment
    if role == .attachment, bytes > limit {
      throw AhaError(.attachment, "the attachment of \(bytes) bytes is over \(limit)")
    }
    self[role] = .answered
    return next()
  }

  private mutating func decline(_ role: AssetRole) throws(AhaError) -> [Action] {
    try requireUnanswered(role)
    if role != .mixStem {
      self[role] = .declined
      return next()
    }
    return giveUp(role, with: AhaError(.invalidArgument, "a drop needs a mix stem"))
  }

  /// The host cannot deliver an asset: the drop fails with any error, and its location is deleted.
  private mutating func giveUp(_ role: AssetRole, with error: AhaError) -> [Action] {
    (self[role], isRejected) = (.failed, true)
    guard stage == .broken else { return end(as: .failed(error)) }
    ending = .failed(error)
    return conclude()
  }

  private mutating func reject(_ role: AssetRole, with error: AhaError) -> [Action] {
    (self[role], isRejected) = (.failed, !DropState.canGoOn(after: error))
    return end(as: .failed(error))
  }

  private mutating func commit() throws(AhaError) -> [Action] {
    if isCommitted { throw AhaError(.state, "the drop was committed before") }
    guard canEdit else {
      throw AhaError(.state, "the drop is over: it cannot be committed")
    }
    try requireNoRejection("committed")
    isCommitted = true
    guard stage == .editing else { return [] }
    stage = .sending
    return [.tell(.sending)] + next()
  }

  /// Assets that a committed drop waits for: the host has not answered.
  public var awaited: [AssetRole] {
    guard isCommitted, stage == .sending, ending == nil else { return [] }
    return AssetRole.allCases.filter { isOpen($0) }
  }

  /// A committed drop waits for every open asset, while the host may believe that it has answered.
  /// Errors: `state`, with each open asset whose answer was refused.
  func requireNoRejection(_ step: StaticString) throws(AhaError) {
    guard rejected != nil else { return }
    var line = "the drop cannot be \(step): "
    for role in AssetRole.allCases where isOpen(role) {
      guard let error = rejections[Int(role.rawValue) - 1] else { continue }
      line += "the answer for the \(role.title) was refused (\(error.line)); "
    }
    throw AhaError(.state, line + "answer again first")
  }

  private mutating func cancel() throws(AhaError) -> [Action] {
    switch stage {
    case .done: throw AhaError(.state, "the drop is done: it cannot be cancelled")
    case .cancelled: return []
    case .creating where isRenewal:
      return end(as: .failed(AhaError(.cancelled, "the renewal was cancelled")))
    default: return end(as: .cancelled)
    }
  }

  // MARK: The work

  mutating func begin(_ work: Action) -> [Action] {
    self.work = work
    return [work]
  }

  private mutating func workEnded(with event: Event) -> [Action] {
    let ended = work
    work = nil
    // Finished work counts, even if it is not wanted any more.
    switch event {
    case .ready: hasLocation = true
    case .sent(let role): self[role] = .sent
    case .broke:
      if case .upload(let role)? = ended { self[role] = unsent(role) }
      // The location may exist although its reply was lost.
      if case .prepare? = ended { hasLocation = true }
    case .created: return finish()
    case .cleaned: return cleaned(failure: nil)
    default: break
    }
    if case .clean? = ended, case .broke(let error) = event { return cleaned(failure: error) }
    if ending != nil { return conclude() }
    switch event {
    case .broke(let error): return end(as: .failed(error))
    case .notSignedIn(let error): return signIn(after: error)
    case .signedIn:
      stage = .preparing
      return [.tell(.preparing)] + begin(.prepare)
    case .ready: return edit()
    default: return next()
    }
  }

  /// State of an asset before its upload.
  private func unsent(_ role: AssetRole) -> AssetState {
    drawsCover && role == .cover ? .declined : .answered
  }

  private mutating func signIn(after error: AhaError) -> [Action] {
    guard waitsForSignIn else { return end(as: .failed(error)) }
    stage = .signingIn
    return [.tell(.signingIn)] + begin(.waitForSignIn)
  }

  /// Starts editing: requests each asset that the host has not answered unrequested.
  private mutating func edit() -> [Action] {
    stage = isCommitted ? .sending : .editing
    var actions: [Action] = [.tell(stage)]
    for role in AssetRole.allCases where self[role] == .unrequested {
      self[role] = .requested
      actions.append(.ask(role))
    }
    return actions + next()
  }

  /// Starts the next upload, or the step after the last one.
  private mutating func next() -> [Action] {
    guard work == nil, ending == nil, stage == .editing || stage == .sending else { return [] }
    for role in AssetRole.allCases where mayBeSent(role) {
      drawsCover = drawsCover || self[role] == .declined
      self[role] = .sending
      return begin(.upload(role))
    }
    for role in AssetRole.allCases where !isSettled(role) { return [] }
    guard isCommitted else { return [] }
    stage = .creating
    return [.tell(.creating)] + begin(.create)
  }

  /// A cover can change until the commit; a drawn cover contains the final title.
  private func mayBeSent(_ role: AssetRole) -> Bool {
    if role != .cover { return self[role] == .answered }
    return isCommitted && (self[role] == .answered || self[role] == .declined && !omitsCover)
  }

  private func isSettled(_ role: AssetRole) -> Bool {
    self[role] == .sent || self[role] == .declined && (role != .cover || omitsCover)
  }
}

extension AssetRole {
  /// For error lines.
  var title: StaticString {
    switch self {
    case .mixStem: "mix stem"
    case .preview: "preview"
    case .cover: "cover"
    case .attachment: "attachment"
    }
  }
}
