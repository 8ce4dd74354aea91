import AhaBase

/// The work that waits for an account's sign-in.
extension Account {
  /// True while a sign-in runs, something waits for one, or a user may still wait.
  var isAwaited: Bool {
    lock.locked { signInJob != nil || !waiting.isEmpty || possibleWaiters > 0 }
  }

  /// Registers a waiter that may come later. The client keeps the account until the last one is
  /// removed, even after the host has released it.
  public func addPossibleWaiter() { lock.locked { possibleWaiters += 1 } }

  public func removePossibleWaiter() { lock.locked { possibleWaiters -= 1 } }

  public func add(_ waiter: any SignInWaiter) { lock.locked { waiting.append(waiter) } }

  /// Returns false if the waiter was not in the list.
  @discardableResult
  public func remove(_ waiter: any SignInWaiter) -> Bool {
    lock.locked {
      for index in waiting.indices where waiting[index] === waiter {
        waiting.remove(at: index)
        return true
      }
      return false
    }
  }

  func resumeWaiters() { for waiter in removeWaiters() { waiter.accountSignedIn() } }

  func endWaiters() { for waiter in removeWaiters() { waiter.end(with: Client.releasedError) } }

  func removeWaiters() -> [any SignInWaiter] {
    lock.locked {
      defer { waiting = [] }
      return waiting
    }
  }
}

/// Waits until the account is signed in.
public protocol SignInWaiter: AnyObject {
  /// The account is signed in.
  func accountSignedIn()
  /// The sign-in failed, or the client was released.
  func end(with error: AhaError)
}
