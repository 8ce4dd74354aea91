import AhaBase
import AhaDrop
import AhaPage
import AhaPiece
import CAha

@c @implementation
public func aha_drop_create(
  _ destination: OpaquePointer?, _ piece: OpaquePointer?,
  _ options: UnsafePointer<aha_drop_options>?, _ outDrop: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outDrop?.pointee = nil
  return guardedBlocking { () throws(AhaError) in
    let box = try Handle.object(destination, as: DestinationBox.self)
    let about = try AhaABI.piece(piece)
    let out = try required(outDrop, "out_drop")
    let drop = try Drop(box.registry, box.destination, about, DropOptions(options))
    out.pointee = try ClientDrops.of(box.registry.client).handle(of: drop, parent(of: destination))
  }
}

extension DropOptions {
  fileprivate init(_ options: UnsafePointer<aha_drop_options>?) throws(AhaError) {
    self.init()
    let asked = try Sized.read(options, "options", default: aha_drop_options_init())
    context = asked.context
    isCommitted = asked.commit != 0
    waitsForSignIn = asked.wait_for_sign_in != 0
    omitsCover = asked.omit_cover != 0
    if asked.answer_timeout_ms > 0 { answerMilliseconds = Int64(asked.answer_timeout_ms) }
  }
}

@c @implementation
public func aha_drop_share(
  _ drop: OpaquePointer?, _ destination: OpaquePointer?,
  _ outDrop: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outDrop?.pointee = nil
  return guardedBlocking { () throws(AhaError) in
    let first = try Handle.object(drop, as: Drop.self)
    let box = try Handle.object(destination, as: DestinationBox.self)
    let out = try required(outDrop, "out_drop")
    guard box.registry === first.registry else {
      throw AhaError(.invalidArgument, "the destination belongs to another client")
    }
    let other = try first.share(with: box.destination)
    out.pointee = try ClientDrops.of(first.client).handle(of: other, parent(of: drop))
  }
}

@c @implementation
public func aha_drop_send(
  _ drop: OpaquePointer?, _ mixPath: UnsafePointer<CChar>?,
  _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  starting(outJob, of: parent(of: drop)) { (attach) throws(AhaError) in
    try Callback.refuse()
    let mix = try mixPath.map { (path) throws(AhaError) in try filePath(path) }
    try Handle.object(drop, as: Drop.self).send(mix, prepare: attach)
  }
}

/// Runs the body of a function of a drop.
func dropping(
  _ drop: OpaquePointer?, _ body: (Drop) throws(AhaError) -> Void
) -> aha_result {
  guarded { () throws(AhaError) in try body(Handle.object(drop, as: Drop.self)) }
}

/// Like `dropping`, for a function that may block.
func droppingBlocking(
  _ drop: OpaquePointer?, _ body: (Drop) throws(AhaError) -> Void
) -> aha_result {
  guardedBlocking { () throws(AhaError) in try body(Handle.object(drop, as: Drop.self)) }
}

// MARK: Editing

@c @implementation
public func aha_drop_set_piece(_ drop: OpaquePointer?, _ piece: OpaquePointer?) -> aha_result {
  dropping(drop) { (drop) throws(AhaError) in
    let new = try AhaABI.piece(piece)
    try drop.edit { $0 = new }
  }
}

@c @implementation
public func aha_drop_set_cover(
  _ drop: OpaquePointer?, _ path: UnsafePointer<CChar>?
) -> aha_result {
  droppingBlocking(drop) { (drop) throws(AhaError) in
    try drop.answering(.cover) { () throws(AhaError) in try drop.setCover(filePath(path)) }
  }
}

// MARK: Queries

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
      let end = record.receipt.expires
      return end == 0 ? "" : CalendarTime(end).iso
    case aha_drop_text(AHA_DROP_WARNING): return warning
    default: throw AhaError(.invalidArgument, "text \(Int(which)) is not known")
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
