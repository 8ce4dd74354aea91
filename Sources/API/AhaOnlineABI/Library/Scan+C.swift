import AhaArguments
import AhaBase
import AhaLibrary
import CAha

extension Report: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_REPORT, "report") }
}

extension ScanSettings {
  /// Errors: `invalidArgument`, `unsupported`.
  init(_ options: UnsafePointer<aha_scan_options>?) throws(AhaError) {
    self.init()
    let options = try required(options, "options")
    let asked = try Sized.read(options, "options", default: aha_scan_options_init())
    try requireZero(asked.reserved, "options")
    roots = try listed(asked.roots, asked.root_count, "roots").map { FilePath($0) }
    let patterns = try listed(asked.ignored, asked.ignored_count, "ignored")
    ignored = (asked.include_hidden == 0 ? ignored : []) + patterns.map { String(cString: $0) }
    depth = try choose(asked.max_depth, 1...65, depth + 1, "max_depth") - 1
    threads = try choose(asked.threads, 1...64, threads, "threads")
    if asked.max_files < 0 { throw AhaError(.invalidArgument, "max_files is \(asked.max_files)") }
    if asked.max_files > 0 { maxFiles = asked.max_files }
    followsLinks = asked.follow_links != 0
    hashes = asked.skip_hashes == 0
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
