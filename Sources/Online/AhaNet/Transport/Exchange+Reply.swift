import AhaBase

/// Receives the reply: head, then body.
extension Exchange {
  /// Max bytes of a failed reply that are read so that the connection can be reused.
  private static let maxDiscardedBytes = 256 << 10

  /// Receives a line of the head. Errors: `limit`, `reply`.
  func receive(line: UnsafeRawBufferPointer) throws(AhaError) {
    headBytes += line.count
    guard headBytes <= context.settings.maxHeaderBytes else {
      throw error(
        code: .limit, text: "more than \(context.settings.maxHeaderBytes) bytes of headers")
    }
    if isHeadComplete {
      // Trailers after the body are ignored. The reply to a request that libcurl sent again, with a
      // user and a password, replaces the challenge.
      guard answersChallenges, line.begins(with: "HTTP/") else { return }
      (headBytes, isHeadComplete, discarded) = (line.count, false, 0)
    }
    let text = UnsafeRawBufferPointer(rebasing: line[..<line.trimmedCount])
    // libcurl treats a line that starts with CR or LF as the end of the head, even if more follows.
    if text.isEmpty || line[0] == 13 || line[0] == 10 {
      // An interim reply (1xx) is followed by another head.
      if response.status >= 200 { try completeHead() }
    } else if text.begins(with: "HTTP/") {
      response = HTTPResponse()
      response.status = text.status
      response.url = url.url
      response.distance = distance
    } else if let colon = text.firstIndex(of: 58) {
      response.headers.append(
        HTTPHeader(text.text(from: 0, to: colon), text.text(from: colon + 1, to: text.count)))
    }
  }

  private func completeHead() throws(AhaError) {
    isHeadComplete = true
    logHead()
    transfer.note(status: response.status)
    try checkFraming()
    if isSuccess { try checkRange() }
    try checkLength()
    if request.limits.redirects > 0, response.redirectLocation != nil { return }
    if answersChallenges, response.status == 401 { return }
    observer?.headArrived(transfer, response: response)
  }

  /// libcurl accepts replies without a complete checked head, such as a 101.
  var endless: AhaError {
    error(code: .reply, text: "a head of status \(response.status) that does not end")
  }

  private var isSuccess: Bool { (200..<300).contains(response.status) }

  private var bodyLimit: Int64 {
    if let limit = request.limits.body { return limit }
    if case .memory = request.sink { return context.settings.maxBodyBytes }
    return context.settings.maxStreamedBytes
  }

  /// Checks Content-Length. If libcurl cannot read a length, it would accept a truncated body.
  ///
  /// Errors: `reply` (no number, over 2^63 - 1, or several that differ).
  /// Source: RFC 9110, 8.6: a list of one repeated number equals that number.
  private func checkFraming() throws(AhaError) {
    for header in response.headers where header.name.isEqualIgnoringCase("Content-Length") {
      for part in header.value.array.split(separator: 0x2C, omittingEmptySubsequences: false) {
        guard let length = NumberScanner.number(in: part) else {
          throw error(
            code: .reply, text: "a Content-Length that is no length: \"\(header.value.cut)\"")
        }
        if let first = response.length, first != length {
          throw error(code: .reply, text: "two lengths of one reply, \(first) and \(length)")
        }
        response.length = length
      }
    }
  }

  /// Rejects a reply that announces too many bytes, before memory is allocated.
  private func checkLength() throws(AhaError) {
    let limit = bodyLimit
    guard isSuccess, method != "HEAD", let length = response.length, length > limit
    else { return }
    throw error(code: .limit, text: "a body of \(length) bytes, over \(limit)")
  }

  // MARK: Ranges

  private func checkRange() throws(AhaError) {
    guard let range = request.range else { return }
    guard response.status == 206 else {
      if range.first == 0 && range.last == nil { return }
      throw error(
        code: .reply, text: "status \(response.status), all of it, to a range from \(range.first)")
    }
    guard let got = response.contentRange, got.first == range.first,
      got.last <= range.last ?? got.last
    else {
      let which = response.header("Content-Range") == nil ? "no" : "another"
      throw error(code: .reply, text: "\(which) Content-Range to a range from \(range.first)")
    }
    rangeCount = got.last - got.first + 1
  }

  /// Error if the reply is shorter than its range; else nil.
  var incompleteness: AhaError? {
    guard let rangeCount, isSuccess, stored < rangeCount else { return nil }
    return error(code: .network, text: "\(stored) of \(rangeCount) bytes of a range")
  }

  // MARK: The body

  /// Stores bytes of the body; returns false if they cannot be stored now. Errors: `limit`,
  /// `reply`, those of the stream.
  func receive(body bytes: UnsafeRawBufferPointer) throws(AhaError) -> Bool {
    guard isHeadComplete else { throw endless }
    guard isSuccess else {
      keep(bytes)
      return true
    }
    let count = stored + Int64(bytes.count)
    if count > bodyLimit {
      throw error(code: .limit, text: "a body of more than \(bodyLimit) bytes")
    }
    if let rangeCount, count > rangeCount {
      throw error(code: .reply, text: "more bytes than its Content-Range")
    }
    guard try store(bytes) else { return false }
    stored = count
    return true
  }

  private func store(_ bytes: UnsafeRawBufferPointer) throws(AhaError) -> Bool {
    switch request.sink {
    case .memory: append(bytes, limit: Int(clamping: bodyLimit))
    case .stream(let stream, let offset):
      let (position, isTooFar) = offset.addingReportingOverflow(stored)
      if isTooFar { throw error(code: .limit, text: "a body that ends past all offsets") }
      guard stream.isQuick else { return try pass(bytes, to: stream, at: position) }
      try stream.write(bytes, at: position)
    }
    observer?.bodyArrived(transfer, bytes: bytes)
    return true
  }

  private func pass(
    _ bytes: UnsafeRawBufferPointer, to stream: any ByteStream, at position: Int64
  ) throws(AhaError) -> Bool {
    if sinkPipe == nil {
      sinkPipe = try BytePipe.writing(stream, at: position) { [self] in network.attend(self) }
    }
    guard let sinkPipe else { return false }
    if let failure = sinkPipe.failure { throw failure }
    guard sinkPipe.put(bytes) else { return false }
    observer?.bodyArrived(transfer, bytes: bytes)
    return true
  }

  private func append(_ bytes: UnsafeRawBufferPointer, limit: Int) {
    // Reserves the full limit once: a growing array leaves copies of a secret behind.
    if case .secret = request.body { response.body.reserveCapacity(limit) }
    response.body.append(contentsOf: bytes)
  }

  /// Keeps the start of an error page.
  private func keep(_ bytes: UnsafeRawBufferPointer) {
    let left = max(0, request.limits.errorBody - response.body.count)
    append(UnsafeRawBufferPointer(rebasing: bytes.prefix(left)), limit: request.limits.errorBody)
    discarded += bytes.count
    if discarded > Exchange.maxDiscardedBytes { hasEnough = true }
  }
}

extension HTTPResponse {
  /// Target of a redirect; nil for other replies.
  var redirectLocation: String? { Redirect.isFollowed(status) ? header("Location") : nil }

  /// Content-Range, such as "bytes 0-99/1000"; nil if missing or malformed.
  ///
  /// Source: RFC 9110, 14.4.
  public var contentRange: (first: Int64, last: Int64, total: Int64?)? {
    guard let text = header("Content-Range") else { return nil }
    var scanner = NumberScanner(text)
    guard scanner.skip("bytes "), let first = scanner.number(), scanner.skip("-"),
      let last = scanner.number(), scanner.skip("/"), first <= last, last < Int64.max
    else { return nil }
    let total = scanner.number()
    if let total, total <= last { return nil }
    return (first, last, total)
  }
}

/// Scans numbers and the text between them.
struct NumberScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number, if the text is one number with optional blanks around it; else nil.
  static func number(in text: ArraySlice<UInt8>) -> Int64? {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    var rest = text.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    var scanner = NumberScanner(Array(rest))
    let number = scanner.number()
    return scanner.index == scanner.bytes.count ? number : nil
  }

  mutating func skip(_ text: StaticString) -> Bool {
    let isThere = text.withUTF8Buffer { bytes[index...].starts(with: $0) }
    if isThere { index += text.utf8CodeUnitCount }
    return isThere
  }

  /// Nil if no number follows or it is too large.
  mutating func number() -> Int64? {
    let start = index
    var value: Int64 = 0
    while index < bytes.count, (48...57).contains(bytes[index]) {
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isLarger) = tens.addingReportingOverflow(Int64(bytes[index] - 48))
      if isTooLarge || isLarger { return nil }
      value = sum
      index += 1
    }
    return index == start ? nil : value
  }
}

extension UnsafeRawBufferPointer {
  /// Length without the line end.
  fileprivate var trimmedCount: Int {
    var end = count
    while end > 0, self[end - 1] == 10 || self[end - 1] == 13 { end -= 1 }
    return end
  }

  /// Status of "HTTP/1.1 200 OK": 200; 0 if missing.
  fileprivate var status: Int {
    guard let space = firstIndex(of: 32), space + 3 < count else { return 0 }
    var value = 0
    for byte in self[(space + 1)...(space + 3)] {
      guard (48...57).contains(byte) else { return 0 }
      value = value * 10 + Int(byte - 48)
    }
    return value
  }

  /// A part without the blanks around it.
  fileprivate func text(from first: Int, to end: Int) -> String {
    var (first, end) = (first, end)
    while first < end, self[first] == 32 || self[first] == 9 { first += 1 }
    while first < end, self[end - 1] == 32 || self[end - 1] == 9 { end -= 1 }
    let part = UnsafeRawBufferPointer(rebasing: self[first..<end])
    return part.text
  }
}
