import CAha
import CCli

let librarySyncVerb = Verb(
  name: "library sync", synopsis: "SOURCE...",
  summary: "Bring the library to what a remote catalogue has",
  details: """
    SOURCE is a destination of aha drop, whose drops or tracks are listed, or with
    --feed the URL of a JSON feed. Only what has changed is asked for; what breaks
    off goes on there the next time. Lists of the library never need the network.
    """,
  ownOptions: [
    Option(name: "--feed", help: "the URLs are of feeds"),
    Option(name: "--whole", help: "ask for all again"),
    Option(name: "--most", value: "N", help: "fail where there are more items"),
  ] + destinationOptions + [.library, .json], run: runSync)

@Sendable
private func runSync(_ arguments: Arguments, _ console: Console) throws(Failure) {
  if arguments.operands.isEmpty { throw librarySyncVerb.usage("sync needs a source") }
  let settings = try DestinationSettings(arguments)
  let quantity = Quantity(name: "--most", lowest: 1, highest: 1e15, isWhole: true)
  var options = aha_sync_options_init()
  options.max_items = Int64(try arguments.number(quantity.name, quantity) ?? 0)
  options.is_whole = arguments.has("--whole") ? 1 : 0
  let online = try Online(settings.caFile)
  let library = try LibraryFile(arguments)
  if cli_is_terminal(1) == 0 { console.useJSON() }
  var tally = Tally()
  for word in arguments.operands {
    let update = LibraryUpdate(console, "syncing", "synced", about: word)
    do throws(Failure) {
      if arguments.has("--feed") {
        try update.run { report, job in
          withCString(word) {
            aha_library_sync_feed(library.pointer, online.pointer, $0, &options, report, job)
          }
        }
      } else {
        let place = try DestinationWord(word, for: librarySyncVerb)
        let destination = try OnlineDestination(place, settings, online)
        try update.run {
          aha_library_sync(library.pointer, destination.pointer, &options, $0, $1)
        }
      }
    } catch {
      try console.refuseInterrupted("interrupted; the next sync goes on")
      tally.add(error)
      console.tell(error)
    }
  }
  try tally.end()
}
