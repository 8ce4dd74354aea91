import AhaBase
import AhaPiece
import CAha

/// Handle object of a piece.
///
/// Threads: any; each call takes the lock.
final class PieceBox: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_PIECE, "piece") }
  private let lock = Lock()
  private var piece: Piece

  init(_ piece: Piece) { self.piece = piece }

  /// Snapshot: another thread may change the piece meanwhile.
  var copy: Piece { lock.locked { piece } }

  func change(_ body: (inout Piece) throws(AhaError) -> Void) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    try body(&piece)
  }
}

/// A copy of the piece behind a handle.
func piece(_ handle: OpaquePointer?) throws(AhaError) -> Piece {
  try Handle.object(handle, as: PieceBox.self).copy
}

func changing(
  _ handle: OpaquePointer?, _ body: (inout Piece) throws(AhaError) -> Void
) -> aha_result {
  guarded { () throws(AhaError) in try Handle.object(handle, as: PieceBox.self).change(body) }
}

func makingPiece(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ make: () throws(AhaError) -> Piece
) throws(AhaError) {
  out?.pointee = nil
  let out = try required(out, "out_piece")
  out.pointee = OpaquePointer(bitPattern: try Handle.make(PieceBox(try make())))
}

// MARK: Making

extension PieceBox {
  static func create() -> PieceBox { PieceBox(Piece()) }

  static func load(_ path: FilePath) throws(AhaError) -> PieceBox {
    PieceBox(try Piece(manifestAt: path))
  }

  static func loadTags(_ path: FilePath) throws(AhaError) -> PieceBox {
    PieceBox(try Piece(taggedAt: path))
  }

  func save(to path: FilePath) throws(AhaError) { try copy.writeManifest(to: path) }

  func embed(in path: FilePath) throws(AhaError) { try copy.embed(in: path) }

  func setText(_ which: aha_piece_text, _ value: String) throws(AhaError) {
    try change { (piece) throws(AhaError) in _ = try piece.text(which, set: value) }
  }

  func addBasedOn(_ id: String) throws(AhaError) {
    try change { (piece) throws(AhaError) in try piece.addBasedOn(id) }
  }

  func clearBasedOn() throws(AhaError) { try change { piece in piece.removeAllBasedOn() } }
}

@c @implementation
public func aha_piece_read(
  _ bytes: UnsafeRawPointer?, _ size: Int, _ out: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  guarded { () throws(AhaError) in
    try makingPiece(out) { () throws(AhaError) in
      guard size >= 0 else {
        throw AhaError(.limit, "a manifest of \(UInt(bitPattern: size)) bytes")
      }
      let bytes = UnsafeRawBufferPointer(start: try required(bytes, "bytes"), count: size)
      return try Piece(manifest: bytes, named: "the manifest")
    }
  }
}

// MARK: Texts

extension Piece {
  /// Returns a text; sets it if there is a new value. Errors: `invalidArgument`.
  @inline(never)
  fileprivate mutating func text(
    _ which: aha_piece_text, set value: String? = nil
  ) throws(AhaError) -> String {
    switch which {
    case aha_piece_text(AHA_PIECE_TITLE):
      title = value ?? title
      return title
    case aha_piece_text(AHA_PIECE_DESCRIPTION):
      description = value ?? description
      return description
    case aha_piece_text(AHA_PIECE_ARTIST):
      artist = value ?? artist
      return artist
    case aha_piece_text(AHA_PIECE_ATTACHMENT_TYPE):
      let type = value ?? attachment?.mimeType ?? ""
      setAttachment(type, attachment?.size ?? 0)
      return type
    default: throw AhaError(.invalidArgument, "text \(Int(which)) is not known")
    }
  }

  fileprivate mutating func setAttachment(_ type: String, _ size: Int64) {
    attachment = type.isEmpty && size == 0 ? nil : Attachment(mimeType: type, size: size)
  }
}

// MARK: Numbers

@c @implementation
public func aha_piece_set_info(
  _ handle: OpaquePointer?, _ info: UnsafePointer<aha_piece_info>?
) -> aha_result {
  changing(handle) { (piece) throws(AhaError) in
    let given = try Sized.read(
      try required(info, "info"), "info", default: aha_piece_info_init())
    piece.tonality = try Tonality(given.tonality)
    piece.length = given.length_us
    let (begin, end) = (given.loop_begin_us, given.loop_end_us)
    let loop = begin == 0 && end == 0 ? nil : Piece.Loop(start: begin, end: end)
    if loop != piece.loop { piece.loop = loop }
    piece.setAttachment(piece.attachment?.mimeType ?? "", given.attachment_bytes)
    piece.tempo = given.tempo_bpm == 0 ? nil : given.tempo_bpm
    let (upper, lower) = (Int64(given.beats_per_bar), Int64(given.beat_unit))
    piece.timeSignature =
      upper == 0 && lower == 0 ? nil : Piece.TimeSignature(upper: upper, lower: lower)
    piece.isListed = given.is_unlisted == 0
  }
}

@c @implementation
public func aha_piece_get_key_change(
  _ handle: OpaquePointer?, _ root: UInt32, _ out: UnsafeMutablePointer<aha_key_change>?
) -> aha_result {
  var found: KeyChange?
  let result = guarded { () throws(AhaError) in
    let piece = try piece(handle)
    try Sized.check(out, "out_change")
    guard root < 12 else { throw AhaError(.invalidArgument, "root \(Int(root)) is not 0 to 11") }
    if let problem = piece.problem(of: .tonality) { throw AhaError(problem.0, problem.1) }
    found = KeyChange(of: piece.tonality, to: root)
    var shown = aha_key_change_init()
    shown.tonality = aha_tonality(found?.tonality ?? piece.tonality)
    if let found {
      shown.semitones = Int32(found.semitones)
      shown.pitch_cents = Float(100 * found.semitones)
      shown.tuner_scale = Float(found.tonality.degrees)
      shown.tuner_root = Float(found.tonality.root)
    }
    try Sized.write(shown, to: out, "out_change")
  }
  return result == 0 && found == nil ? aha_result(AHA_END) : result
}

extension PieceBox {
  func manifest() throws(AhaError) -> String { try copy.manifest() }

  func text(_ which: aha_piece_text) throws(AhaError) -> String {
    var piece = copy
    return try piece.text(which)
  }

  var basedOnCount: Int { copy.basedOn.count }

  func basedOn(_ index: UInt32) throws(AhaError) -> String {
    try element(copy.basedOn, index, "ids")
  }
}

extension aha_piece_info {
  init(_ box: PieceBox) {
    let piece = box.copy
    self = aha_piece_info_init()
    length_us = piece.length
    loop_begin_us = piece.loop?.start ?? 0
    loop_end_us = piece.loop?.end ?? 0
    loop_begin_frame = piece.loopFrames?.lowerBound ?? 0
    loop_end_frame = piece.loopFrames?.upperBound ?? 0
    attachment_bytes = piece.attachment?.size ?? 0
    tempo_bpm = piece.tempo ?? 0
    beats_per_bar = Int32(clamping: piece.timeSignature?.upper ?? 0)
    beat_unit = Int32(clamping: piece.timeSignature?.lower ?? 0)
    tonality = aha_tonality(piece.tonality)
    is_unlisted = piece.isListed ? 0 : 1
  }
}
