import AhaBase
import AhaJSON

/// Parses the reply of a token URL; the reply is untrusted.
final class TokenReply {
  private let provider: Provider
  private var response: HTTPResponse
  /// The request that it answers.
  private let form: FormFields
  private let object: JSONObject?

  init(provider: Provider, response: HTTPResponse, form: FormFields) {
    (self.provider, self.response, self.form) = (provider, response, form)
    object = response.body.withUnsafeBufferPointer(JSONObject.parsed)
  }

  /// The body contains the token, and no other reference shares it.
  deinit { response.body.wipe() }

  /// Errors: `refused`, `reply`, `http`, `rateLimited`.
  func answer(
    replacing old: Token?, isOwn: Bool, requested: TokenTime
  ) throws(AhaError) -> TokenAnswer {
    let isSuccess = (200...299).contains(response.status)
    if isSuccess, let object, let access = object.removeText("access_token", Secret.init(_:)) {
      return .token(try token(access, object: object, old: old, isOwn: isOwn, requested: requested))
    }
    let error = failure()
    if let object, object.text("error") == "invalid_grant" { return .spent(error) }
    throw error
  }

  private func token(
    _ access: Secret, object: JSONObject, old: Token?, isOwn: Bool, requested: TokenTime
  ) throws(AhaError) -> Token {
    try Token.check(access, provider: provider)
    let refresh = object.removeText("refresh_token", Secret.init(_:))
    let scope = object.text("scope")
    return Token(
      access: access, refresh: refresh.flatMap { $0.count > 0 ? $0 : nil } ?? old?.refresh,
      type: object.text("token_type"), scope: scope.isEmpty ? old?.scope ?? "" : scope,
      lifetime: object.seconds("expires_in"), isOwn: isOwn, requested: requested)
  }

  private func failure() -> AhaError {
    let (name, status) = (provider.name, response.status)
    let reason = reason()
    if status == 429 { return AhaError(.rateLimited, "\(name) gives no token now: HTTP 429") }
    if let reason, status < 500 { return AhaError(.refused, "\(name): \(reason)") }
    let line = "\(name) gave no token: HTTP \(status), \(reason ?? excerpt())"
    return AhaError(status >= 500 ? .http : .reply, line)
  }

  /// The server's reason for a failure; nil if it names none.
  private func reason() -> String? {
    guard let object else { return nil }
    if (200...299).contains(response.status), object["error"] == nil { return nil }
    let error = object.text("error")
    let what = error.isEmpty ? object.text("message") : error
    let why = object.text("error_description")
    let all = what.isEmpty || why.isEmpty ? what + why : what + ": " + why
    if form.areIn(Array(all.utf8)) { return "it contains a secret and is not shown" }
    return all.isEmpty ? nil : ErrorText.line(all)
  }

  private func excerpt() -> String {
    let body = response.body
    if object != nil { return "a JSON object without access_token" }
    guard let first = body.first(where: { $0 > 0x20 }) else { return "an empty reply" }
    // JSON or a form may contain a token even when cut.
    let isSecret =
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      || ErrorText.hasToken(body) || form.areIn(body)
    return isSecret ? "\(body.count) bytes that are not a JSON object" : body.excerpt
  }
}

extension Token {
  /// Checks that a header can carry the token. Errors: `reply`.
  static func check(_ access: Secret, provider: Provider) throws(AhaError) {
    guard fits(access) else {
      throw AhaError(
        .reply, "\(provider.name) gave a token of \(access.count) bytes that no header can carry")
    }
  }

  /// 1 byte to 64 KiB of visible ASCII, without spaces and line ends.
  static func fits(_ access: Secret) -> Bool {
    for byte in access.bytes where byte < 0x21 || byte > 0x7E { return false }
    return (1...65536).contains(access.count)
  }
}

/// Prepares foreign texts for an error line.
public enum ErrorText {
  static let limit = 200

  public static func line(_ text: String) -> String { line(Array(text.utf8)[...]) }

  /// Max 200 bytes on one line; each run of control characters and spaces becomes one space.
  public static func line(_ bytes: ArraySlice<UInt8>) -> String {
    var out: [UInt8] = []
    var next = bytes.startIndex
    while next < bytes.endIndex && out.count < limit {
      let byte = bytes[next]
      let isLong = byte == 0xC2 && next + 1 < bytes.endIndex && bytes[next + 1] < 0xA0
      if byte > 0x20 && byte != 0x7F && !isLong {
        out.append(byte)
      } else if let last = out.last, last != 0x20 {
        out.append(0x20)
      }
      next += isLong ? 2 : 1
    }
    // Does not cut a multi-byte UTF-8 character.
    let isCut = next < bytes.endIndex && bytes[next] & 0xC0 == 0x80
    while isCut, let last = out.last, last >= 0x80 {
      out.removeLast()
      if last >= 0xC0 { break }
    }
    return out.text
  }

  static func hasToken(_ body: [UInt8]) -> Bool {
    let word = Array("token".utf8)
    guard body.count >= word.count else { return false }
    for start in 0...(body.count - word.count) where body[start] | 32 == word[0] {
      var same = 1
      while same < word.count, body[start + same] | 32 == word[same] { same += 1 }
      if same == word.count { return true }
    }
    return false
  }
}
