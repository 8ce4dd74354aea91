import AhaBase
import AhaJSON

/// A stored token: a JSON object on one line.
extension Token {
  static let recordLimit = 1 << 18

  /// - Parameter owner: See `Provider.owner`.
  func record(of owner: String) -> Secret {
    let texts = access.count + (refresh?.count ?? 0) + scope.utf8.count + owner.utf8.count
    var out = RecordText(texts: texts + type.utf8.count)
    out.add("version", 1)
    out.add("owner", owner)
    out.add("access_token", access)
    if let refresh { out.add("refresh_token", refresh) }
    out.add("token_type", type)
    out.add("scope", scope)
    out.add("lifetime", lifetime)
    out.add("expires_at", end)
    out.add("client", isOwn)
    return out.finished()
  }

  /// Errors: `damaged`; the line names the source but not the content.
  convenience init(record: Secret, from source: String, owner: String) throws(AhaError) {
    guard record.count <= Token.recordLimit, let object = JSONObject.parsed(record.bytes),
      let access = object.removeText("access_token", Secret.init(_:)), Token.fits(access)
    else { throw AhaError(.damaged, "\(source) has no token of libaha: sign in again") }
    var isOwn = false
    if case .flag(let flag)? = object["client"] { isOwn = flag }
    self.init(
      access: access, refresh: object.removeText("refresh_token", Secret.init(_:)),
      type: object.text("token_type"), scope: object.text("scope"),
      lifetime: object.seconds("lifetime"), isOwn: isOwn, end: object.seconds("expires_at"),
      isForeign: !object.text("owner").hasSameBytes(as: owner))
  }
}

extension JSONObject {
  /// Also accepts digits as text, which some servers send; 0 if missing.
  func seconds(_ key: StaticString) -> Int64 {
    switch self[key] {
    case .integer(let number): number
    case .real(let number): number > -1e15 && number < 1e15 ? Int64(number) : 0
    case .text(let text): FormFields.number(text)
    default: 0
    }
  }
}
