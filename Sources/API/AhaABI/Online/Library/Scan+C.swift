import AhaBase
import AhaLibrary
import CAha

extension Report: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_REPORT, "report") }
}

extension ScanSettings {
  /// Errors: `invalidArgument`, `unsupported`.
  init(_ options: UnsafePointer<aha_scan_options>?) throws(AhaError) {
    self.init()
    let options = try required(options, "options")
    let fields = try Sized.read(options, "options", default: aha_scan_options_init())
    try requireZero(fields.reserved, "options")
    roots = try listed(fields.roots, fields.root_count, "roots").map { FilePath($0) }
    let patterns = try listed(fields.ignored, fields.ignored_count, "ignored")
    ignored = (fields.include_hidden == 0 ? ignored : []) + patterns.map { String(cString: $0) }
    depth = try choose(fields.max_depth, 1...65, depth + 1, "max_depth") - 1
    threads = try choose(fields.threads, 1...64, threads, "threads")
    if fields.max_files < 0 { throw AhaError(.invalidArgument, "max_files is \(fields.max_files)") }
    if fields.max_files > 0 { maxFiles = fields.max_files }
    followsLinks = fields.follow_links != 0
    hashes = fields.skip_hashes == 0
  }
}

/// The texts of an array. Errors: `invalidArgument` (one is NULL, or the array is).
private func listed(
  _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ count: UInt32, _ name: StaticString
) throws(AhaError) -> [UnsafePointer<CChar>] {
  try require(UInt64(count), in: 0...100_000, name)
  if count == 0 { return [] }
  let all = try required(texts, name)
  var found: [UnsafePointer<CChar>] = []
  for index in 0..<Int(count) { found.append(try required(all[index], name)) }
  return found
}
