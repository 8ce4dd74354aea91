import CAha
import CCli

/// One bounce under way: stems first, then the whole.
final class BounceRun {
  private let request: BounceRequest
  private let console: Console
  private let project: ProjectFile
  private let progress: Progress
  private let scope: Target?
  private var stems: [Stem] = []
  private var filesDone = 0
  private var framesDone: UInt64 = 0

  init(_ request: BounceRequest, _ console: Console) throws(Failure) {
    self.request = request
    self.console = console
    project = try ProjectFile.forReading(request.project)
    progress = Progress(
      console, rate: request.rate ?? project.settings.sample_rate, isQuiet: request.isQuiet)
    if let track = request.arguments.value("--track") {
      scope = try project.find(track, among: [.track])
    } else if let bus = request.arguments.value("--bus") {
      scope = try project.find(bus, among: [.bus])
    } else {
      scope = nil
    }
    if request.stems != nil { stems = try stemNames() }
    if request.hasOutput { try project.refuseReplacing(request.file.path) }
    for stem in stems { try project.refuseReplacing((request.stems ?? []) + [0x2f] + stem.name) }
  }

  /// Tracks that will be silent.
  func warnAboutFiles() throws(Failure) {
    for track in project.all(.track) {
      let state = Int(try project.fileState(track.id))
      if state == AHA_FILE_PRESENT || state == AHA_FILE_MOVED || request.isQuiet { continue }
      console.say(
        "aha: warning: " + (try project.shownName(of: track)) + " is silent: "
          + shown(project.trackPath(track.id)) + " is " + fileStateNames[state])
    }
  }

  func run() throws(Failure) -> Written {
    defer { progress.clear() }
    var written = Written()
    let folder = try request.stems.map { (path) throws(Failure) in try StemFolder(path) }
    for stem in stems { if try render(stem, folder) { written.stems.append(stem.name) } }
    if request.hasOutput { try renderWhole(&written) }
    try folder?.publish(written.stems)
    written.elapsedSeconds = progress.elapsedSeconds
    return written
  }

  /// False when there is nothing to be heard.
  private func render(_ stem: Stem, _ folder: StemFolder?) throws(Failure) -> Bool {
    guard let folder else { return false }
    let path = folder.path(of: stem.name)
    let result = try render(to: path, stem.target, isStem: true)
    if Int(result) == AHA_ERROR_EMPTY {
      progress.clear()
      if !request.isQuiet {
        console.say("aha: warning: " + shown(stem.name) + " was not made: nothing is heard")
      }
      return false
    }
    try require(result, about: path)
    return true
  }

  private func renderWhole(_ written: inout Written) throws(Failure) {
    let path = request.file.path
    let engine = try Handle.engine(aha_engine_options_init())
    guard request.toStandardOutput else {
      try require(try render(to: path, scope, isStem: false), about: path)
      written.info = try? fileInfo(path, engine)
      return
    }
    let stream = try Handle.memory(about: path)
    let result = try wait(scope, isStem: false) { (options, encode, job) in
      aha_project_bounce_stream(self.project.pointer, stream.pointer, options, encode, job)
    }
    try require(result, about: path)
    let bytes = try bytes(of: stream, about: path)
    console.write(bytes)
    written.info = memoryInfo(stream, engine)
    written.bytes = UInt64(bytes.count)
  }

  private func render(to path: Bytes, _ target: Target?, isStem: Bool) throws(Failure) -> aha_result
  {
    try wait(target, isStem: isStem) { (options, encode, job) in
      aha_project_bounce(self.project.pointer, path.c, options, encode, job)
    }
  }

  /// Starts a job and waits for what it comes to.
  private func wait(
    _ target: Target?, isStem: Bool,
    _ start: (
      UnsafePointer<aha_bounce_options>, UnsafePointer<aha_encode_options>,
      UnsafeMutablePointer<OpaquePointer?>
    ) -> aha_result
  ) throws(Failure) -> aha_result {
    try refuseInterrupted()
    var options = request.options(for: target, isStem: isStem)
    var encode = request.file.encodeOptions
    var pointer: OpaquePointer?
    let started = start(&options, &encode, &pointer)
    try require(started, about: request.file.path)
    let job = try Handle(pointer, aha_job_release, started, .output, about: request.file.path)
    let result = console.wait(for: job) { self.tell(job) }
    if Int(result) == AHA_ERROR_CANCELLED { try refuseInterrupted() }
    filesDone += 1
    framesDone += jobProgress(job).frames_done
    return result
  }

  /// With stems, how much of all is done.
  private func tell(_ job: Handle) {
    let now = jobProgress(job)
    if stems.isEmpty {
      return progress.tell(shown(aha_job_stage(job.pointer)), now.fraction, frames: now.frames_done)
    }
    let files = Double(stems.count + (request.hasOutput ? 1 : 0))
    let fraction = (Double(filesDone) + max(0, now.fraction)) / files
    progress.tell("bouncing", fraction, frames: framesDone + now.frames_done)
  }

  private func refuseInterrupted() throws(Failure) {
    var names: [String] = []
    if request.hasOutput, !request.toStandardOutput { names.append(shown(request.file.path)) }
    if let stems = request.stems { names.append(shown(stems)) }
    let end = names.count > 1 ? " are as they were" : " is as it was"
    let rest = names.isEmpty ? "" : "; " + joined(names, " and ") + end
    try console.refuseInterrupted("interrupted" + rest)
  }

  private func require(_ result: aha_result, about path: Bytes) throws(Failure) {
    if result >= 0 { return }
    // What there is nothing of, or no end of, is the project.
    if Int(result) == AHA_ERROR_EMPTY { throw .library(result, .input, about: request.project) }
    var failure = Failure.library(result, .output, about: path)
    if Int(result) == AHA_ERROR_STATE, request.isEndless {
      failure.exit = .usage
      failure.hint = "--to SECONDS says where"
    }
    throw failure
  }

  /// A name for each track, and each bus but the master, which is the whole.
  private func stemNames() throws(Failure) -> [Stem] {
    var names = SafeNames(ending: request.file.format.endings[0])
    let output = request.file.path.split(separator: 0x2f).last ?? []
    if request.hasOutput { names.reserve(Bytes(output)) }
    var stems: [Stem] = []
    for target in project.all(.track) + project.all(.bus) {
      if target.kind == .bus, target.id == 1 { continue }
      let name = names.name(for: target, try project.name(of: target))
      stems.append(Stem(name: name, target: target))
    }
    return stems
  }
}

/// The folder that stems go to. They come to be in a folder inside, and to their places when all
/// are there.
final class StemFolder {
  private let folder: Bytes
  private let hidden: Bytes
  private let isNew: Bool
  private var rendered: [Bytes] = []

  init(_ folder: Bytes) throws(Failure) {
    self.folder = folder
    let error = cli_make_folder(folder.c)
    isNew = error == 0
    if error != 0, error != EEXIST { throw .system(error, about: folder) }
    var template = folder + "/.aha-stems-XXXXXX".bytes + [0]
    let hiddenError = template.withUnsafeMutableBytes {
      cli_make_hidden_folder($0.baseAddress!.assumingMemoryBound(to: CChar.self))
    }
    hidden = Bytes(template.dropLast())
    if hiddenError == 0 { return }
    if isNew { _ = cli_remove(folder.c) }
    throw .system(hiddenError, about: folder)
  }

  /// What was not published is gone.
  deinit {
    for path in rendered { _ = cli_remove(path.c) }
    _ = cli_remove(hidden.c)
    // Fails when something is in it.
    if isNew { _ = cli_remove(folder.c) }
  }

  /// Where a stem is rendered to.
  func path(of name: Bytes) -> Bytes {
    let path = hidden + [0x2f] + name
    rendered.append(path)
    return path
  }

  /// Puts the stems to their places, instead of other files of these names.
  func publish(_ names: [Bytes]) throws(Failure) {
    for name in names {
      let target = folder + [0x2f] + name
      let error = cli_rename((hidden + [0x2f] + name).c, target.c)
      if error != 0 { throw .system(error, about: target) }
    }
  }
}

extension Failure {
  /// What the system says about the output.
  static func system(_ error: Int32, about path: Bytes, _ exit: ExitCode = .output) -> Failure {
    let isMissing = error == ENOENT
    return Failure(
      exit: exit, result: aha_result(isMissing ? AHA_ERROR_NOT_FOUND : AHA_ERROR_IO),
      message: shown(path) + ": " + shown(cli_error_text(error)))
  }
}
