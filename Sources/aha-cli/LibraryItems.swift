import CAha

let libraryForgetVerb = Verb(
  name: "library forget", synopsis: "ITEM...", summary: "Take items out of the library",
  details: "Files stay where they are, and so does the history.",
  ownOptions: [.library, .json], run: runForget)

@Sendable
private func runForget(_ arguments: Arguments, _ console: Console) throws(Failure) {
  try eachItem(libraryForgetVerb, arguments, console) { (library, number, word) throws(Failure) in
    try check(aha_library_forget(library.pointer, number), .input, about: word)
  }
}

let libraryCheckVerb = Verb(
  name: "library check", synopsis: "ITEM...", summary: "Look at the files of items now",
  ownOptions: [.library, .json], run: runCheck)

@Sendable
private func runCheck(_ arguments: Arguments, _ console: Console) throws(Failure) {
  try eachItem(libraryCheckVerb, arguments, console) { (library, number, word) throws(Failure) in
    let page = try library.items(.input, about: word) { out in
      aha_library_check(library.pointer, number, out)
    }
    console.print(console.isJSON ? page.object(0).text : page.line(0))
  }
}

let libraryAnalyzeVerb = Verb(
  name: "library analyze", synopsis: "ITEM...",
  summary: "Listen to items, and keep their tempo, key and loudness",
  ownOptions: [.library, .json], run: runAnalyze)

@Sendable
private func runAnalyze(_ arguments: Arguments, _ console: Console) throws(Failure) {
  try eachItem(libraryAnalyzeVerb, arguments, console) { (library, number, word) throws(Failure) in
    var pointer: OpaquePointer?
    let started = aha_library_analyze(library.pointer, number, &pointer)
    let job = try Handle(pointer, aha_job_release, started, .input, about: word)
    let result = console.wait(for: job) {}
    try console.refuseInterrupted("interrupted")
    try check(result, .input, about: word)
    let page = try library.items(.input, about: word) { out in
      aha_library_get_item(library.pointer, number, out)
    }
    console.print(console.isJSON ? page.object(0).text : page.line(0) + page.analysis(0))
  }
}

extension ItemPage {
  /// What was heard, on a line of its own.
  fileprivate func analysis(_ index: UInt32) -> String {
    let item = self.item(index)
    var facts: [String] = []
    if item.tempo_bpm > 0 { facts.append(plain(item.tempo_bpm) + " BPM") }
    let key = text(index, AHA_ITEM_KEY)
    if !key.isEmpty { facts.append(shown(key)) }
    if item.loudness_lufs.isFinite { facts.append(fixed(item.loudness_lufs, 1) + " LUFS") }
    return facts.isEmpty ? "" : "\n" + String(repeating: " ", count: 17) + joined(facts)
  }
}

let libraryKinVerb = Verb(
  name: "library kin", synopsis: "ITEM",
  summary: "Tell what a piece is based on, and what is based on it",
  ownOptions: [.library, .json], run: runKin)

@Sendable
private func runKin(_ arguments: Arguments, _ console: Console) throws(Failure) {
  guard arguments.operands.count == 1 else { throw libraryKinVerb.usage("kin needs one item") }
  try eachItem(libraryKinVerb, arguments, console) { (library, number, word) throws(Failure) in
    let before = try library.items(.input, about: word) { out in
      aha_library_get_ancestors(library.pointer, number, out)
    }
    let behind = try library.items(.input, about: word) { out in
      aha_library_get_descendants(library.pointer, number, out)
    }
    tell(before, "ancestor", "based on", console)
    tell(behind, "descendant", "base of", console)
  }
}

private func tell(_ page: ItemPage, _ event: String, _ label: String, _ console: Console) {
  for index in 0..<page.count {
    let depth = page.item(index).depth
    if console.isJSON {
      var object = page.object(index)
      object.add("kin", text: event)
      object.add("depth", number: UInt64(depth))
      console.print(object.text)
    } else {
      console.print(padded(label, 10) + padded("\(depth)", 3, onTheLeft: true) + page.line(index))
    }
  }
}

let libraryDuplicatesVerb = Verb(
  name: "library duplicates", synopsis: "",
  summary: "List playable items whose content others have too",
  ownOptions: [.library, .json], run: runDuplicates)

@Sendable
private func runDuplicates(_ arguments: Arguments, _ console: Console) throws(Failure) {
  if !arguments.operands.isEmpty { throw libraryDuplicatesVerb.usage("duplicates takes no item") }
  let library = try LibraryFile(known: arguments)
  let first = try library.items(.input, about: library.path) { out in
    aha_library_get_duplicates(library.pointer, 0, out)
  }
  var content: Bytes = []
  try first.each(console) { (page, index) in
    let sha256 = page.text(index, AHA_ITEM_SHA256)
    if console.isJSON {
      console.print(page.object(index).text)
    } else {
      if sha256 != content { console.print(shown(sha256)) }
      console.print(page.line(index))
    }
    content = sha256
    return true
  }
}
