import CAha

let libraryVerb = Verb(
  name: "library", synopsis: "COMMAND [ARGUMENT...]",
  summary: "Keep a catalogue of what can be played, wherever it is",
  details: """
    Commands:
      library scan FOLDER...       bring it to what is in folders
      library list                 what can be played here and now
      library search WORD...       what has all these words
      library sync SOURCE...       bring it to what a remote catalogue has
      library fetch ITEM...        bring the sounds of remote items here
      library check ITEM...        look at files now
      library analyze ITEM...      find tempo, key and loudness
      library kin ITEM             what it is based on, and what is based on it
      library duplicates           what is there more than once
      library forget ITEM...       take items out; files stay

    ITEM is the number that list shows, or a path or URL. aha help library COMMAND
    tells more. aha play, record, bounce, drop and open note what they do in the
    library of this user, if there is one; aha history shows that.
    """,
  ownOptions: [],
  parts: [
    libraryScanVerb, libraryListVerb, librarySearchVerb, librarySyncVerb, libraryFetchVerb,
    libraryCheckVerb, libraryAnalyzeVerb, libraryKinVerb, libraryDuplicatesVerb, libraryForgetVerb,
  ], run: runLibrary)

@Sendable
private func runLibrary(_ arguments: Arguments, _ console: Console) throws(Failure) {
  let known = joined(libraryVerb.parts.map { $0.word })
  throw libraryVerb.usage("library needs a command: " + known)
}

/// Does something with each item that was named; one that fails does not keep the others.
func eachItem(
  _ verb: Verb, _ arguments: Arguments, _ console: Console,
  _ body: (LibraryFile, Int64, Bytes) throws(Failure) -> Void
) throws(Failure) {
  if arguments.operands.isEmpty { throw verb.usage(verb.name + " needs an item") }
  let library = try LibraryFile(known: arguments)
  var tally = Tally()
  for word in arguments.operands {
    try console.refuseInterrupted("interrupted")
    do throws(Failure) {
      try body(library, library.number(of: word), word)
    } catch {
      tally.add(error)
      console.tell(error)
    }
  }
  try tally.end()
}
