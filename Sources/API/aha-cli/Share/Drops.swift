let dropsVerb = Verb(
  "drops", synopsis: "[ID...]", summary: "List drops, resume interrupted ones, renew links",
  details: """
    ID may be the first letters of a drop's id. --resume without ID resumes all
    interrupted drops, and --renew all whose links expire. Forgetting a drop leaves
    the files at its destination.
    """,
  options: [
    Option("--resume", "resume interrupted drops"),
    Option("--renew", "make new links in place of links that expire"),
    Option("--cancel", "cancel interrupted drops, and delete their uploads"),
    Option("--forget", "remove drops from the list"),
    Option("--application ID", "the drops of another application"), .qr,
  ] + networkOptions + [.json], oneOff: destinationOptions,
  exclusive: [["--resume", "--renew", "--cancel", "--forget"]]
) { (arguments, console) throws(Failure) in
  Diagnostics.showWarnings(arguments)
  let way = ["--resume", "--renew", "--cancel", "--forget"].first { arguments.has($0) }
  let application = arguments.value("--application") ?? "aha".array
  let online = try Online(arguments, application: application)
  var ids = arguments.operands
  guard let way else {
    return try console.each(ids.isEmpty ? allDrops(of: online) : ids) { (id) throws(Failure) in
      let drop = try openDrop(withID: id, online: online)
      console.print(drop.record(of: "drop"), or: drop.lines)
      if arguments.has("--qr") { showQR(of: drop.text(AHA_DROP_URL)) }
    }
  }
  if ids.isEmpty {
    let isRenewal = way == "--renew"
    if way != "--resume", !isRenewal { throw arguments.usage(way + " needs the id of a drop") }
    // The oldest first.
    ids = try allDrops(of: online).reversed().filter { id in
      guard let drop = try? openDrop(withID: id, online: online) else { return false }
      let stage = Int(drop.progress.stage)
      if isRenewal { return stage == AHA_DROP_DONE && !drop.text(AHA_DROP_URL_EXPIRES).isEmpty }
      return stage == AHA_DROP_BROKEN
    }
    if ids.isEmpty, !console.isJSON {
      console.print(isRenewal ? "no link expires" : "nothing broke off")
    }
  }
  if way == "--forget" {
    return try console.each(ids) { (id) throws(Failure) in
      let drop = try openDrop(withID: id, online: online)
      try check(aha_drop_forget(drop.pointer), .output, about: id)
    }
  }
  let run = DropRun(on: online, hasQR: arguments.has("--qr"), isRenewal: way == "--renew")
  // The library finds the destinations of drops by kind and address.
  var destinations: [(destination: OnlineDestination, address: Bytes)] = []
  for id in ids {
    do throws(Failure) {
      let drop = try openDrop(withID: id, online: online)
      let address = drop.text(AHA_DROP_ADDRESS)
      if !destinations.contains(where: { $0.address == address }) {
        destinations.append(
          (
            try findDestination(of: drop, arguments: arguments, online: online, for: dropsVerb),
            address
          ))
      }
      run.start(drop) {
        switch way {
        case "--resume": aha_drop_start($0, $1)
        case "--renew": aha_drop_renew($0, $1)
        default: aha_drop_discard($0, $1)
        }
      }
    } catch { run.add(error) }
  }
  try run.wait()
}

func allDrops(of online: Online) throws(Failure) -> [Bytes] {
  let all = try indices(aha_drop_count(online.pointer), .input) {
    aha_drop_copy_id(online.pointer, 0, nil, 0, nil)
  }
  return all.map { index in
    copiedText { aha_drop_copy_id(online.pointer, index, $0, $1, $2) }
  }
}

func openDrop(withID id: Bytes, online: Online) throws(Failure) -> DropTask {
  try DropTask(.input, about: id) { aha_drop_open(online.pointer, id.c, $0) }
}

/// The destination of a drop, if its name is saved, or its address or name is a word for one.
func findDestination(
  of drop: DropTask, arguments: Arguments, online: Online, for verb: Verb
) throws(Failure) -> OnlineDestination {
  let address = drop.text(AHA_DROP_ADDRESS)
  if let name = try? DestinationWord(drop.destination, for: verb).name, try online.hasSaved(name) {
    return try OnlineDestination(saved: name, on: online)
  }
  for text in [drop.destination, address] {
    guard let word = try? DestinationWord(text, for: verb),
      same(word.kind, drop.text(AHA_DROP_KIND))
    else { continue }
    return try OnlineDestination(new: word, arguments: arguments, online: online, at: address)
  }
  throw Failure(
    .usage, code: AHA_ERROR_NOT_FOUND, "\(address): another program sends there",
    hint: "resume the drop in that program, or remove it here with \(program) drops --forget ID")
}
