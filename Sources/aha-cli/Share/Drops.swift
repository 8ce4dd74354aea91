import CAha
import CCli

let dropsVerb = Verb(
  "drops", "[ID...]", "List what was dropped, and go on with what broke off",
  details: """
    Drops are known by the first letters of their ids. --resume without any takes
    all that broke off. Where a destination needs keys or a password, they are in
    the environment or the options, as for aha drop. A drop that is forgotten
    leaves what is at its destination. Other applications have lists of their
    own: --application ID shows one.
    """,
  options: [
    Option("--resume", "go on with drops that broke off"),
    Option("--cancel", "end drops that broke off, and take away what they left"),
    Option("--forget", "take drops out of the list"),
    Option("--application", "ID", "the drops of another application"),
  ] + destinationOptions + [.json], exclusive: [["--resume", "--cancel", "--forget"]]
) { (arguments, console) throws(Failure) in
  let ways = ["--resume", "--cancel", "--forget"].filter { arguments.has($0) }
  let settings = DestinationSettings(arguments)
  let application = arguments.value("--application") ?? "aha".bytes
  let online = try Online(settings.caFile, application: application)
  let journal = DropJournal(online, settings, console)
  var ids = arguments.operands
  if ways.isEmpty { return try journal.list(ids) }
  if ids.isEmpty {
    if !arguments.has("--resume") { throw arguments.usage(ways[0] + " needs the id of a drop") }
    ids = try journal.broken()
    if ids.isEmpty {
      if !console.isJSON { console.print("nothing broke off") }
      return
    }
  }
  if arguments.has("--forget") { return try journal.forget(ids) }
  try journal.run(ids, arguments.has("--cancel") ? .cancel : .resume)
}

final class DropJournal {
  enum Way { case resume, cancel }

  private let online: Online
  private let settings: DestinationSettings
  private let console: Console
  /// Those that were made here: the library finds them by kind and address.
  private var destinations: [(destination: OnlineDestination, address: Bytes)] = []

  init(_ online: Online, _ settings: DestinationSettings, _ console: Console) {
    (self.online, self.settings, self.console) = (online, settings, console)
  }

  /// The ids of all, the newest first.
  private func all() throws(Failure) -> [Bytes] {
    var count: UInt32 = 0
    try check(aha_client_get_drop_count(online.pointer, &count), .input, about: [])
    return (0..<count).map { index in
      copiedText { aha_client_copy_drop(online.pointer, index, $0, $1, $2) }
    }
  }

  private func open(_ id: Bytes) throws(Failure) -> DropTask {
    try DropTask(.input, about: id) { aha_drop_open(online.pointer, id.c, $0) }
  }

  /// Those that can go on, the oldest first.
  func broken() throws(Failure) -> [Bytes] {
    var ids: [Bytes] = []
    for id in try all() {
      let drop = try open(id)
      if Int(drop.progress.stage) == AHA_DROP_BROKEN { ids.insert(id, at: 0) }
    }
    return ids
  }

  func list(_ wanted: [Bytes]) throws(Failure) {
    try console.each(wanted.isEmpty ? all() : wanted) { (id) throws(Failure) in
      let drop = try open(id)
      console.print(drop.object("drop"), or: drop.lines)
    }
  }

  func forget(_ ids: [Bytes]) throws(Failure) {
    try console.each(ids) { (id) throws(Failure) in
      let drop = try open(id)
      try check(aha_drop_forget(drop.pointer), .output, about: id)
    }
  }

  /// Goes on with drops, or ends them: several at once.
  func run(_ ids: [Bytes], _ way: Way) throws(Failure) {
    let run = DropRun(online, console)
    for id in ids {
      do throws(Failure) {
        let task = try open(id)
        try makeDestination(of: task)
        try task.start { way == .resume ? aha_drop_start($0, $1) : aha_drop_discard($0, $1) }
        run.add(task)
      } catch { run.add(error) }
    }
    try run.wait()
  }

  /// Makes the destination that a drop goes to, as far as its name or address says which it is.
  private func makeDestination(of drop: DropTask) throws(Failure) {
    let kind = drop.text(AHA_DROP_KIND)
    let address = drop.text(AHA_DROP_ADDRESS)
    for text in [drop.destination, address] {
      guard let word = try? DestinationWord(text, for: dropsVerb) else { continue }
      guard same(destinationKindName(word.kind), kind) else { continue }
      if destinations.contains(where: { $0.address == address }) { return }
      let destination = try OnlineDestination(word, settings, online, at: address)
      return destinations.append((destination, address))
    }
    throw Failure(
      .usage, AHA_ERROR_NOT_FOUND, shown(address) + ": another program sends there",
      hint: "its own list of drops may go on; aha drops --forget ID takes it out of this one")
  }
}

/// As the journal has it.
func destinationKindName(_ kind: aha_destination_kind) -> String {
  let names = ["folder", "webdav", "s3", "dropbox", "soundcloud", "allihoopa", "host"]
  let index = Int(kind) - 1
  return names.indices.contains(index) ? names[index] : ""
}

extension DropTask {
  /// A line about it, and one about what came of it.
  fileprivate var lines: String {
    let progress = self.progress
    var state = stageName(progress.stage)
    let isUnderWay = Int(progress.stage) < AHA_DROP_DONE || Int(progress.stage) == AHA_DROP_BROKEN
    if isUnderWay, progress.bytes_total > 0 {
      let fraction = Double(progress.bytes_done) / Double(progress.bytes_total)
      state += " " + fixed((fraction * 100).rounded(.down), 0) + "%"
    }
    var text = shortID + "  " + padded(state, 13) + " " + shown(self.text(AHA_DROP_TITLE))
    text += "  ->  " + shown(destination)
    for which in [AHA_DROP_URL, AHA_DROP_ERROR] {
      let line = self.text(which)
      if !line.isEmpty { text += "\n" + String(repeating: " ", count: 14) + shown(line) }
    }
    return text
  }
}
