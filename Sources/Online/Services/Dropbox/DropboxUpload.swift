import AhaBase
import AhaDrop
import AhaHash
import AhaJSON
import AhaNet

/// Upload to Dropbox: one message for a small file, otherwise an upload session.
///
/// Source: dropbox.com/developers/documentation/http/documentation, upload_session.
final class DropboxUpload: AssetUpload {
  /// Reaction to a chunk at a wrong offset.
  enum Correction: Equatable {
    /// The chunk, or more, is already stored: continue at this byte.
    case advance(to: Int64)
    case resend
    /// The session has fewer bytes than it confirmed before.
    case lost
  }

  private static let sends = 3

  private let api: DropboxAPI
  private let path: String
  private let size: Int64
  private let chunkBytes: Int
  private var session = ""
  /// Id of a file sent in one message.
  private var file = ""
  private(set) var confirmed: Int64 = 0

  init(api: DropboxAPI, path: String, size: Int64, chunkBytes: Int) {
    (self.api, self.path, self.size, self.chunkBytes) = (api, path, size, chunkBytes)
  }

  // MARK: State

  /// "session ID OFFSET", "file ID", or "" before the first message.
  var state: String {
    if !file.isEmpty { return "file \(file)" }
    return session.isEmpty ? "" : "session \(session) \(confirmed)"
  }

  /// Asks the session for its offset with an empty message; starts again if the session has ended.
  /// Errors: those of requests.
  func resume(from state: String, via call: DropCall) throws(AhaError) {
    let words = state.words
    if words.count == 2, words[0] == "file" {
      (file, confirmed) = (words[1], size)
      return
    }
    guard words.count == 3, words[0] == "session", let offset = Int64(digits: words[2]),
      offset <= size
    else { return }
    session = words[1]
    let reply = try append(.none, at: offset, hash: ContentHash.text(blocks: []), via: call)
    if !reply.isError {
      confirmed = offset
    } else if let correct = reply.correctOffset, (0...size).contains(correct) {
      confirmed = correct
    } else if reply.isOfLostSession, offset == size, try isThere(via: call) {
      // The session was finished although its reply was lost; `finish` compares the file.
      confirmed = size
    } else if reply.isOfLostSession {
      let reason = call.withoutSecrets(AhaError(.reply, reply.summary.cut)).line
      Log.info("\(path) is sent again: \(reason)")
      session = ""
    } else {
      throw reply.error(doing: "resume \(path)")
    }
  }

  // MARK: Sending

  func sendNext(from source: FileSource, via call: DropCall) throws(AhaError) -> UploadStep {
    // The source reads the next chunk ahead in the same size.
    let chunk = try source.chunk(at: confirmed, count: chunkBytes)
    let hash = try ContentHash.text(blocks: chunk.digests)
    let body = HTTPBody.stream(chunk.stream, offset: 0, count: Int64(chunk.count))
    if session.isEmpty {
      if size <= Int64(chunkBytes) { return try sendWhole(body: body, hash: hash, via: call) }
      return try start(body, hash: hash, count: chunk.count, via: call)
    }
    for _ in 0..<DropboxUpload.sends {
      let reply = try append(body, at: confirmed, hash: hash, via: call)
      if !reply.isError {
        confirmed += Int64(chunk.count)
        return .sent
      }
      if reply.isOfLostSession {
        return .lost("Dropbox has forgotten the upload of \(path): \(reply.summary.cut)")
      }
      guard let correct = reply.correctOffset else { throw reply.error(doing: "upload \(path)") }
      switch correction(of: correct) {
      case .resend: continue
      case .advance(let offset):
        confirmed = offset
        return .sent
      case .lost: return .lost("Dropbox has \(correct) bytes of \(path), not \(confirmed)")
      }
    }
    throw AhaError(.reply, "Dropbox expects byte \(confirmed) of \(path), but refuses it")
  }

  /// After a lost reply, the chunk is already stored.
  func correction(of correct: Int64) -> Correction {
    if correct == confirmed { return .resend }
    return correct > confirmed && correct <= size ? .advance(to: correct) : .lost
  }

  private func sendWhole(
    body: HTTPBody, hash: String, via call: DropCall
  ) throws(AhaError) -> UploadStep {
    var known: JSONObject?
    let question: DropCall.Question = { [self] () throws(AhaError) in
      known = try existing(via: call).flatMap { isWhole($0, hash: hash) ? $0 : nil }
      return known != nil
    }
    do throws(AhaError) {
      let reply = try api.put(
        "/2/files/upload", argument: commit(), body: body, hash: hash, hasArrived: question,
        via: call)
      if reply.isError { throw reply.error(doing: "upload \(path)") }
      known = reply.object
    } catch { if known == nil { throw error } }
    guard let known else { return .sent }
    try check(known, hash: hash)
    (file, confirmed) = (try id(of: known), size)
    return .sent
  }

  private func start(
    _ body: HTTPBody, hash: String, count: Int, via call: DropCall
  ) throws(AhaError) -> UploadStep {
    let reply = try api.put(
      "/2/files/upload_session/start", argument: JSONObject(), body: body, hash: hash, via: call)
    if reply.isError { throw reply.error(doing: "start the upload of \(path)") }
    let id = reply.object.text("session_id")
    guard !id.isEmpty, !id.utf8.contains(where: { $0 <= 0x20 }) else {
      throw AhaError(.reply, "Dropbox started an upload session without an id")
    }
    (session, confirmed) = (id, Int64(count))
    return .sent
  }

  private func append(
    _ body: HTTPBody, at offset: Int64, hash: String, via call: DropCall
  ) throws(AhaError) -> DropboxReply {
    let argument = try JSONObject()
    try argument.set("cursor", .object(cursor(at: offset)))
    return try api.put(
      "/2/files/upload_session/append_v2", argument: argument, body: body, hash: hash, via: call)
  }

  // MARK: The end

  func finish(with source: FileSource, via call: DropCall) throws(AhaError) -> String {
    // An empty file needs one message too.
    if session.isEmpty && file.isEmpty { _ = try sendNext(from: source, via: call) }
    if !file.isEmpty { return file }
    let whole = try ContentHash.text(blocks: source.blocks())
    let argument = try JSONObject()
    try argument.set("cursor", .object(cursor(at: confirmed)))
    try argument.set("commit", .object(commit()))
    let reply = try api.put(
      "/2/files/upload_session/finish", argument: argument, body: .none,
      hash: ContentHash.text(blocks: []),
      isAsset: false, via: call)
    if !reply.isError {
      try check(reply.object, hash: whole)
      return try id(of: reply.object)
    }
    // The reply to an earlier attempt may have been lost.
    if reply.isOfLostSession, let known = try existing(via: call), isWhole(known, hash: whole) {
      return try id(of: known)
    }
    throw reply.error(doing: "finish \(path)")
  }

  private func existing(via call: DropCall) throws(AhaError) -> JSONObject? {
    let argument = try JSONObject()
    try argument.set("path", .text(path))
    let reply = try api.ask("/2/files/get_metadata", argument: argument, via: call)
    return reply.isError ? nil : reply.object
  }

  private func isThere(via call: DropCall) throws(AhaError) -> Bool {
    try existing(via: call)?.integer("size") == size
  }

  private func isWhole(_ file: JSONObject, hash: String) -> Bool {
    file.integer("size") == size && file.text("content_hash") == hash
  }

  private func check(_ file: JSONObject, hash: String) throws(AhaError) {
    if isWhole(file, hash: hash) { return }
    throw AhaError(
      .verify,
      "Dropbox has \(file.integer("size") ?? -1) bytes of \(path) with the hash "
        + "\(file.text("content_hash").cut), not \(size) with \(hash)")
  }

  private func id(of file: JSONObject) throws(AhaError) -> String {
    let id = file.text("id")
    if id.isEmpty { throw AhaError(.reply, "Dropbox has no id for \(path)") }
    return id
  }

  private func cursor(at offset: Int64) throws(AhaError) -> JSONObject {
    let cursor = try JSONObject()
    try cursor.set("session_id", .text(session))
    try cursor.set("offset", .integer(offset))
    return cursor
  }

  private func commit() throws(AhaError) -> JSONObject { try DropboxUpload.commit(to: path) }

  /// Overwrites: the folder belongs to the drop, so an existing file is an older attempt.
  static func commit(to path: String) throws(AhaError) -> JSONObject {
    let commit = try JSONObject()
    try commit.set("path", .text(path))
    try commit.set("mode", .text("overwrite"))
    try commit.set("mute", .flag(true))
    return commit
  }
}

extension String {
  /// Parts between single spaces.
  var words: [String] {
    array.split(separator: 0x20).map { $0.text }
  }
}

extension Int64 {
  /// Max 18 digits and no other characters.
  init?(digits text: String) {
    let bytes = text.array
    guard (1...18).contains(bytes.count), bytes.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    self = bytes.reduce(0) { $0 * 10 + Int64($1 - 48) }
  }
}

/// Dropbox's content_hash: SHA-256 of the SHA-256 digests of all 4 MiB blocks, in hexadecimal.
///
/// Source: dropbox.com/developers/reference/content-hash.
enum ContentHash {
  static let blockBytes = 4 << 20

  /// - Parameter blocks: One digest per block; empty for an empty file.
  static func text(blocks: [[UInt8]]) throws(AhaError) -> String {
    let all = blocks.flatMap { $0 }
    return Sha256.hexadecimal(try digest(of: all[...]))
  }

  static func text(of bytes: [UInt8]) throws(AhaError) -> String {
    var blocks: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + blockBytes, bytes.count)
      blocks.append(try digest(of: bytes[start..<end]))
      start = end
    }
    return try text(blocks: blocks)
  }

  private static func digest(of bytes: ArraySlice<UInt8>) throws(AhaError) -> [UInt8] {
    try bytes.withUnsafeBufferPointer { (bytes) throws(AhaError) in
      try Sha256.digest(of: UnsafeRawBufferPointer(bytes))
    }
  }
}
