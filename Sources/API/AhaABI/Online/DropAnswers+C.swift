import AhaBase
import AhaDrop
import CAha

extension AssetRole {
  /// Errors: `invalidArgument`.
  init(_ asset: aha_asset) throws(AhaError) {
    self = try known(asset, "asset")
  }
}

/// A media type; "" for NULL. Errors: `invalidArgument` (invalid in a header).
func assetType(_ type: UnsafePointer<CChar>?) throws(AhaError) -> String {
  guard let text = Text.optional(type) else { return "" }
  for byte in text.utf8 where byte < 0x20 || byte > 0x7E {
    throw AhaError(.invalidArgument, "the type has a byte \(Int(byte)) in it")
  }
  guard text.utf8.count <= 127 else {
    throw AhaError(.invalidArgument, "a type of \(text.utf8.count) bytes is too long")
  }
  return text
}

/// Runs the body of an answer. After an error, the asset stays open.
private func answering(
  _ drop: OpaquePointer?, _ asset: aha_asset,
  _ body: (Drop, AssetRole) throws(AhaError) -> Void
) -> aha_result {
  droppingBlocking(drop) { (drop) throws(AhaError) in
    let role = try AssetRole(asset)
    try drop.answering(role) { () throws(AhaError) in try body(drop, role) }
  }
}

@c @implementation
public func aha_drop_answer_file(
  _ drop: OpaquePointer?, _ asset: aha_asset, _ path: UnsafePointer<CChar>?,
  _ type: UnsafePointer<CChar>?
) -> aha_result {
  answering(drop, asset) { (drop, role) throws(AhaError) in
    let file = try filePath(path)
    try drop.answer(role, file, type: assetType(type))
  }
}

@c @implementation
public func aha_drop_answer_bytes(
  _ drop: OpaquePointer?, _ asset: aha_asset, _ bytes: UnsafeRawPointer?, _ size: Int,
  _ type: UnsafePointer<CChar>?
) -> aha_result {
  answering(drop, asset) { (drop, role) throws(AhaError) in
    guard size >= 0, bytes != nil || size == 0 else {
      throw AhaError(.invalidArgument, "\(UInt(bitPattern: size)) bytes at NULL, or too many")
    }
    let source = UnsafeRawBufferPointer(start: bytes, count: size)
    try drop.answer(role, bytes: source, type: assetType(type))
  }
}

@c @implementation
public func aha_drop_answer_stream(
  _ drop: OpaquePointer?, _ asset: aha_asset, _ stream: OpaquePointer?,
  _ type: UnsafePointer<CChar>?
) -> aha_result {
  answering(drop, asset) { (drop, role) throws(AhaError) in
    let source = try readable(stream, or: .unsupported)
    try drop.answer(role, stream: source, type: assetType(type))
  }
}

@c @implementation
public func aha_drop_answer_job(
  _ drop: OpaquePointer?, _ asset: aha_asset, _ job: OpaquePointer?,
  _ path: UnsafePointer<CChar>?, _ type: UnsafePointer<CChar>?
) -> aha_result {
  answering(drop, asset) { (drop, role) throws(AhaError) in
    let maker = try Handle.object(job, as: Job.self)
    let file = try filePath(path)
    try drop.answer(role, job: maker, file, type: assetType(type))
  }
}

@c @implementation
public func aha_drop_answer_none(_ drop: OpaquePointer?, _ asset: aha_asset) -> aha_result {
  dropping(drop) { (drop) throws(AhaError) in try drop.decline(AssetRole(asset)) }
}

@c @implementation
public func aha_drop_answer_error(
  _ drop: OpaquePointer?, _ asset: aha_asset, _ line: UnsafePointer<CChar>?
) -> aha_result {
  dropping(drop) { (drop) throws(AhaError) in
    let text = try Text.given(line, "line")
    try drop.refuse(AssetRole(asset), AhaError(.io, text))
  }
}
