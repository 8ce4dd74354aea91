import CAha
import CCli

let libraryScanVerb = Verb(
  name: "library scan", synopsis: "FOLDER...", summary: "Bring the library to what is in folders",
  details: """
    New sounds come in, files that have moved are known again by their content,
    and those that are gone are noted as missing. What is as it was is not read.
    An interruption leaves what was found. PATTERN is as the shell has it. With
    --watch, folders that change are scanned again until a signal ends it.
    """,
  ownOptions: [
    Option(name: "--ignore", value: "PATTERN", help: "names that are left out; any number"),
    Option(name: "--hidden", help: "names that begin with a dot, too"),
    Option(name: "--depth", value: "N", help: "folders in folders; 1: those alone; else 33"),
    Option(name: "--most", value: "N", help: "fail where there are more sounds"),
    Option(name: "--follow-links", help: "to folders, each once"),
    Option(name: "--no-hashes", help: "faster; files that have moved are new ones"),
    Option(name: "--threads", value: "N", help: "files that are looked at side by side; else 2"),
    Option(name: "--watch", help: "go on, and scan again what changes, until Ctrl-C"),
    .library, .json,
  ], run: runScan)

@Sendable
private func runScan(_ arguments: Arguments, _ console: Console) throws(Failure) {
  if arguments.operands.isEmpty { throw libraryScanVerb.usage("scan needs a folder") }
  let texts = CTexts()
  let roots = arguments.operands.map { texts.keep($0) }
  let ignored = arguments.values("--ignore").map { texts.keep($0) }
  var options = try scanOptions(arguments)
  let library = try LibraryFile(arguments)
  if cli_is_terminal(1) == 0 { console.useJSON() }
  let update = LibraryUpdate(console, "scanning", "scanned", about: arguments.operands[0])
  try roots.withUnsafeBufferPointer { (roots) throws(Failure) in
    try ignored.withUnsafeBufferPointer { (ignored) throws(Failure) in
      (options.roots, options.root_count) = (roots.baseAddress, UInt32(roots.count))
      (options.ignored, options.ignored_count) = (ignored.baseAddress, UInt32(ignored.count))
      try update.run { aha_library_scan(library.pointer, &options, $0, $1) }
      if arguments.has("--watch") {
        try LibraryWatch(library, options, console, about: arguments.operands[0]).run()
      }
    }
  }
  withExtendedLifetime(texts) {}
}

private func scanOptions(_ arguments: Arguments) throws(Failure) -> aha_scan_options {
  func number(_ name: String, _ highest: Double) throws(Failure) -> Int64 {
    let quantity = Quantity(name: name, lowest: 1, highest: highest, isWhole: true)
    return Int64(try arguments.number(name, quantity) ?? 0)
  }
  var options = aha_scan_options_init()
  options.max_depth = UInt32(try number("--depth", 65))
  options.max_files = try number("--most", 1e15)
  options.threads = UInt32(try number("--threads", 64))
  options.takes_hidden = arguments.has("--hidden") ? 1 : 0
  options.follows_links = arguments.has("--follow-links") ? 1 : 0
  options.skips_hashes = arguments.has("--no-hashes") ? 1 : 0
  return options
}
