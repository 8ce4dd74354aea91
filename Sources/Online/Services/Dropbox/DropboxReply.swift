import AhaBase
import AhaDrop
import AhaJSON
import AhaNet

/// Reply of Dropbox's API: a result, or an endpoint-specific error (status 409).
///
/// Source: dropbox.com/developers/documentation/http/documentation, "Error handling": programs may
/// compare the start and the parts of error_summary, which consists of the error's tags.
public struct DropboxReply {
  public let object: JSONObject
  /// Such as "lookup_failed/not_found/.."; "" for a result.
  let summary: String

  /// Errors: `reply`.
  init(_ reply: HTTPResponse) throws(AhaError) {
    object = try reply.object(from: "Dropbox")
    let summary = reply.status == 409 ? object.text("error_summary") : ""
    if reply.status == 409 && summary.isEmpty {
      throw AhaError(.reply, "Dropbox has an error without a name: \(reply.body.excerpt)")
    }
    self.summary = summary
  }

  public var isError: Bool { !summary.isEmpty }

  public func has(_ tag: StaticString) -> Bool { summary.contains(bytes: tag) }

  /// True if the upload session has ended or never existed.
  var isOfLostSession: Bool {
    let tags: [StaticString] = [
      "not_found", "closed", "lookup_failed/not_found", "lookup_failed/closed",
    ]
    return tags.contains { summary.begins(with: $0) }
  }

  /// The session's offset, if the message had a different one.
  var correctOffset: Int64? {
    guard has("incorrect_offset"), let error = object.object("error") else { return nil }
    return error.integer("correct_offset")
      ?? error.object("lookup_failed")?.integer("correct_offset")
  }

  /// Nil: judged by status. Endpoint errors are left to the caller, except temporary ones.
  static func verdict(on reply: HTTPResponse) -> Attempts.Verdict? {
    guard reply.status == 409 else { return missingScope(in: reply) }
    guard let refusal = try? DropboxReply(reply) else { return nil }
    // Another client writes to the folder at the same time.
    if refusal.has("too_many_write_operations") {
      return .again(AhaError(.rateLimited, "Dropbox: \(refusal.summary.cut)"))
    }
    // The bytes were damaged in transit.
    if refusal.has("content_hash_mismatch") {
      return .again(AhaError(.verify, "Dropbox: \(refusal.summary.cut)"))
    }
    return .success
  }

  /// The token is good, but lacks a permission: a new one would lack it too.
  static func isOfScope(_ reply: HTTPResponse) -> Bool {
    let summary = reply.status == 401 ? reply.object?.text("error_summary") ?? "" : ""
    return summary.begins(with: "missing_scope")
  }

  /// Nil for other replies.
  static func missingScope(in reply: HTTPResponse) -> Attempts.Verdict? {
    guard isOfScope(reply) else { return nil }
    let scope = reply.object?.object("error")?.text("required_scope") ?? ""
    let named = scope.isEmpty ? "a permission" : "the permission \(scope.cut)"
    return .failure(
      AhaError(
        .access,
        "Dropbox: the token lacks \(named) (missing_scope, HTTP 401). Enable it for the "
          + "application in Dropbox's App Console, then sign in again"))
  }

  /// As libaha's error.
  /// - Parameter what: The failed action, such as "upload /a/b.wav".
  public func error(doing what: String) -> AhaError {
    AhaError(code, "Dropbox, \(what): \(summary.cut)")
  }

  private var code: ResultCode {
    if has("insufficient_space") { return .diskFull }
    if has("malformed_path") || has("disallowed_name") { return .invalidArgument }
    if has("no_write_permission") || has("access_restricted") || has("access_denied")
      || has("team_folder") || has("email_not_verified")
    {
      return .access
    }
    if has("not_found") { return .notFound }
    if has("conflict") { return .exists }
    if has("too_large") { return .limit }
    return .http
  }
}
