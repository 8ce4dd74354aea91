import AhaBase
import AhaDrop
import AhaNet

/// What replies mean.
extension S3Service {
  func verdict(
    on reply: HTTPResponse, sending: Sending, label: String, region: String
  ) -> Attempts.Verdict? {
    let isSuccess = (200..<300).contains(reply.status)
    if isSuccess && !sending.mayFailLate { return nil }
    let document = S3Fault(body: reply.body)
    if !isSuccess, otherRegion(in: reply, fault: document, used: region) != nil {
      let error = AhaError(.refused, "\(label): the bucket is in another region")
      return .again(error, milliseconds: 1)
    }
    guard let fault = document else {
      return isSuccess ? nil : verdict(of: reply, label: label)
    }
    if sending.passes.contains(fault.code) { return .success }
    let error = AhaError(
      code(of: fault, status: reply.status), line(for: fault, reply: reply, label: label))
    if has(fault, codes: ["RequestTimeTooSkewed"]) {
      let isCorrected = reply.header("Date").map { clock.correct(to: $0) } ?? false
      return isCorrected ? .again(error, milliseconds: 1) : .failure(error)
    }
    let isPassing = has(
      fault,
      codes: [
        "InternalError", "SlowDown", "ServiceUnavailable", "RequestTimeout", "OperationAborted",
        "BadDigest", "XAmzContentSHA256Mismatch", "IncompleteBody", "Throttling",
      ])
    // Nil: uses the delay that the reply requests.
    if isPassing { return reply.status == 429 || reply.status == 503 ? nil : .again(error) }
    if error.code == .http && !isSuccess { return nil }
    return .failure(error)
  }

  /// Of a reply without an error document.
  private func verdict(of reply: HTTPResponse, label: String) -> Attempts.Verdict? {
    let code: ResultCode
    switch reply.status {
    case 401: code = .notSignedIn
    case 403: code = .access
    case 404: code = .notFound
    case 507: code = .diskFull
    // The bucket is in another region; the settings must name it.
    case 301, 307: code = .refused
    default: return nil
    }
    return .failure(AhaError(code, "\(label): HTTP \(reply.status)\(elsewhere(reply, fault: nil))"))
  }

  /// Where the bucket is, for the user's settings; "" if the service does not say it.
  ///
  /// Source: "Making requests using the REST API" and "HeadBucket", Amazon S3 API Reference.
  private func elsewhere(_ reply: HTTPResponse, fault: S3Fault?) -> String {
    var endpoint = fault?.endpoint ?? ""
    if endpoint.isEmpty, reply.status == 301 || reply.status == 307 {
      endpoint = URLParts(reply.header("Location") ?? "").map { $0.authority } ?? ""
    }
    var region = fault?.region ?? ""
    if region.isEmpty { region = reply.header("x-amz-bucket-region") ?? "" }
    var line = ""
    if !region.isEmpty, !isSecret(in: region) { line += ", region \(region.cut)" }
    if !endpoint.isEmpty, !isSecret(in: endpoint) { line += ", endpoint \(endpoint.cut)" }
    return line.isEmpty ? "" : line + ". Use these in the destination's settings"
  }

  private func code(of fault: S3Fault, status: Int) -> ResultCode {
    if has(fault, codes: ["AccessDenied", "AllAccessDisabled", "AccountProblem"]) {
      return .access
    }
    if has(fault, codes: ["NoSuchBucket", "NoSuchKey", "NoSuchUpload"]) { return .notFound }
    if has(
      fault, codes: ["InvalidAccessKeyId", "ExpiredToken", "InvalidToken", "TokenRefreshRequired"])
    {
      return .notSignedIn
    }
    if has(fault, codes: ["SignatureDoesNotMatch", "RequestTimeTooSkewed"]) { return .refused }
    if status == 507
      || has(fault, codes: ["QuotaExceeded", "InsufficientStorage", "XMinioStorageFull"])
    {
      return .diskFull
    }
    if has(fault, codes: ["EntityTooLarge"]) { return .limit }
    if wantsChecksum(fault) { return .unsupported }
    if has(
      fault, codes: ["PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed"])
    {
      return .refused
    }
    switch status {
    case 401: return .notSignedIn
    case 403: return .access
    case 429: return .rateLimited
    default: return .http
    }
  }

  private func has(_ fault: S3Fault, codes: [String]) -> Bool {
    codes.contains(fault.code)
  }

  private func line(for fault: S3Fault, reply: HTTPResponse, label: String) -> String {
    var line = "\(label): HTTP \(reply.status)"
    if !isSecret(in: fault.code) { line += " \(fault.code.cut)" }
    if !isSecret(in: fault.message) { line += ": \(ErrorText.line(fault.message))" }
    if let id = reply.header("x-amz-request-id"), !isSecret(in: id) {
      line += ", request \(ErrorText.line(id))"
    }
    if wantsChecksum(fault) {
      line += ". The bucket, such as one with an object lock, needs a checksum: set it to sha256"
    }
    return line + elsewhere(reply, fault: fault)
  }

  private func isSecret(in text: String) -> Bool {
    settings.secret?.isIn(text.array) ?? false || settings.sessionToken?.isIn(text.array) ?? false
  }

  /// The bucket's region in a reply that refuses another one; nil without one. Only the first is
  /// believed: a service that names region after region is not followed.
  private func otherRegion(in reply: HTTPResponse, fault: S3Fault?, used: String) -> String? {
    let isOfRegion =
      fault.map {
        has($0, codes: ["PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed"])
      } ?? [301, 307, 400].contains(reply.status)
    guard isOfRegion else { return nil }
    let given = fault?.region ?? ""
    let region = given.isEmpty ? reply.header("x-amz-bucket-region") ?? "" : given
    guard S3Settings.isWord(region.array), !region.hasSameBytes(as: used), used == settings.region
    else { return nil }
    return lock.locked {
      if learnedRegion == nil { learnedRegion = region }
      return learnedRegion
    }
  }

  private func wantsChecksum(_ fault: S3Fault) -> Bool {
    has(fault, codes: ["InvalidRequest"]) && mentions("x-amz-checksum-", in: fault.message)
  }

  private func mentions(_ word: String, in message: String) -> Bool {
    let (bytes, word) = (message.array, word.array)
    return bytes.indices.contains { bytes[$0...].starts(with: word) }
  }
}
