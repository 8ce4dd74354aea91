import AhaArguments
import AhaBase
import AhaDrop
import AhaNet
import AhaPage
import AhaPiece
import AhaServices
import CAha

extension Drop: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_DROP, noun: "drop") }

  public func ended(_ handle: UInt) { try? ClientDrops.of(client).letGo(of: self, tag: handle) }
}

extension ClientDrops {
  static func of(_ client: Client) throws(AhaError) -> ClientDrops {
    try of(client, kinds: { Services.destinations }, covers: { makeCoverMaker() })
  }
}

extension Handle {
  /// Passes a drop to the host, which may have it already.
  static func give(
    _ drop: Drop, to out: UnsafeMutablePointer<OpaquePointer?>, parent: OpaquePointer?
  ) throws(AhaError) {
    try ClientDrops.of(drop.client).keep(drop) { (drop) throws(AhaError) in
      out.pointee = try drop.tag.handle(of: drop, parent: parent)
    }
  }
}

extension ClientDestination {
  func createDrop(_ piece: SharedPiece, options: DropOptions) throws(AhaError) -> Drop {
    try Drop(registry: registry, destination: destination, piece: piece.copy, options: options)
  }
}

extension Client {
  func drops() throws(AhaError) -> [DropRecord] { try ClientDrops.of(self).registry.drops() }

  func open(drop id: String) throws(AhaError) -> Drop { try ClientDrops.of(self).open(id) }
}

extension Drop {
  func share(_ other: ClientDestination) throws(AhaError) -> Drop {
    guard other.registry === registry else {
      throw AhaError(.invalidArgument, "the destination belongs to another client")
    }
    return try share(with: other.destination)
  }

  func send(
    _ mix: UnsafePointer<CChar>?, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    try send(mixStem: mix.map { (path) throws(AhaError) in try filePath(path) }, prepare: prepare)
  }

  func setPiece(_ piece: SharedPiece) throws(AhaError) {
    let new = piece.copy
    try edit { $0 = new }
  }

  /// A refused path, also NULL, is an answer.
  func setCover(_ path: UnsafePointer<CChar>?) throws(AhaError) {
    try answering(.cover) { () throws(AhaError) in try setCover(filePath(path)) }
  }

  func forget() throws(AhaError) {
    if isRunning { throw AhaError(.state, "the drop \(id) is running") }
    try journal.forget(id)
  }
}

// MARK: Texts

extension Drop {
  var context: UnsafeMutableRawPointer? { options.context }

  func text(_ which: aha_drop_text) throws(AhaError) -> String {
    switch which {
    case aha_drop_text(AHA_DROP_ID): return id
    case aha_drop_text(AHA_DROP_TITLE): return record.title
    case aha_drop_text(AHA_DROP_DESTINATION): return record.name
    case aha_drop_text(AHA_DROP_KIND): return record.kind
    case aha_drop_text(AHA_DROP_ADDRESS): return record.address
    case aha_drop_text(AHA_DROP_URL): return record.receipt.url
    case aha_drop_text(AHA_DROP_REMOTE_ID): return record.receipt.id
    case aha_drop_text(AHA_DROP_SHA256): return sha256(of: .mixStem)
    case aha_drop_text(AHA_DROP_PREVIEW_SHA256): return sha256(of: .preview)
    case aha_drop_text(AHA_DROP_COVER_SHA256): return sha256(of: .cover)
    case aha_drop_text(AHA_DROP_ATTACHMENT_SHA256): return sha256(of: .attachment)
    case aha_drop_text(AHA_DROP_ERROR): return record.line
    case aha_drop_text(AHA_DROP_URL_EXPIRES):
      let end = expiry
      return end == 0 ? "" : CalendarTime(end).iso
    case aha_drop_text(AHA_DROP_WARNING): return warning
    default: throw Text.unknown(which)
    }
  }
}

extension aha_drop_progress {
  init(_ drop: Drop) {
    let now = drop.progress
    self = aha_drop_progress_init()
    stage = now.stage.rawValue
    result = now.result?.rawValue ?? aha_result(AHA_PENDING)
    (bytes_done, bytes_total) = (now.done, now.total)
    bytes_repeated = now.repeated
    waits_for = now.awaited?.rawValue ?? 0
    answer_left_ms = UInt32(clamping: now.awaitedMilliseconds)
  }
}

/// A media type; "" for NULL. Errors: `invalidArgument` (invalid in a header).
func assetType(of type: UnsafePointer<CChar>?) throws(AhaError) -> String {
  guard let text = Text.optional(type) else { return "" }
  for byte in text.utf8 where byte < 0x20 || byte > 0x7E {
    throw AhaError(.invalidArgument, "the type has a byte \(Int(byte)) in it")
  }
  guard text.utf8.count <= 127 else {
    throw AhaError(.invalidArgument, "a type of \(text.utf8.count) bytes is too long")
  }
  return text
}

extension Drop {
  func answer(_ role: AssetRole, with answer: UnsafePointer<aha_answer>) throws(AhaError) {
    let given = try Sized.read(answer, "answer", default: aha_answer_init())
    try requireZero(given.reserved, "answer")
    try requireOne(of: given)
    if let line = given.error {
      return try refuse(role, with: AhaError(.io, String(cString: line)))
    }
    if given.is_declined != 0 { return try decline(role) }
    // After an error, the asset stays open.
    try answering(role) { () throws(AhaError) in try supply(given, as: role, to: self) }
  }
}

/// Errors: `invalidArgument`.
private func requireOne(of given: aha_answer) throws(AhaError) {
  let isSet = [
    given.path != nil, given.stream != nil, given.bytes != nil, given.error != nil,
    given.is_declined != 0,
  ]
  let count = isSet.count { $0 }
  guard count == 1 else {
    throw AhaError(
      .invalidArgument,
      "the answer has \(count) of path, stream, bytes, error and is_declined: set one")
  }
  guard given.job == nil || given.path != nil else {
    throw AhaError(.invalidArgument, "the answer has a job without the path of its file")
  }
}

private func supply(
  _ given: aha_answer, as role: AssetRole, to drop: Drop
) throws(AhaError) {
  let type = try assetType(of: given.type)
  if let path = given.path {
    let file = try filePath(path)
    guard let job = given.job else { return try drop.answer(role, with: file, type: type) }
    return try drop.answer(role, job: Handle.object(job, as: Job.self), with: file, type: type)
  }
  if let stream = given.stream {
    return try drop.answer(role, stream: readable(stream, or: .unsupported), type: type)
  }
  guard given.size >= 0 else {
    throw AhaError(.invalidArgument, "\(UInt(bitPattern: given.size)) bytes are too many")
  }
  let source = UnsafeRawBufferPointer(start: given.bytes, count: given.size)
  try drop.answer(role, bytes: source, type: type)
}
