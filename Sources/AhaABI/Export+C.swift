import AhaBase
import AhaPiece
import CAha

private func entry(
  _ handle: OpaquePointer?, _ index: UInt32
) throws(AhaError) -> PieceExport.Entry {
  try element(Handle.object(handle, as: PieceExport.self).entries, index, "pieces")
}

@c @implementation
public func aha_export_open(
  _ folder: UnsafePointer<CChar>?, _ out: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  out?.pointee = nil
  return guardedBlocking { () throws(AhaError) in
    let out = try required(out, "out_export")
    let found = try PieceExport(in: FilePath(try required(folder, "folder")))
    out.pointee = OpaquePointer(bitPattern: try Handle.make(found))
  }
}

@c @implementation
public func aha_export_count(_ handle: OpaquePointer?) -> UInt32 {
  getting(0) { () throws(AhaError) in
    UInt32(clamping: try Handle.object(handle, as: PieceExport.self).entries.count)
  }
}

@c @implementation
public func aha_export_get_piece(
  _ handle: OpaquePointer?, _ index: UInt32, _ out: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  out?.pointee = nil
  return guarded { () throws(AhaError) in
    let piece = try entry(handle, index).piece
    try makingPiece(out) { piece }
  }
}

@c @implementation
public func aha_export_copy_text(
  _ handle: OpaquePointer?, _ index: UInt32, _ which: aha_export_text,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return guarded { () throws(AhaError) in
    let entry = try entry(handle, index)
    let path: FilePath?
    switch which {
    case aha_export_text(AHA_EXPORT_ID): path = FilePath(entry.id)
    case aha_export_text(AHA_EXPORT_AUDIO): path = entry.audio
    case aha_export_text(AHA_EXPORT_COVER): path = entry.cover
    case aha_export_text(AHA_EXPORT_ATTACHMENT): path = entry.attachment
    case aha_export_text(AHA_EXPORT_ROW): path = FilePath(try entry.list())
    default: throw AhaError(.invalidArgument, "text \(Int(which)) is not known")
    }
    try Text.copyOut(path ?? FilePath(""), buffer, capacity, outLength)
  }
}

@c @implementation
public func aha_export_remark_count(_ handle: OpaquePointer?) -> UInt32 {
  getting(0) { () throws(AhaError) in
    UInt32(clamping: try Handle.object(handle, as: PieceExport.self).remarks.count)
  }
}

@c @implementation
public func aha_export_copy_remark(
  _ handle: OpaquePointer?, _ index: UInt32, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return guarded { () throws(AhaError) in
    let remarks = try Handle.object(handle, as: PieceExport.self).remarks
    try Text.copyOut(element(remarks, index, "remarks"), buffer, capacity, outLength)
  }
}

@c @implementation
public func aha_export_retain(_ handle: OpaquePointer?) -> aha_result {
  guarded { () throws(AhaError) in try Handle.retain(handle, as: PieceExport.self) }
}

@c @implementation
public func aha_export_release(_ handle: OpaquePointer?) -> aha_result {
  guarded { () throws(AhaError) in _ = try Handle.release(handle, as: PieceExport.self) }
}
