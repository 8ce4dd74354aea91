import AhaBase
import AhaJSON
import AhaNet

/// What Dropbox's API said: a result, or an error of the endpoint's own (status 409).
///
/// Source: dropbox.com/developers/documentation/http/documentation, "Error handling": programs may
/// look at the beginning and the parts of error_summary, which is made of the tags of the error.
public struct DropboxReply {
  public let object: JSONObject
  /// As in "lookup_failed/not_found/.."; "" for a result.
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

  /// The session is over, or was never there.
  var isOfLostSession: Bool {
    let tags: [StaticString] = [
      "not_found", "closed", "lookup_failed/not_found", "lookup_failed/closed",
    ]
    return tags.contains { summary.begins(with: $0) }
  }

  /// Where an upload session goes on, when it was asked to go on elsewhere.
  var correctOffset: Int64? {
    guard has("incorrect_offset"), let error = object.object("error") else { return nil }
    return error.integer("correct_offset")
      ?? error.object("lookup_failed")?.integer("correct_offset")
  }

  /// Nil: by its status. Errors of the endpoint's own are left to who asked, but those that pass.
  static func verdict(_ reply: HTTPResponse) -> Attempts.Verdict? {
    guard reply.status == 409 else { return nil }
    guard let told = try? DropboxReply(reply) else { return nil }
    // Others write to the same folder at this moment.
    if told.has("too_many_write_operations") {
      return .again(AhaError(.rateLimited, "Dropbox: \(told.summary.cut)"))
    }
    // What arrived is not what was sent.
    if told.has("content_hash_mismatch") {
      return .again(AhaError(.verify, "Dropbox: \(told.summary.cut)"))
    }
    return .success
  }

  /// As an error of ours. - Parameter what: What was wanted, as in "upload /a/b.wav".
  public func error(_ what: String) -> AhaError {
    AhaError(code, "Dropbox, \(what): \(summary.cut)")
  }

  private var code: ResultCode {
    if has("insufficient_space") { return .diskFull }
    if has("malformed_path") || has("disallowed_name") { return .invalidArgument }
    if has("no_write_permission") || has("access_restricted") || has("access_denied")
      || has("team_folder") || has("email_not_verified") { return .access }
    if has("not_found") { return .notFound }
    if has("conflict") { return .exists }
    if has("too_large") { return .limit }
    return .http
  }
}
