import CAha
import CCli

struct OutputFile {
  let path: Bytes
  let format: FileFormat
  /// AHA_ENCODING_AUTO when none was asked for and the format has several.
  let encoding: aha_encoding
  /// 0: the library's default.
  let quality: Float
  let isDithered: Bool

  /// Errors: there is no -o, or no format, or what was asked for is not for the format.
  /// - Parameter name: What the verb's help calls it.
  init(_ arguments: Arguments, of verb: Verb, called name: String) throws(Failure) {
    guard let path = arguments.value("--output"), !path.isEmpty else {
      throw verb.usage(verb.name + " needs -o " + name + ", the file to write")
    }
    try self.init(arguments, path)
  }

  /// - Parameter path: "-" for standard output, or where only the format matters.
  init(_ arguments: Arguments, _ path: Bytes) throws(Failure) {
    self.path = path
    format = try fileFormat(arguments, path)
    encoding = try sampleEncoding(arguments, format)
    quality = try encodingQuality(arguments, format)
    isDithered = !arguments.has("--no-dither")
  }

  var isStandardOutput: Bool { same("-", path) }

  /// Errors: it goes to standard output, which is taken, or is a terminal.
  func refuseMixedOutput(_ arguments: Arguments) throws(Failure) {
    guard isStandardOutput else { return }
    if arguments.has("--json") {
      throw .usage("the file and --json can't both go to standard output")
    }
    if cli_is_terminal(1) != 0 {
      throw .usage("standard output is a terminal", hint: "send it to a file or to another program")
    }
  }

  var encodeOptions: aha_encode_options {
    var options = aha_encode_options_init()
    options.container = format.container
    options.encoding = encoding
    options.quality = quality
    options.dither = aha_dither(isDithered ? AHA_DITHER_TPDF : AHA_DITHER_NONE)
    return options
  }
}

/// How a file is encoded, for the verbs that write one.
let encodingOptions = [
  Option("--format", "FORMAT", "one of aha formats; else by the file's ending"),
  Option("--bits", "BITS", "16, 24 or 32f, where the format has them"),
  Option(
    "--quality", "Q", "of ogg, opus and mp3: above 0 to 1, else 0.6",
    Quantity(lowest: 0, highest: 1, isAboveLowest: true)),
  Option("--no-dither", "round to 16 or 24 bits without dither"),
]

private func fileFormat(_ arguments: Arguments, _ output: Bytes) throws(Failure) -> FileFormat {
  if let name = arguments.value("--format") {
    if let format = FileFormat.named(name) { return format }
    throw .usage("--format \"" + shown(name) + "\" is not known; " + knownFormats())
  }
  if same("-", output) { return fileFormats[0] }
  if let format = FileFormat.ofName(output) { return format }
  throw .usage(
    "the ending of \"" + shown(output) + "\" names no format",
    hint: "give --format; " + knownFormats())
}

private func knownFormats() -> String { "the formats are " + joined(fileFormats.map { $0.name }) }

private func sampleEncoding(_ arguments: Arguments, _ format: FileFormat) throws(Failure)
  -> aha_encoding
{
  guard let bits = arguments.value("--bits") else {
    // Ogg and Opus are of one container.
    return format.isLossy ? format.encodings[0] : aha_encoding(AHA_ENCODING_AUTO)
  }
  let widths = sampleWidths.filter { format.encodings.contains($0.1) }
  if let width = widths.first(where: { same($0.0, bits) }) { return width.1 }
  let message = "--bits \"" + shown(bits) + "\" is not for " + format.name
  if widths.isEmpty { throw .usage(message + ", which has --quality instead") }
  throw .usage(message + "; it takes " + joined(widths.map { $0.0 }))
}

private func encodingQuality(_ arguments: Arguments, _ format: FileFormat) throws(Failure) -> Float
{
  guard let quality = arguments.number("--quality") else { return 0 }
  if format.isLossy { return Float(quality) }
  let text = shown(arguments.value("--quality") ?? [])
  throw .usage(
    "--quality \"" + text + "\" is not for " + format.name + ", which keeps every sample")
}

/// What a mix or a bounce has written.
struct Written {
  /// OUT as it reads back; nil when there is none.
  var info: aha_sound_info?
  /// Of standard output; else the file says it.
  var bytes: UInt64?
  /// Names of files in the folder of the stems.
  var stems: [Bytes] = []
  /// Highest sample of a mix, in decibels of full scale.
  var peak: Double?
  var elapsedSeconds = 0.0

  /// Prints a line for people, an object for programs.
  /// - Parameter file: OUT; nil where there are only stems.
  /// - Parameter folder: That of the stems; nil for none.
  func report(_ file: OutputFile?, stemsIn folder: Bytes? = nil, isQuiet: Bool, _ console: Console)
  {
    if console.isJSON { return console.print(object(file, folder)) }
    if isQuiet { return }
    var lines = folder.map { [shown($0) + ": \(stems.count) stems"] } ?? []
    if let file {
      let name = file.isStandardOutput ? "standard output" : shown(file.path)
      let facts = info.map { joined(aha_cli.facts($0, bytes: bytes ?? $0.file_bytes)) }
      lines.append(name + ": " + (facts ?? "written, and can't be read back"))
    }
    lines[lines.count - 1] += "; took " + fixed(elapsedSeconds, 2) + " s"
    if let speed { lines[lines.count - 1] += ", " + fixed(speed, 0) + " times real time" }
    for line in lines {
      if file?.isStandardOutput == true { console.say(line) } else { console.print(line) }
    }
  }

  private var speed: Double? { info.map { $0.seconds / max(elapsedSeconds, 1e-6) } }

  private func object(_ file: OutputFile?, _ folder: Bytes?) -> JSONObject {
    var object: JSONObject = ["event": .text("done")]
    if let file { object.add("output", .name(file.path)) }
    if let info {
      object.addFormat(info)
      object.add("frames", .number(info.frames))
      object.add("seconds", .real(info.seconds, 6))
      object.add("bytes", .number(bytes ?? info.file_bytes))
    }
    if let folder { object.add("stems", .texts(stems.map { (folder + [0x2f] + $0).string })) }
    if let peak { object.add("peak_db", .real(peak, 2)) }
    object.add("elapsed_seconds", .real(elapsedSeconds, 3))
    object.add("realtime_factor", .real(speed ?? .nan, 1))
    return object
  }
}

func facts(_ info: aha_sound_info, bytes: UInt64) -> [String] {
  [
    shown(aha_container_name(info.container)), shown(aha_encoding_name(info.encoding)),
    "\(info.sample_rate) Hz", "\(info.channels) channels", clockTime(info.seconds),
    "\(bytes) bytes",
  ]
}
