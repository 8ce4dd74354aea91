import AhaArguments
import AhaBase
import AhaDrop
import AhaNet
import AhaPage
import AhaPicture
import AhaPiece
import AhaServices
import AhaSoundABI
import CAha

extension Drop: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_DROP, noun: "drop") }

  public func ended(_ handle: UInt) { try? ClientDrops.of(client).letGo(of: self, tag: handle) }
}

extension ClientDrops {
  static func of(_ client: Client) throws(AhaError) -> ClientDrops {
    try of(client, kinds: { Services.destinations }, artist: { DropArtist() })
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
    try send(mix.map { (path) throws(AhaError) in try filePath(path) }, prepare: prepare)
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
