import AhaBase
import AhaPiece
import CAha
import CShims

@c @implementation
public func aha_piece_chapter_count(_ handle: OpaquePointer?) -> UInt32 {
  getting(0) { () throws(AhaError) in UInt32(clamping: try piece(handle).chapters.count) }
}

@c @implementation
public func aha_piece_chapter_get(
  _ handle: OpaquePointer?, _ index: UInt32, _ chapter: UnsafeMutablePointer<aha_piece_chapter>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let piece = try piece(handle)
    // Also for a piece without chapters.
    try Sized.check(chapter, "chapter")
    let found = try element(piece.chapters, index, "chapters")
    var shown = aha_piece_chapter_init()
    (shown.begin_us, shown.end_us) = (found.start, found.end)
    Text.fill(&shown.title, found.title)
    try Sized.write(shown, to: chapter, "chapter")
  }
}

@c @implementation
public func aha_piece_copy_cover(
  _ handle: OpaquePointer?, _ bytes: UnsafeMutableRawPointer?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return guarded { () throws(AhaError) in
    try copyOut(piece(handle).cover, bytes, capacity, outLength)
  }
}

@c @implementation
public func aha_piece_set_cover(
  _ handle: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ length: Int
) -> aha_result {
  changing(handle) { (piece) throws(AhaError) in
    guard length >= 0, bytes != nil || length == 0 else {
      throw AhaError(.invalidArgument, "\(UInt(bitPattern: length)) bytes at NULL, or too many")
    }
    try piece.setCover(UnsafeRawBufferPointer(start: bytes, count: length))
  }
}
