import AhaBase

/// A piece that several threads read and change.
///
/// Threads: any; each call takes the lock.
public final class SharedPiece {
  private let lock = Lock()
  private var piece: Piece

  public init(_ piece: Piece) { self.piece = piece }

  /// Snapshot: another thread may change the piece meanwhile.
  public var copy: Piece { lock.locked { piece } }

  public func change(_ body: (inout Piece) throws(AhaError) -> Void) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    try body(&piece)
  }

  public func save(to path: FilePath) throws(AhaError) { try copy.writeManifest(to: path) }

  public func embed(in path: FilePath) throws(AhaError) { try copy.embed(in: path) }

  public func manifest() throws(AhaError) -> String { try copy.manifest() }

  public var basedOn: [String] { copy.basedOn }

  public func addBasedOn(_ id: String) throws(AhaError) {
    try change { (piece) throws(AhaError) in try piece.addBasedOn(id) }
  }

  public func clearBasedOn() throws(AhaError) { try change { $0.removeAllBasedOn() } }

  public var chapters: [Piece.Chapter] { copy.chapters }

  public func clearChapters() throws(AhaError) { try change { $0.removeAllChapters() } }

  public var gain: PlaybackGain { copy.gain }

  public var cover: [UInt8] { copy.cover }

  // MARK: Texts

  public var title: String { copy.title }
  public var description: String { copy.description }
  public var artist: String { copy.artist }
  public var attachmentType: String { copy.attachment?.mimeType ?? "" }

  public func setTitle(_ text: String) throws(AhaError) { try change { $0.title = text } }
  public func setDescription(_ text: String) throws(AhaError) {
    try change { $0.description = text }
  }
  public func setArtist(_ text: String) throws(AhaError) { try change { $0.artist = text } }
  public func setAttachmentType(_ text: String) throws(AhaError) {
    try change { $0.setAttachment(text, size: $0.attachment?.size ?? 0) }
  }
}

extension Piece {
  /// Without a type and a size, there is no attachment.
  public mutating func setAttachment(_ type: String, size: Int64) {
    attachment = type.isEmpty && size == 0 ? nil : Attachment(mimeType: type, size: size)
  }
}
