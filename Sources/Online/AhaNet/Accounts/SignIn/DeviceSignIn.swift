import AhaBase
import AhaJSON

/// The page and the code for a sign-in on a machine without a browser.
struct DevicePrompt {
  let url: String
  let userCode: String
}

/// The reply of a device authorization endpoint; it is untrusted.
///
/// Source: RFC 8628, 3.2.
struct DeviceCode {
  let code: Secret
  let prompt: DevicePrompt
  /// Min time between two requests for the token.
  var intervalMilliseconds: Int64
  let lifeMilliseconds: Int64

  /// Errors: `reply`.
  init(in object: JSONObject, of provider: Provider) throws(AhaError) {
    let userCode = object.text("user_code")
    guard let code = object.removeText("device_code", Secret.init(_:)), Token.fits(code),
      (1...64).contains(userCode.utf8.count),
      userCode.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else { throw AhaError(.reply, "\(provider.name) gave no code for the device") }
    let page = object.text("verification_uri")
    guard let parts = URLParts(page), parts.isSafe else {
      throw AhaError(
        .reply, "\(provider.name) gave a page for the code that is not an https URL")
    }
    let whole = object.text("verification_uri_complete")
    let hasCode = URLParts(whole)?.isSameOrigin(as: parts) ?? false
    prompt = DevicePrompt(url: hasCode ? whole : page, userCode: userCode)
    self.code = code
    let interval = object.seconds("interval")
    intervalMilliseconds = 1000 * (interval > 0 ? min(interval, 60) : 5)
    let life = object.seconds("expires_in")
    lifeMilliseconds = 1000 * (life > 0 ? min(life, 86_400) : 600)
  }
}

extension Account {
  /// Signs in on another device, which has a browser: the user enters a code there. Blocking.
  /// Errors: `refused` (by the user or the server), `timeout` (the code has expired), `cancelled`,
  /// `released`, `reply`, and those of the token request and the store.
  ///
  /// Source: RFC 8628.
  func signInByDevice(within milliseconds: Int64) throws(AhaError) {
    try signingIn { () throws(AhaError) in
      var device = try endpoint.deviceCode()
      lock.locked { devicePrompt = device.prompt }
      postURL()
      let deadline = Instant.after(milliseconds: min(milliseconds, device.lifeMilliseconds))
      repeat {
        try rest(for: device.intervalMilliseconds, until: deadline)
      } while try !isSignedIn(by: &device)
    }
  }

  /// Requests the token once. A failure of the network only makes the next request later.
  private func isSignedIn(by device: inout DeviceCode) throws(AhaError) -> Bool {
    do throws(AhaError) {
      let answer = try adopted(endpoint.device(device.code), isOwn: false)
      guard case .pending(_, let isTooFast) = answer else { return true }
      // RFC 8628, 3.5: 5 seconds more, for this and all later requests.
      if isTooFast { device.intervalMilliseconds += 5000 }
    } catch {
      guard RetryPolicy.isPassing(error) || error.code == .http || error.code == .rateLimited
      else { throw error }
      device.intervalMilliseconds = min(2 * device.intervalMilliseconds, 60_000)
    }
    return false
  }

  /// Errors: `timeout`, `cancelled`, `released`.
  private func rest(for milliseconds: Int64, until deadline: Instant) throws(AhaError) {
    let next = Instant.after(milliseconds: milliseconds)
    while true {
      if isCancelled { throw AhaError(.cancelled, "the sign-in to \(key.text) was cancelled") }
      if closing.isWanted { throw AhaError(.released, "\(key.text) was closed") }
      if Instant.now() >= deadline {
        throw AhaError(
          .timeout, "the code of the sign-in to \(key.text) was not entered in time: sign in again")
      }
      if Instant.now() >= next { return }
      Instant.pause(milliseconds: 50)
    }
  }
}

extension TokenEndpoint {
  /// Requests the codes of a sign-in on another device. Blocking. Errors: as `ask`.
  func deviceCode() throws(AhaError) -> DeviceCode {
    _ = try provider.safe(provider.deviceURL, named: "device URL")
    let fields = FormFields()
    addScopes(to: fields)
    for (name, value) in Provider.pairs(in: provider.authorizationQuery) {
      fields.add(name, value)
    }
    var request = TokenEndpoint.form(of: provider.deviceURL)
    TokenEndpoint.authenticate(
      &request, fields: fields, provider: provider, by: provider.clientAuthentication)
    request.body = .secret(fields.removeSecret())
    let reply = TokenReply(provider: provider, response: try send(request), form: fields)
    return try DeviceCode(in: reply.content(), of: provider)
  }
}
