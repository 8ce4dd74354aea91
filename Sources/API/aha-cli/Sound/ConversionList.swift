/// One input, and the output that it becomes.
struct Conversion {
  let input: Bytes
  let output: Bytes

  /// Whether the bytes of one of them do not go through a file of its name.
  var usesStreams: Bool { [input, output].contains { same("-", $0) || isPipe($0) } }

  /// Errors: the output exists, and is not to be replaced; those of making its folder.
  func prepareOutput(_ arguments: Arguments) throws(Failure) {
    if same("-", output) { return }
    try arguments.refuseExisting(output)
    do throws(AhaError) {
      try Disk.makeFolders(FilePath(output.c).folder, mode: 0o777)
    } catch {
      throw Failure(error)
    }
  }

  /// Writes a stream's bytes to standard output, a pipe or the file.
  func write(_ stream: Handle) throws(Failure) {
    let bytes = try content(of: stream, about: output)
    if same("-", output) || isPipe(output) { return try send(bytes, to: output) }
    do throws(AhaError) { try FilePath(output.c).replace(with: bytes) } catch {
      throw Failure(error)
    }
  }
}

/// The inputs of a command with their outputs. A folder's files keep their places in it.
struct ConversionList {
  private(set) var conversions: [Conversion] = []
  /// OUT, with the format of all outputs.
  let file: OutputFile
  /// Whether OUT is a folder.
  let isFolder: Bool

  init(_ arguments: Arguments) throws(Failure) {
    let output = try arguments.output(called: "OUT")
    let inputs = arguments.operands
    let isNamedAsFolder = output.last == 0x2f || ConversionList.isFolder(output)
    isFolder = inputs.count > 1 || isNamedAsFolder || ConversionList.isFolder(inputs[0])
    if isFolder, !arguments.has("--format") {
      throw arguments.usage("convert needs --format for a folder, as in --format flac")
    }
    file = try OutputFile(arguments, called: "OUT", at: output)
    if isFolder, file.isStandardOutput {
      throw arguments.usage("several files can't go to standard output")
    }
    try file.refuseMixedOutput(arguments)
    guard isFolder else {
      conversions = [Conversion(input: inputs[0], output: file.path)]
      return
    }
    for input in inputs {
      if !ConversionList.isFolder(input) {
        add(input, named: same("-", input) ? "sound".array : fileName(input))
        continue
      }
      let count = conversions.count
      try addFolder(input, below: [])
      if conversions.count == count {
        throw Failure(.input, code: AHA_ERROR_EMPTY, "\(input): no sound file is in it")
      }
    }
    try refuseDoubles(arguments)
  }

  private static func isFolder(_ path: Bytes) -> Bool {
    FileStatus(FilePath(path.c))?.kind == .folder
  }

  private mutating func add(_ input: Bytes, named name: Bytes) {
    var stem = name
    if let dot = fileName(name).lastIndex(of: 0x2e), dot > 0 {
      stem.removeLast(fileName(name).count - dot)
    }
    var folder = file.path
    while folder.count > 1, folder.last == 0x2f { folder.removeLast() }
    conversions.append(
      Conversion(input: input, output: folder + [0x2f] + stem + file.format.ending.array))
  }

  /// Adds the sound files of a folder, sorted; hidden files and links to folders are left out.
  private mutating func addFolder(_ folder: Bytes, below start: Bytes) throws(Failure) {
    var names: [Bytes] = []
    do throws(AhaError) {
      for name in try Disk.names(in: FilePath(folder.c)) {
        names.append(name.withCString { bytes(of: $0) })
      }
    } catch {
      throw Failure(error, .input)
    }
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) where name.first != 0x2e {
      let (path, relative) = (folder + [0x2f] + name, start + name)
      switch FileStatus(FilePath(path.c), followingLinks: false)?.kind {
      case .folder: try addFolder(path, below: relative + [0x2f])
      case .file, .link: if isSoundName(name) { add(path, named: relative) }
      default: break
      }
    }
  }

  private func refuseDoubles(_ arguments: Arguments) throws(Failure) {
    let sorted = conversions.sorted { $0.output.lexicographicallyPrecedes($1.output) }
    for (one, other) in zip(sorted, sorted.dropFirst()) where one.output == other.output {
      throw arguments.usage("\(one.input) and \(other.input) would both become \(one.output)")
    }
  }
}
