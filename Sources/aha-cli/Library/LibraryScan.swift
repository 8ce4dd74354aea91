import CAha
import CCli

let libraryScanVerb = Verb(
  "library scan", "FOLDER...", "Bring the library to what is in folders",
  details: """
    New sounds come in, files that have moved are known again by their content,
    and those that are gone are noted as missing. What is as it was is not read.
    An interruption leaves what was found. PATTERN is as the shell has it. With
    --watch, folders that change are scanned again until a signal ends it.
    """,
  options: [
    Option("--ignore", "PATTERN", "names that are left out; any number"),
    Option("--hidden", "names that begin with a dot, too"),
    Option("--depth", "N", "folders in folders; 1: those alone; else 33", .whole(1, 65)),
    Option("--most", "N", "fail where there are more sounds", .whole(1, 1e15)),
    Option("--follow-links", "to folders, each once"),
    Option("--no-hashes", "faster; files that have moved are new ones"),
    Option("--threads", "N", "files that are looked at side by side; else 2", .whole(1, 64)),
    Option("--watch", "go on, and scan again what changes, until Ctrl-C"), .library, .json,
  ]
) { (arguments, console) throws(Failure) in
  if arguments.operands.isEmpty { throw arguments.usage("scan needs a folder") }
  let roots = arguments.operands.map { kept($0) }
  let ignored = arguments.values("--ignore").map { kept($0) }
  var options = try scanOptions(arguments)
  let library = try LibraryFile(arguments)
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
}

private func scanOptions(_ arguments: Arguments) throws(Failure) -> aha_scan_options {
  var options = aha_scan_options_init()
  options.max_depth = arguments.whole("--depth")
  options.max_files = arguments.whole("--most")
  options.threads = arguments.whole("--threads")
  options.takes_hidden = arguments.flag("--hidden")
  options.follows_links = arguments.flag("--follow-links")
  options.skips_hashes = arguments.flag("--no-hashes")
  return options
}

let librarySyncVerb = Verb(
  "library sync", "SOURCE...", "Bring the library to what a remote catalogue has",
  details: """
    SOURCE is a destination of aha drop, whose drops or tracks are listed, or with
    --feed the URL of a JSON feed. Only what has changed is asked for; what breaks
    off goes on there the next time. Lists of the library never need the network.
    """,
  options: [
    Option("--feed", "the URLs are of feeds"), Option("--whole", "ask for all again"),
    Option("--most", "N", "fail where there are more items", .whole(1, 1e15)),
  ] + destinationOptions + [.library, .json]
) { (arguments, console) throws(Failure) in
  if arguments.operands.isEmpty { throw arguments.usage("sync needs a source") }
  let settings = DestinationSettings(arguments)
  var options = aha_sync_options_init()
  options.max_items = arguments.whole("--most")
  options.is_whole = arguments.flag("--whole")
  let online = try Online(settings.caFile)
  let library = try LibraryFile(arguments)
  try console.each(arguments.operands, interrupted: "interrupted; the next sync goes on") {
    (word) throws(Failure) in
    let update = LibraryUpdate(console, "syncing", "synced", about: word)
    if arguments.has("--feed") {
      return try update.run {
        aha_library_sync_feed(library.pointer, online.pointer, word.c, &options, $0, $1)
      }
    }
    let place = try DestinationWord(word, for: librarySyncVerb)
    let destination = try OnlineDestination(place, settings, online)
    try update.run { aha_library_sync(library.pointer, destination.pointer, &options, $0, $1) }
  }
}
