let bounceVerb = Verb(
  "bounce", "PROJECT -o OUT", "Render a project to a file",
  details: """
    OUT is written under another name, and appears when it is complete. A track
    whose file is missing is silent, with a warning. The samples are the same for
    any number of threads. Stems begin where OUT does; --lufs does not change them.
    """,
  options: [
    Option("--output", short: "-o", "OUT", "the file to write; - is standard output"),
    Option("--track", "TRACK", "this one alone, without effects of buses"),
    Option("--bus", "BUS", "this bus alone, with its tracks"),
    Option("--stems", "DIR", "also a file for each track and bus, into DIR"),
  ] + options(of: bounceSettings) + encodingOptions + [
    .json, Option("--quiet", "print only errors, and with --json the result"),
  ], exclusive: [["--track", "--bus", "--stems"], ["--lufs", "--no-limiter"]]
) { (arguments, console) throws(Failure) in
  let bounce = try Bounce(arguments, console)
  let isQuiet = arguments.has("--quiet")
  if !isQuiet { try bounce.warnAboutFiles() }
  let written = try bounce.run()
  if let info = written.info, bounce.file?.isStandardOutput == false {
    LibraryNotes().bounce(bounce.file?.path ?? [], seconds: info.seconds)
  }
  written.report(bounce.file, stemsIn: bounce.folder, isQuiet: isQuiet, console)
}

private let bounceSettings: [Setting<aha_bounce_options>] = [
  Setting("--from", "SECONDS", "where to begin; else at 0", .time) { $0.begin_us = $1.whole() },
  Setting("--to", "SECONDS", "where to end; else when all is over", .time) {
    $0.end_us = $1.whole()
  },
  Setting("--no-tail", "end there, though effects still ring") { $0.no_tail = $1.whole() },
  Setting("--lufs", "N", "loudness of OUT, -70 to -0.1; else as it is", .range(-70, -0.1)) {
    $0.loudness_lufs = $1.number
  },
  Setting("--ceiling", "DB", "its highest true peak, -20 to -0.1; else -1", .range(-20, -0.1)) {
    $0.ceiling_db = $1.float
  },
  Setting("--threads", "N", "1 to 64; else one for each processor", .whole(1, 64)) {
    $0.threads = $1.whole()
  },
  Setting("--rate", "HZ", "sample rate; else the project's", .rate) { $0.sample_rate = $1.whole() },
  Setting("--no-limiter", "let peaks go over full scale") { $0.no_limiter = $1.whole() },
]

/// One bounce: stems first, then the whole.
private final class Bounce {
  /// OUT; nil for stems alone.
  let file: OutputFile?
  /// Of the stems; nil for none.
  let folder: Bytes?
  private let options: aha_bounce_options
  private let encode: aha_encode_options
  private let console: Console
  private let project: ProjectFile
  private let progress: Progress
  private var scope: Target?
  private var stems: [(name: Bytes, target: Target)] = []
  private var filesDone = 0
  private var framesDone: UInt64 = 0

  init(_ arguments: Arguments, _ console: Console) throws(Failure) {
    self.console = console
    let path = try arguments.project(isAlone: true)
    folder = arguments.value("--stems")
    let isStemsAlone = folder != nil && !arguments.has("--output")
    let format =
      isStemsAlone
      ? try OutputFile(arguments, "-".bytes) : try OutputFile(arguments, called: "OUT")
    encode = format.encode
    file = isStemsAlone ? nil : format
    if folder?.isEmpty == true { throw arguments.usage("--stems needs a value: DIR") }
    if arguments.has("--ceiling"), !arguments.has("--lufs") {
      throw arguments.usage("--ceiling goes with --lufs")
    }
    if arguments.has("--lufs"), isStemsAlone {
      throw arguments.usage("--lufs is for OUT, and there is no -o OUT")
    }
    options = try arguments.read(bounceSettings, into: aha_bounce_options_init())
    _ = try timeRange(arguments)
    try file?.refuseMixedOutput(arguments)
    project = try ProjectFile.forReading(path)
    let rate = options.sample_rate == 0 ? project.settings.sample_rate : options.sample_rate
    progress = Progress(console, rate: rate, isQuiet: arguments.has("--quiet"))
    if let track = arguments.value("--track") { scope = try project.find(track, among: [.track]) }
    if let bus = arguments.value("--bus") { scope = try project.find(bus, among: [.bus]) }
    if let file { try project.refuseReplacing(file.path) }
    guard let folder else { return }
    try nameStems(ending: format.format.endings[0])
    for stem in stems { try project.refuseReplacing(folder + [0x2f] + stem.name) }
  }

  private func nameStems(ending: String) throws(Failure) {
    var names = SafeNames(ending: ending)
    if let file { names.reserve(Bytes(file.path.split(separator: 0x2f).last ?? [])) }
    for target in project.all(.track) + project.all(.bus) {
      if target.kind == .bus, target.id == 1 { continue }
      let otherwise = target.kind.rawValue + "-\(target.id)"
      stems.append((names.name(project.name(of: target), otherwise: otherwise), target))
    }
  }

  func warnAboutFiles() throws(Failure) {
    for track in project.all(.track) {
      let state = project.fileState(track.id)
      if state == AHA_FILE_PRESENT || state == AHA_FILE_MOVED { continue }
      let name = project.shownName(of: track)
      console.warn("\(name) is silent: \(project.trackPath(track.id)) is " + fileStateNames[state])
    }
  }

  func run() throws(Failure) -> Written {
    defer { progress.clear() }
    var stemNames: [Bytes] = []
    let stemFolder = try folder.map { (folder) throws(Failure) in try StemFolder(folder) }
    for stem in stems {
      guard let path = stemFolder?.path(of: stem.name) else { continue }
      if try render(stem.target, to: path, stem.name) { stemNames.append(stem.name) }
    }
    var written = try file.map { (file) throws(Failure) in try renderWhole(to: file) } ?? Written()
    try stemFolder?.publish(stemNames)
    written.stems = stemNames
    written.elapsedSeconds = progress.elapsedSeconds
    return written
  }

  /// - Returns: false for a stem without sound.
  private func render(_ stem: Target, to path: Bytes, _ name: Bytes) throws(Failure) -> Bool {
    let result = try wait(stem, about: path) {
      aha_project_bounce(project.pointer, path.c, $0, $1, $2)
    }
    if Int(result) != AHA_ERROR_EMPTY {
      try require(result, about: path)
      return true
    }
    progress.clear()
    if !progress.isQuiet { console.warn("\(name) was not made: nothing is heard") }
    return false
  }

  private func renderWhole(to file: OutputFile) throws(Failure) -> Written {
    try file.write(Handle.engine(), console) { (stream) throws(Failure) in
      let result = try wait(nil, about: file.path) {
        stream == nil
          ? aha_project_bounce(project.pointer, file.path.c, $0, $1, $2)
          : aha_project_bounce_stream(project.pointer, stream?.pointer, $0, $1, $2)
      }
      try require(result, about: file.path)
    }
  }

  /// Starts a job and waits for its result.
  /// - Parameter stem: nil: the whole. A stem keeps the loudness that it has in the mix.
  private func wait(
    _ stem: Target?, about path: Bytes,
    _ start: (
      UnsafePointer<aha_bounce_options>, UnsafePointer<aha_encode_options>, Handle.Out
    ) -> aha_result
  ) throws(Failure) -> aha_result {
    try refuseInterrupted()
    var (options, encode) = (options, encode)
    if stem != nil { options.loudness_lufs = 0 }
    if let target = stem ?? scope {
      options.scope = aha_scope(target.kind == .track ? AHA_SCOPE_TRACK : AHA_SCOPE_BUS)
      options.scope_id = target.id
    }
    var pointer: OpaquePointer?
    let started = start(&options, &encode, &pointer)
    try require(started, about: path)
    let job = try Handle(pointer, aha_job_release, started, .output, about: path)
    let result = console.wait(for: job) { tell(job) }
    if Int(result) == AHA_ERROR_CANCELLED { try refuseInterrupted() }
    filesDone += 1
    framesDone += jobProgress(job).frames_done
    return result
  }

  /// With stems, the progress of all files together.
  private func tell(_ job: Handle) {
    let now = jobProgress(job)
    if stems.isEmpty {
      return progress.tell(shown(aha_job_stage(job.pointer)), now.fraction, frames: now.frames_done)
    }
    let files = Double(stems.count + (file == nil ? 0 : 1))
    let fraction = (Double(filesDone) + max(0, now.fraction)) / files
    progress.tell("bouncing", fraction, frames: framesDone + now.frames_done)
  }

  private func refuseInterrupted() throws(Failure) {
    var names: [String] = []
    if let file, !file.isStandardOutput { names.append(shown(file.path)) }
    if let folder { names.append(shown(folder)) }
    let end = names.count > 1 ? " are as they were" : " is as it was"
    let rest = names.isEmpty ? "" : "; " + joined(names, " and ") + end
    try console.refuseInterrupted("interrupted" + rest)
  }

  private func require(_ result: aha_result, about path: Bytes) throws(Failure) {
    if result >= 0 { return }
    // The project has no sound, or no end.
    if Int(result) == AHA_ERROR_EMPTY { throw .library(result, .input, about: project.path) }
    var failure = Failure.library(result, .output, about: path)
    if Int(result) == AHA_ERROR_STATE, options.end_us == 0 {
      failure.exit = .usage
      failure.hint = "--to SECONDS says where"
    }
    throw failure
  }
}

/// The folder of the stems. They are rendered into a hidden folder inside, and moved when all are
/// complete.
private final class StemFolder {
  private let folder: Bytes
  private let hidden: Bytes
  private let isNew: Bool
  private var rendered: [Bytes] = []

  init(_ folder: Bytes) throws(Failure) {
    self.folder = folder
    isNew = try makeFolder(folder)
    var template = (folder + "/.aha-stems-XXXXXX".bytes).c
    let error = mkdtemp(&template) == nil ? cli_error(-1) : 0
    hidden = bytes(of: template)
    if error == 0 { return }
    if isNew { _ = remove(folder.c) }
    throw .system(error, about: folder)
  }

  /// Removes unpublished stems.
  deinit {
    for path in rendered { _ = remove(path.c) }
    _ = remove(hidden.c)
    // Fails unless the folder is empty.
    if isNew { _ = remove(folder.c) }
  }

  func path(of name: Bytes) -> Bytes {
    let path = hidden + [0x2f] + name
    rendered.append(path)
    return path
  }

  /// Moves the stems into the folder, where they replace other files of these names.
  func publish(_ names: [Bytes]) throws(Failure) {
    for name in names {
      let target = folder + [0x2f] + name
      let error = cli_error(rename((hidden + [0x2f] + name).c, target.c))
      if error != 0 { throw .system(error, about: target) }
    }
  }
}

/// Makes a folder unless it exists.
/// - Returns: whether it is new.
@discardableResult
func makeFolder(_ folder: Bytes) throws(Failure) -> Bool {
  let error = cli_error(mkdir(folder.c, 0o777))
  if error != 0, error != EEXIST { throw .system(error, about: folder) }
  return error == 0
}
