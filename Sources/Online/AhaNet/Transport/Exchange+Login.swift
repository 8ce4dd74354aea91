import AhaBase
import CCurl

/// Proofs of identity: credentials, users and passwords, client certificates.
extension Exchange {
  /// Only the requested origin gets credentials, and from .netrc and certificates only one that the
  /// user named.
  func authenticate() {
    answersChallenges = false
    if hasCrossed { return }
    if let credential = request.credential { add(credential) }
    if let login = request.login {
      logIn(as: login, overBasic: url.isSafe)
      answersChallenges = true
    }
    if case .notNearer = request.ssrfGuard { return }
    let settings = context.settings
    if let file = settings.netrcFile, request.login == nil, !request.hasCredential {
      logIn(byNetrc: file, overBasic: url.isSafe)
      answersChallenges = true
    }
    if let file = settings.certificateFile, url.isSecure {
      present(certificate: file, key: settings.keyFile)
    }
  }
}

extension CurlExchange {
  func logIn(as login: HTTPLogin, overBasic isSafe: Bool) {
    var password = Array(login.password.bytes) + [0]
    defer { password.wipe() }
    let basic: Int32 = isSafe && !login.isDigest ? 1 : 0
    let result = login.user.withCString { user in
      password.withUnsafeBytes {
        aha_curl_set_login(easy, user, $0.bindMemory(to: CChar.self).baseAddress, basic)
      }
    }
    note(result)
  }

  func logIn(byNetrc file: String, overBasic isSafe: Bool) {
    note(aha_curl_set_netrc(easy, file, isSafe ? 1 : 0))
  }

  /// - Parameter key: Nil: in the same file.
  func present(certificate file: String, key: String?) {
    note(aha_curl_set_certificate(easy, file, key ?? file))
  }
}
