import AhaBase
import AhaDrop
import AhaNet
import Synchronization

/// What replies mean.
extension WebDAVService {
  /// Source: RFC 4918, 9 and 11.
  func verdict(
    on reply: HTTPResponse, label: String, host: String, mayTell: Bool, usedDigest: Bool
  ) -> Attempts.Verdict? {
    let excerpt = mayTell ? said(in: reply) : ""
    let line = "\(label): HTTP \(reply.status)\(excerpt)"
    let code: ResultCode
    switch reply.status {
    case 401:
      let error = AhaError(.notSignedIn, refusal(of: reply, host: host, excerpt: excerpt))
      guard !usedDigest, settings.password != nil,
        AuthenticationScheme.names(in: reply).offer("Digest")
      else { return .failure(error) }
      usesDigest.store(true, ordering: .relaxed)
      return .again(error, milliseconds: 1)
    case 403:
      return .failure(
        AhaError(
          .access,
          "\(line). The server forbids that\(of(" to user ")): check the permissions of "
            + "the folder"))
    case 404, 409, 410: code = .notFound
    case 412: code = .exists
    case 413: code = .limit
    case 423:
      return .locked(
        AhaError(.state, "\(line). Another client keeps a lock there: try again when it has ended"))
    case 507: code = .diskFull
    default: return nil
    }
    return .failure(AhaError(code, line))
  }

  private func refusal(of reply: HTTPResponse, host: String, excerpt: String) -> String {
    let offered = AuthenticationScheme.names(in: reply)
    let needed = settings.account != nil ? ["Bearer"] : ["Basic", "Digest"]
    let isOther = !offered.isEmpty && !needed.contains { offered.offer($0) }
    guard isOther, settings.account != nil || settings.password != nil else {
      return "\(refusal(of: host)) (HTTP 401)\(excerpt). \(advice)"
    }
    var names = ""
    for name in offered { names += (names.isEmpty ? "" : ", ") + name.cut }
    let means =
      settings.account != nil ? "an account's token (Bearer)" : "a password (Basic, Digest)"
    let advice =
      settings.account != nil
      ? "Give a user and a password" : "Enable Basic over TLS on the server, or use another address"
    return "the WebDAV server \(host) offers \(names) authentication only, and libaha sends "
      + "\(means) (HTTP 401)\(excerpt). \(advice)"
  }

  private func refusal(of host: String) -> String {
    if settings.account != nil { return "the WebDAV server \(host) refused the account's token" }
    if settings.password == nil { return "the WebDAV server \(host) wants a user and a password" }
    return "the WebDAV server \(host) refused the password\(of(" of user "))"
  }

  private var advice: String {
    if settings.account != nil { return "Sign in again" }
    if settings.password == nil { return "Set both" }
    return "Check the user and the password; some servers need an application password"
  }

  /// The user, quoted, after these words; "" without one.
  private func of(_ words: String) -> String {
    settings.user.isEmpty ? "" : "\(words)\"\(settings.user.cut)\""
  }

  /// The message of the server, after a colon; "" for none.
  private func said(in reply: HTTPResponse) -> String {
    // With an account, the token is not known here and cannot be searched for in the text.
    guard settings.account == nil, let fault = WebDAVFault(body: reply.body) else { return "" }
    let message = fault.message.array
    let isSecret =
      settings.password?.isIn(message) ?? false || authorization?.isIn(message) ?? false
    return isSecret ? "" : ": \(ErrorText.line(fault.message))"
  }
}

extension [String] {
  /// True if a scheme of authentication is among these.
  func offer(_ scheme: String) -> Bool { contains { $0.isEqualIgnoringCase(scheme) } }
}
