import AhaBase

/// The answer to a sign-in of an account that is not open in this client.
final class ArrivedRedirect {
  let one: PendingSignIn
  let url: URLParts

  init(to one: PendingSignIn, url: URLParts) { (self.one, self.url) = (one, url) }
}

/// Redirects to sign-ins that another process began.
extension Client {
  /// The pending sign-ins in the state folder. Errors: those of `UserFolder`.
  func pendingSignIns() throws(AhaError) -> PendingSignIns {
    PendingSignIns(try fileStore().folder)
  }

  /// Passes a redirect to the process that waits for it. If that process has died, this one
  /// finishes the sign-in, once its account is open. Returns false if the URL answers no pending
  /// sign-in. Errors: `refused` (the process that waits does not accept it).
  func handleRedirect(_ url: URLParts, text: String) throws(AhaError) -> Bool {
    guard SignIn.isAnswer(url), let pending = try? pendingSignIns() else { return false }
    switch pending.find(url) {
    case .used: return true
    case .pending(let one):
      if try pass(text, url: url, { one.send(text) }) { return true }
      return finish(ArrivedRedirect(to: one, url: url), pending: pending)
    case .nothing:
      // A sign-in of an account in memory has no file.
      guard let state = SignIn.state(in: url),
        let name = try? URLInbox.name(of: "sign-in", secret: state.text)
      else { return false }
      return try pass(text, url: url) { URLInbox.send(text, to: name, toSelf: true) }
    }
  }

  private func pass(
    _ text: String, url: URLParts, _ send: () -> URLInbox.Sent
  ) throws(AhaError) -> Bool {
    switch send() {
    case .accepted:
      events.post(.urlPassedOn, of: 0, line: "\(url.scheme)://\(url.host)")
      return true
    case .refused: throw URLHandler.refusal(of: url)
    case .noReceiver: return false
    }
  }

  private func finish(_ arrived: ArrivedRedirect, pending: PendingSignIns) -> Bool {
    guard let account = openAccount(arrived.one.key), arrived.one.isOf(account) else {
      keep(arrived)
      return true
    }
    return finish(arrived, pending: pending, account: account)
  }

  /// Finishes the sign-ins whose answers arrived before their account was open. Call it once the
  /// account's events have a source.
  public func finishArrived(_ account: Account) {
    let waiting = removeArrived(for: account)
    guard !waiting.isEmpty, let pending = try? pendingSignIns() else { return }
    for one in waiting { _ = finish(one, pending: pending, account: account) }
  }

  /// Returns false if the URL has no answer.
  private func finish(
    _ arrived: ArrivedRedirect, pending: PendingSignIns, account: Account
  ) -> Bool {
    guard let answer = account.answer(in: arrived.url, to: arrived.one) else {
      return false
    }
    // Another process may have been faster.
    guard pending.claim(arrived.one.state) else { return true }
    do throws(AhaError) {
      try account.startRedeeming(answer)
    } catch {
      account.postFailure(error)
    }
    return true
  }
}
