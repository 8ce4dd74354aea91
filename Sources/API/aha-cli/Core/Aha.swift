@_exported import AhaBase
@_exported import CAha
@_exported import CCli

/// The program's entry. SwiftPM expects it under the name of the target.
@c(aha_cli_main) public func main(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  cli_prepare()
  let words = (1..<max(1, Int(count))).compactMap { arguments[$0].map { bytes(of: $0) } }
  console.isJSON = words.prefix { !same("--", $0) }.contains { same("--json", $0) }
  do throws(Failure) { try dispatch(words) } catch {
    console.tell(error)
    return end(with: error.exit)
  }
  return end(with: .success)
}

private func dispatch(_ words: [Bytes]) throws(Failure) {
  guard let first = words.first else { throw .usage("no command", hint: "try: \(program) help") }
  if same("--help", first) || same("-h", first) { return console.print(generalHelp()) }
  if same("--version", first) { return printVersion() }
  if same("__complete", first) { return printCompletions(words.dropFirst()) }
  if same("__manual", first), words.count > 1 { return try writeManualPages(to: words[1]) }
  var rest = words.dropFirst()
  let verb = try verb(named: first).part(&rest)
  let arguments = try Arguments(rest, for: verb)
  if arguments.has("--help") { return console.print(help(for: verb)) }
  Diagnostics.begin(verbosity: arguments.values("--verbose").count)
  if let (count, complaint) = verb.operands, !count.contains(arguments.operands.count) {
    throw arguments.usage(complaint)
  }
  try verb.run(arguments, console)
}

private func printVersion() {
  console.print(
    [
      "version": .text(AHA_VERSION_TEXT), "libaha": .text(shown(aha_version_text())),
      "components": .list((0..<aha_component_count()).map { component(at: $0) }),
    ], or: "\(program) " + AHA_VERSION_TEXT + " (libaha \(aha_version_text()))")
}

private func component(at index: UInt32) -> Record {
  var info = aha_component_info_init()
  aha_component_get(index, &info)
  let isAvailable = aha_component_load(index) == AHA_OK
  var record: Record = [
    "library": .text(shown(info.name)), "package": .text(shown(info.package)),
    "needed_by": .text(shown(info.feature)), "available": .flag(isAvailable),
  ]
  if !isAvailable { record.add("error", .text(shown(aha_last_error()))) }
  return record
}

/// Ends by the signal that interrupted the work, or by SIGPIPE if the output's reader is gone.
private func end(with exit: ExitCode) -> Int32 {
  if exit != .success, cli_caught_signal() != 0 { cli_end_by_signal(cli_caught_signal()) }
  if console.outputError == 0 { return exit.rawValue }
  if console.outputError == EPIPE { cli_end_by_signal(SIGPIPE) }
  console.note("standard output: " + shown(strerror(console.outputError)))
  return ExitCode.output.rawValue
}
