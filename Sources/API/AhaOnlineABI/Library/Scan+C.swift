import AhaArguments
import AhaBase
import AhaLibrary
import CAha

extension Report: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_REPORT, noun: "report") }
}

extension ScanSettings {
  /// Errors: `invalidArgument`, `unsupported`.
  init(_ options: UnsafePointer<aha_scan_options>?) throws(AhaError) {
    self.init()
    let options = try required(options, "options")
    let fields = try Sized.read(options, "options", default: aha_scan_options_init())
    try requireZero(fields.reserved, "options")
    roots = try listed(fields.roots, count: fields.root_count, name: "roots").map { FilePath($0) }
    let patterns = try listed(fields.ignored, count: fields.ignored_count, name: "ignored")
    ignored = (fields.include_hidden == 0 ? ignored : []) + patterns.map { String(cString: $0) }
    depth = try choose(fields.max_depth, range: 1...65, fallback: depth + 1, name: "max_depth") - 1
    threads = try choose(fields.threads, range: 1...64, fallback: threads, name: "threads")
    if fields.max_files < 0 { throw AhaError(.invalidArgument, "max_files is \(fields.max_files)") }
    if fields.max_files > 0 { maxFiles = fields.max_files }
    followsLinks = fields.follow_links != 0
    hashes = fields.skip_hashes == 0
  }
}

/// The texts of an array. Errors: `invalidArgument` (one is NULL, or the array is).
private func listed(
  _ texts: UnsafePointer<UnsafePointer<CChar>?>?, count: UInt32, name: StaticString
) throws(AhaError) -> [UnsafePointer<CChar>] {
  try require(UInt64(count), in: 0...100_000, name)
  if count == 0 { return [] }
  let all = try required(texts, name)
  var found: [UnsafePointer<CChar>] = []
  for index in 0..<Int(count) { found.append(try required(all[index], name)) }
  return found
}
