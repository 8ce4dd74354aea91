import AhaBase

// The end of a drop: failed, cancelled, cleaned up or done.
extension DropState {
  /// Ends the drop as soon as no work runs. The first reason counts, but a cancelled drop is always
  /// cleaned up.
  mutating func end(as ending: Ending) -> [Action] {
    if case .cancelled = ending {
      if stage == .cleaning && isStarted { return [] }
      self.ending = ending
    } else if self.ending == nil {
      if stage.isOver || stage == .cleaning { return [] }
      self.ending = ending
    }
    if work != nil { return [.stopWork] }
    return conclude()
  }

  mutating func conclude() -> [Action] {
    switch ending {
    case .failed(let error)?:
      ending = nil
      if isRenewal {
        (isRenewal, self.error, stage) = (false, error, .done)
        return [.tell(.done), .close(succeeded: false)]
      }
      if isRejected, hasLocation {
        (stage, isStarted, rejection) = (.cleaning, true, error)
        return [.tell(.cleaning)] + begin(.clean)
      }
      (self.error, leavesJournal) = (error, isRejected)
      stage = DropState.canGoOn(after: error) ? .broken : .failed
      return [.tell(stage), .close(succeeded: false)]
    case .cancelled?:
      ending = nil
      guard hasLocation else { return cleaned(failure: nil) }
      (stage, isStarted, error) = (.cleaning, true, nil)
      return [.tell(.cleaning)] + begin(.clean)
    case nil: return []
    }
  }

  /// Uploads that could not be deleted stay for another attempt, at the host's request.
  mutating func cleaned(failure: AhaError?) -> [Action] {
    if let rejection {
      (ending, error, self.rejection) = (nil, rejection, nil)
      (stage, leavesJournal) = (.failed, failure == nil)
      return [.tell(.failed), .close(succeeded: false)]
    }
    (ending, error) = (nil, failure)
    if let failure, DropState.canGoOn(after: failure) {
      isStarted = false
      return [.close(succeeded: false)]
    }
    stage = .cancelled
    return [.tell(.cancelled), .close(succeeded: false)]
  }

  mutating func finish() -> [Action] {
    (stage, ending, error, isRenewal) = (.done, nil, nil, false)
    return [.tell(.done), .close(succeeded: true)]
  }
}
