import AhaArguments
import AhaBase
import AhaPiece
import CAha

// MARK: Making

extension SharedPiece {
  static func create() -> SharedPiece { SharedPiece(Piece()) }

  static func load(_ path: FilePath) throws(AhaError) -> SharedPiece {
    SharedPiece(try Piece(manifestAt: path))
  }

  static func loadTags(_ path: FilePath) throws(AhaError) -> SharedPiece {
    SharedPiece(try Piece(taggedAt: path))
  }

  static func read(_ bytes: UnsafeRawPointer?, size: Int) throws(AhaError) -> SharedPiece {
    guard size >= 0 else {
      throw AhaError(.limit, "a manifest of \(UInt(bitPattern: size)) bytes")
    }
    let bytes = UnsafeRawBufferPointer(start: try required(bytes, "bytes"), count: size)
    return SharedPiece(try Piece(manifest: bytes, named: "the manifest"))
  }

  func basedOn(_ index: UInt32) throws(AhaError) -> String {
    try element(basedOn, index, "ids")
  }

  func setCover(_ bytes: UnsafeRawPointer?, length: Int) throws(AhaError) {
    guard length >= 0, bytes != nil || length == 0 else {
      throw AhaError(.invalidArgument, "\(UInt(bitPattern: length)) bytes at NULL, or too many")
    }
    try change { (piece) throws(AhaError) in
      try piece.setCover(UnsafeRawBufferPointer(start: bytes, count: length))
    }
  }
}

extension SharedPiece {
  func addChapter(_ chapter: UnsafePointer<aha_piece_chapter>) throws(AhaError) {
    let given = try Sized.read(chapter, "chapter", default: aha_piece_chapter_init())
    let title = withUnsafeBytes(of: given.title) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    try change { (piece) throws(AhaError) in
      try piece.addChapter(.init(start: given.begin_us, end: given.end_us, title: title))
    }
  }
}

extension aha_piece_gain {
  init(_ gain: PlaybackGain) {
    self = aha_piece_gain_init()
    (track_db, track_peak) = (gain.trackDb ?? .nan, gain.trackPeak ?? .nan)
    (album_db, album_peak) = (gain.albumDb ?? .nan, gain.albumPeak ?? .nan)
  }
}

extension aha_piece_chapter {
  init(_ chapter: Piece.Chapter) {
    self = aha_piece_chapter_init()
    (begin_us, end_us) = (chapter.start, chapter.end)
    Text.fill(&title, chapter.title)
  }
}

// MARK: Numbers

extension SharedPiece {
  func setInfo(_ info: UnsafePointer<aha_piece_info>) throws(AhaError) {
    let given = try Sized.read(info, "info", default: aha_piece_info_init())
    try change { (piece) throws(AhaError) in
      piece.tonality = try Tonality(given.tonality)
      piece.length = given.length_us
      let (begin, end) = (given.loop_begin_us, given.loop_end_us)
      let loop = begin == 0 && end == 0 ? nil : Piece.Loop(start: begin, end: end)
      if loop != piece.loop { piece.loop = loop }
      piece.setAttachment(piece.attachment?.mimeType ?? "", size: given.attachment_bytes)
      piece.tempo = given.tempo_bpm == 0 ? nil : given.tempo_bpm
      let (upper, lower) = (Int64(given.beats_per_bar), Int64(given.beat_unit))
      piece.timeSignature =
        upper == 0 && lower == 0 ? nil : Piece.TimeSignature(upper: upper, lower: lower)
      piece.isListed = given.is_unlisted == 0
    }
  }
}

@c @implementation
public func aha_piece_get_key_change(
  _ handle: OpaquePointer?, _ root: UInt32, _ out: UnsafeMutablePointer<aha_key_change>?
) -> aha_result {
  var found: KeyChange?
  let result = guarded { () throws(AhaError) in
    let piece = try Handle.object(handle, as: SharedPiece.self).copy
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

extension aha_piece_info {
  init(_ box: SharedPiece) {
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
