import AhaArguments
import AhaBase
import AhaDrop
import CAha

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
