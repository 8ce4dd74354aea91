let convertVerb = Verb(
  "convert", synopsis: "IN... -o OUT", summary: "Convert sound files to another format",
  details: """
    IN is a file, a folder with its subfolders, or -, for standard input. OUT is a
    file; for a folder or several files it is a folder, and --format is needed.
    Whatever no option changes is kept: rate, channels, bits, tags, cover and
    chapters, as far as the format has them. SHAPE is linear, equal_power,
    exponential or smooth.
    """, operands: (oneOrMore, "convert needs a file or a folder"),
  options: [
    Option("-o, --output OUT", "the file or folder to write; - is standard output"),
    Option("--from SECONDS", "where to begin; else at the start", kind: .time),
    Option("--to SECONDS", "where to end; else at the end", kind: .time),
    Option("--fade-in SECONDS", "fade from silence at the start", kind: .time),
    Option("--fade-out SECONDS", "fade to silence at the end", kind: .time),
    Option("--fade SHAPE", "curve of both fades; else linear", kind: .word(fadeShapes)),
    Option("--channels N", "1 or 2; else as in IN", kind: .whole(1, 2)),
    Option("--rate HZ", "sample rate, 8000 to 192000; else as in IN", kind: .rate),
  ] + levelOptions.dropFirst() + encodingOptions + options(of: convertedTagSettings) + [
    Option("--no-tags", "leave tags, cover and chapters out"),
    Option("--accept-damaged", "use damaged files to the damage"),
    .replace, .json,
    Option("--quiet", "print only errors, and with --json the results"),
  ],
  exclusive: [["--lufs", "--peak"]] + convertedTagSettings.map { [$0.option.name, "--no-tags"] }
) { (arguments, _) throws(Failure) in
  let list = try ConversionList(arguments)
  let run = try ConversionRun(list, arguments: arguments)
  try run.convert()
}

let fadeShapes = ["linear", "equal_power", "exponential", "smooth"]

/// The conversions of one command: several run at the same time.
private final class ConversionRun {
  private let list: ConversionList
  private var options = aha_convert_options_init()
  private var encode: aha_encode_options
  private let tags: ConvertedTags
  private let arguments: Arguments
  private let isQuiet: Bool
  private let progress: Progress
  private var (done, written) = (0, 0)
  private var framesDone: UInt64 = 0

  init(_ list: ConversionList, arguments: Arguments) throws(Failure) {
    (self.list, self.arguments, encode) = (list, arguments, list.file.encode)
    tags = try ConvertedTags(arguments, for: list)
    encode.sample_rate = arguments.whole("--rate")
    options.begin_us = arguments.whole("--from")
    options.end_us = arguments.whole("--to")
    options.fade_in_us = arguments.whole("--fade-in")
    options.fade_out_us = arguments.whole("--fade-out")
    options.fade_shape = arguments.whole("--fade")
    options.no_tags = arguments.has("--no-tags") ? 1 : 0
    options.accept_damaged = arguments.has("--accept-damaged") ? 1 : 0
    isQuiet = arguments.has("--quiet")
    // Speed is relative to the usual rate: the rates of the files differ.
    progress = Progress(rate: 48_000, isQuiet: isQuiet)
    if options.end_us > 0, options.end_us <= options.begin_us {
      throw arguments.usage("--to is not after --from")
    }
  }

  private struct Work {
    let job: Handle
    /// The bytes of an output that is not written by the job itself.
    let stream: Handle?
  }

  /// Max files in work; libaha runs a job for each processor.
  private static let maxAhead = 16

  func convert() throws(Failure) {
    defer { progress.clear() }
    var works = WorkAhead(list.conversions, count: ConversionRun.maxAhead) {
      [self] (one) throws(Failure) in try start(one)
    }
    do throws(Failure) {
      try console.each(list.conversions, file: { $0.input }, interrupted: "interrupted") {
        (one) throws(Failure) in
        defer { done += 1 }
        try finish(works.next(), of: one)
      }
    } catch {
      works.cancel { (work) in
        aha_job_cancel(work.job.pointer)
        aha_job_wait(work.job.pointer, -1)
      }
      if list.isFolder { summarize() }
      throw error
    }
    if list.isFolder { summarize() }
  }

  private func start(_ one: Conversion) throws(Failure) -> Work {
    try one.prepareOutput(arguments)
    var (options, encode) = (options, encode)
    if !one.usesStreams {
      let job = try Handle(.output, about: one.input) {
        aha_convert_start(one.input.c, one.output.c, &options, &encode, $0)
      }
      return Work(job: job, stream: nil)
    }
    let source = try Handle.sound(one.input)
    let stream = try Handle(.output, about: one.output) {
      aha_stream_create_memory(nil, 0, nil, nil, $0)
    }
    let job = try Handle(.output, about: one.input) {
      aha_convert_start_stream(source.pointer, stream.pointer, &options, &encode, $0)
    }
    return Work(job: job, stream: stream)
  }

  private func finish(_ work: Work, of one: Conversion) throws(Failure) {
    let result = console.wait(for: work.job) { tell(work.job) }
    progress.clear()
    let now = jobProgress(work.job)
    if Int(result) == AHA_ERROR_CANCELLED {
      try console.refuseInterrupted("interrupted; \(one.output) is as it was")
    }
    if result < 0 {
      let line = copiedText { aha_job_copy_error(work.job.pointer, $0, $1, $2) }
      throw .library(result, side: side(of: result), about: one.input, line: line.text)
    }
    if let stream = work.stream { try one.write(stream) }
    try tags.write(to: one.output)
    framesDone += now.frames_done
    written += 1
    report(one, work: work, now: now)
  }

  /// Errors of formats and of missing files are those of the input.
  private func side(of result: aha_result) -> Side {
    let isOfInput = [AHA_ERROR_NOT_FOUND, AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_DAMAGED]
      .contains(Int(result))
    return isOfInput || Int(result) == AHA_ERROR_EMPTY ? .input : .output
  }

  private func tell(_ job: Handle) {
    let now = jobProgress(job)
    if !list.isFolder {
      return progress.tell(shown(now.stage), fraction: now.fraction, frames: now.frames_done)
    }
    let fraction = (Double(done) + max(0, now.fraction)) / Double(list.conversions.count)
    progress.tell("converting", fraction: fraction, frames: framesDone + now.frames_done)
  }

  private func report(_ one: Conversion, work: Work, now: aha_job_progress) {
    if list.isFolder {
      if isQuiet, !console.isJSON { return }
      let record: Record = [
        "event": .text("done"), "input": .name(one.input), "output": .name(one.output),
        "bytes": .number(now.bytes_done),
      ]
      return console.print(record, or: shown(one.output))
    }
    var written = Written(
      info: isQuiet && !console.isJSON
        ? nil : try? fileInfo(one.output, engine: .engine(), stream: work.stream),
      bytes: work.stream.map { _ in now.bytes_done })
    written.elapsedSeconds = progress.elapsedSeconds
    written.report(list.file, isQuiet: isQuiet)
  }

  private func summarize() {
    if isQuiet || console.isJSON { return }
    let count = list.conversions.count
    console.say(
      "\(written) of \(count) files; took " + fixed(progress.elapsedSeconds, decimals: 2) + " s")
  }
}
