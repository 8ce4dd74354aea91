let bounceVerb = Verb(
  "bounce", synopsis: "PROJECT -o OUT", summary: "Render a project to a file",
  details: """
    OUT is written under another name, and appears when it is complete. A track
    whose file is missing is silent, and an effect whose plug-in or file is
    missing is left out, with a warning. Stems begin where OUT does; --lufs and
    --peak do not change them.
    """,
  options: [
    Option("-o, --output OUT", "the file to write; - is standard output"),
    Option("--track TRACK", "this one alone, without effects of buses"),
    Option("--bus BUS", "this bus alone, with its tracks"),
    Option("--stems DIR", "also a file for each track and bus, into DIR"),
  ] + options(of: bounceSettings) + encodingOptions + levelOptions + [
    panLawOption, .replace, .json,
    Option("--quiet", "print only errors, and with --json the result"),
  ],
  exclusive: [["--track", "--bus", "--stems"], ["--lufs", "--no-limiter"], ["--lufs", "--peak"]]
) { (arguments, _) throws(Failure) in
  let bounce = try Bounce(from: arguments)
  let isQuiet = arguments.has("--quiet")
  if !isQuiet { bounce.warnAboutFiles() }
  let written = try bounce.run()
  if let info = written.info, let file = bounce.file, !file.isStandardOutput {
    LibraryNotes().note(bounce: file.path, seconds: info.seconds)
  }
  written.report(bounce.file, stemsIn: bounce.folder, isQuiet: isQuiet)
}

private let bounceSettings: [Setting<aha_bounce_options>] = [
  Setting("--from SECONDS", "where to begin; else at 0", kind: .time) { $0.begin_us = $1.whole() },
  Setting("--to SECONDS", "where to end; else at the end", kind: .time) { $0.end_us = $1.whole() },
  Setting("--no-tail", "end there, though effects still ring") { $0.no_tail = $1.whole() },
  Setting("--threads N", "else one for each processor", kind: .whole(1, 64)) {
    $0.threads = $1.whole()
  },
  Setting("--rate HZ", "sample rate; else the project's", kind: .rate) {
    $0.sample_rate = $1.whole()
  },
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
  private let project: ProjectFile
  private let progress: Progress
  private var scope: Target?
  private var stems: [(name: Bytes, target: Target)] = []
  private var filesDone = 0
  private var framesDone: UInt64 = 0
  /// Effects with a missing part that the user was warned about.
  private var warned: [Int64] = []

  init(from arguments: Arguments) throws(Failure) {
    let path = try arguments.project(isAlone: true)
    folder = arguments.value("--stems")
    let isStemsAlone = folder != nil && !arguments.has("--output")
    let format = try OutputFile(arguments, called: "OUT", at: isStemsAlone ? "-".array : nil)
    encode = format.encode
    file = isStemsAlone ? nil : format
    if folder?.isEmpty == true { throw arguments.usage("--stems needs a value: DIR") }
    if let option = format.levelOption, isStemsAlone {
      throw arguments.usage(option + " is for OUT, and there is no -o OUT")
    }
    var options = try arguments.read(bounceSettings, into: aha_bounce_options_init())
    options.pan_law = arguments.whole("--pan-law")
    self.options = options
    try refuseEmptyRange(arguments)
    try file?.refuseMixedOutput(arguments)
    project = try ProjectFile.forReading(path)
    let rate = options.sample_rate == 0 ? project.settings.sample_rate : options.sample_rate
    progress = Progress(rate: Double(rate), isQuiet: arguments.has("--quiet"))
    if let track = arguments.value("--track") { scope = try project.find(track, among: [.track]) }
    if let bus = arguments.value("--bus") { scope = try project.find(bus, among: [.bus]) }
    if let file { try project.refuseReplacing(by: file.path) }
    guard let folder else { return }
    nameStems(ending: format.format.ending)
    for stem in stems {
      let path = folder + [0x2f] + stem.name
      try project.refuseReplacing(by: path)
      try arguments.refuseExisting(path)
    }
  }

  private func nameStems(ending: String) {
    var names = SafeNames(ending: ending)
    if let file { names.reserve(fileName(file.path)) }
    let master = Target(kind: .bus, id: 1)
    for target in project.all(.track) + project.all(.bus)
    where target != master && project.send(to: target) == nil {
      let otherwise = target.kind.rawValue + "-\(target.id)"
      stems.append((names.name(project.name(of: target), otherwise: otherwise), target))
    }
  }

  func warnAboutFiles() {
    for track in project.all(.track) {
      let state = project.fileState(ofTrack: track.id)
      if state == AHA_FILE_PRESENT || state == AHA_FILE_MOVED { continue }
      let (name, path) = (project.shownName(of: track), project.trackPath(withID: track.id))
      console.warn(name + " is silent: \(path) is " + fileStateNames[state])
    }
  }

  func run() throws(Failure) -> Written {
    defer { progress.clear() }
    var written = Written()
    let made = try folder.map { (folder) throws(Failure) in
      try StemFolder(in: folder, names: stems.map { $0.name })
    }
    for (name, target) in stems {
      do throws(Failure) {
        try render(stem: target, to: made?.path(of: name) ?? [])
        written.stems.append(name)
      } catch {
        guard error.has(AHA_ERROR_EMPTY) else { throw error }
        progress.clear()
        if !progress.isQuiet { console.warn("\(name) was not made: nothing is heard") }
      }
    }
    if let file {
      let stems = written.stems
      written = try file.write(Handle.engine()) { (stream) throws(Failure) in
        try render(stem: nil, to: file.path, stream: stream)
      }
      written.stems = stems
    }
    try made?.publish(written.stems)
    written.elapsedSeconds = progress.elapsedSeconds
    return written
  }

  /// Renders to the path, or to the stream if there is one.
  /// - Parameter stem: nil: the whole. A stem keeps the loudness that it has in the mix.
  private func render(stem: Target?, to path: Bytes, stream: Handle? = nil) throws(Failure) {
    try refuseInterrupted()
    var (options, encode) = (options, encode)
    if stem != nil { (encode.loudness_lufs, encode.peak_db) = (0, 0) }
    if let target = stem ?? scope {
      options.scope = aha_scope(target.kind == .track ? AHA_SCOPE_TRACK : AHA_SCOPE_BUS)
      options.scope_id = target.id
    }
    var pointer: OpaquePointer?
    let started =
      stream == nil
      ? aha_bounce_start(project.pointer, path.c, &options, &encode, &pointer)
      : aha_bounce_start_stream(project.pointer, stream?.pointer, &options, &encode, &pointer)
    try require(started, about: path)
    let job = try Handle(pointer, result: started, side: .output, about: path)
    let result = console.wait(for: job) { tell(progressOf: job) }
    if Int(result) == AHA_ERROR_CANCELLED { try refuseInterrupted() }
    filesDone += 1
    framesDone += jobProgress(job).frames_done
    warnAboutEffects(of: job)
    try require(result, about: path)
  }

  private func warnAboutEffects(of job: Handle) {
    var event = aha_event_init()
    while Int(aha_job_next_event(job.pointer, &event)) == AHA_OK {
      let kinds = [AHA_EVENT_PLUGIN_MISSING, AHA_EVENT_IMPULSE_MISSING]
      let isOfEffect = kinds.contains(Int(event.kind))
      if !isOfEffect || progress.isQuiet || warned.contains(event.value) { continue }
      warned.append(event.value)
      progress.clear()
      console.warn("effect \(event.value) is left out: " + shown(bytes(ofArray: event.line)))
    }
  }

  /// With stems, the progress of all files together.
  private func tell(progressOf job: Handle) {
    let now = jobProgress(job)
    if stems.isEmpty {
      return progress.tell(shown(now.stage), fraction: now.fraction, frames: now.frames_done)
    }
    let files = Double(stems.count + (file == nil ? 0 : 1))
    let fraction = (Double(filesDone) + max(0, now.fraction)) / files
    progress.tell("bouncing", fraction: fraction, frames: framesDone + now.frames_done)
  }

  private func refuseInterrupted() throws(Failure) {
    let outputs = [file.flatMap { $0.isStandardOutput ? nil : $0.path }, folder].compactMap { $0 }
    let end = outputs.count > 1 ? " are as they were" : " is as it was"
    let rest = outputs.isEmpty ? "" : "; " + joined(outputs.map { shown($0) }, by: " and ") + end
    try console.refuseInterrupted("interrupted" + rest)
  }

  private func require(_ result: aha_result, about path: Bytes) throws(Failure) {
    // The project has no sound, or no end.
    if Int(result) == AHA_ERROR_EMPTY { throw .library(result, side: .input, about: project.path) }
    do throws(Failure) { try check(result, .output, about: path) } catch {
      guard error.has(AHA_ERROR_STATE), options.end_us == 0 else { throw error }
      var failure = error.with(hint: "--to SECONDS says where")
      failure.exit = .usage
      throw failure
    }
  }
}

/// The folder of the stems. They are rendered into a hidden folder inside, and moved when all are
/// complete.
private final class StemFolder {
  private let folder: Bytes
  private let hidden: Bytes
  private let isNew: Bool
  private let names: [Bytes]

  init(in folder: Bytes, names: [Bytes]) throws(Failure) {
    (self.folder, self.names) = (folder, names)
    isNew = try makeFolder(at: folder)
    do throws(Failure) {
      hidden = try makeTemporaryFolder(in: folder, named: ".aha-stems-")
    } catch {
      if isNew { remove(folder.c) }
      throw error
    }
  }

  /// Removes unpublished stems.
  deinit {
    for name in names { remove(path(of: name).c) }
    remove(hidden.c)
    // Fails unless the folder is empty.
    if isNew { remove(folder.c) }
  }

  func path(of name: Bytes) -> Bytes { hidden + [0x2f] + name }

  /// Moves the stems into the folder, where they replace other files of these names.
  func publish(_ names: [Bytes]) throws(Failure) {
    for name in names {
      let target = folder + [0x2f] + name
      let error = cli_error(rename(path(of: name).c, target.c))
      if error != 0 { throw .system(error, about: target) }
    }
    try synchronize(FilePath(folder.c))
  }
}

private func synchronize(_ folder: FilePath) throws(Failure) {
  do throws(AhaError) { try Disk.synchronize(folder) } catch { throw Failure(error) }
}

/// Makes a folder unless it exists.
@discardableResult
func makeFolder(at folder: Bytes) throws(Failure) -> Bool {
  let error = cli_error(mkdir(folder.c, 0o777))
  if error != 0, error != EEXIST { throw .system(error, about: folder) }
  var name = folder
  while name.count > 1, name.last == 0x2f { name.removeLast() }
  if error == 0 { try synchronize(FilePath(name.c).folder) }
  return error == 0
}

/// Makes a folder whose name begins so and ends with letters of its own.
func makeTemporaryFolder(in folder: Bytes, named start: String) throws(Failure) -> Bytes {
  let parent = folder.isEmpty ? ".".array : folder
  var template = (parent + "/\(start)XXXXXX".array).c
  if mkdtemp(&template) == nil { throw .system(cli_error(-1), about: folder) }
  return bytes(of: template)
}
