struct OutputFile {
  let path: Bytes
  let format: FileFormat
  var encode = aha_encode_options_init()

  /// Errors: -o is missing, the format is unknown, or an option does not fit the format.
  /// - Parameter path: "-" for standard output, or where only the format matters; nil: of -o.
  init(_ arguments: Arguments, called name: String, at path: Bytes? = nil) throws(Failure) {
    self.path = if let path { path } else { try arguments.output(called: name) }
    format = try fileFormat(arguments, for: self.path)
    encode.container = format.container
    encode.encoding = try sampleEncoding(arguments, for: format)
    encode.dither = aha_dither(arguments.has("--no-dither") ? AHA_DITHER_NONE : AHA_DITHER_TPDF)
    // Of more channels, the engine has as many.
    let channels: UInt32 = arguments.whole("--channels")
    encode.channels = channels > 2 ? 0 : channels
    encode.loudness_lufs = arguments.number("--lufs") ?? 0
    encode.ceiling_db = Float(arguments.number("--ceiling") ?? 0)
    encode.peak_db = Float(arguments.number("--peak") ?? 0)
    if encode.ceiling_db != 0, encode.loudness_lufs == 0 {
      throw .usage("--ceiling goes with --lufs")
    }
    encode.quality = Float(arguments.number("--quality") ?? 0)
    encode.bitrate_kbps = arguments.whole("--bitrate")
    encode.vbr = arguments.has("--vbr") ? 1 : 0
    for option in ["--quality", "--bitrate"] {
      guard let value = arguments.value(option), !format.isLossy else { continue }
      throw .usage(
        "\(option) \"\(value)\" is not for " + format.name + ", which keeps every sample")
    }
    if encode.quality != 0, encode.bitrate_kbps != 0 {
      throw .usage("--quality and --bitrate exclude each other")
    }
    if encode.vbr != 0, encode.bitrate_kbps == 0 { throw .usage("--vbr goes with --bitrate") }
  }

  /// The option for the target level; nil: the level stays.
  var levelOption: String? {
    encode.loudness_lufs != 0 ? "--lufs" : encode.peak_db != 0 ? "--peak" : nil
  }

  var isStandardOutput: Bool { same("-", path) }

  func refuseMixedOutput(_ arguments: Arguments) throws(Failure) {
    guard isStandardOutput else { return }
    if arguments.has("--json") {
      throw .usage("the file and --json can't both go to standard output")
    }
    if isatty(1) != 0 {
      throw .usage("standard output is a terminal", hint: "send it to a file or to another program")
    }
  }

  /// Writes the file; standard output and a pipe get it from memory when it is complete.
  /// - Parameter render: Renders to the path, or to the stream if there is one.
  func write(_ engine: Handle, render: (Handle?) throws(Failure) -> Void)
    throws(Failure) -> Written
  {
    guard isStandardOutput || isPipe(path) else {
      try render(nil)
      return Written(info: try? fileInfo(path, engine: engine))
    }
    let stream = try Handle(.output, about: path) {
      aha_stream_create_memory(nil, 0, nil, nil, $0)
    }
    try render(stream)
    let bytes = try content(of: stream, about: path)
    try send(bytes, to: path)
    let info = try? fileInfo(path, engine: engine, stream: stream)
    return Written(info: info, bytes: UInt64(bytes.count))
  }
}

/// Whether a path is that of a pipe or device: bytes without positions.
func isPipe(_ path: Bytes) -> Bool { FileStatus(FilePath(path.c))?.kind == .other }

func content(of stream: Handle, about path: Bytes) throws(Failure) -> Bytes {
  var length = 0
  _ = aha_stream_copy_bytes(stream.pointer, nil, 0, &length)
  var bytes = Bytes(repeating: 0, count: length)
  try check(aha_stream_copy_bytes(stream.pointer, &bytes, length, nil), .output, about: path)
  return bytes
}

/// Sends bytes to standard output or to a pipe.
func send(_ bytes: Bytes, to path: Bytes) throws(Failure) {
  if same("-", path) { return console.write(bytes) }
  let error = cli_write_pipe(path.c, bytes, bytes.count)
  if error != 0 { throw .system(error, about: path) }
}

let encodingOptions = [
  Option("--format FORMAT", "a name or type of \(program) formats; else by the ending"),
  Option("--bits BITS", "16, 24, 32 or 32f, where the format has them"),
  Option("--quality Q", "of ogg, opus, mp3 and m4a: above 0 to 1, else 0.6", kind: .quality),
  Option("--bitrate KBPS", "of opus, mp3 and m4a: kbit/s instead of --quality", kind: .bitrate),
  Option("--vbr", "of mp3: a variable bit rate around --bitrate"),
  Option("--no-dither", "round to 16 or 24 bits without dither"),
]

/// Of verbs whose sound is known before it is written.
let levelOptions = [
  Option("--channels N", "1 is mono, half of left plus right; else 2", kind: .whole(1, 2)),
  Option("--lufs N", "loudness in LUFS, -70 to -0.1; else as it is", kind: .range(-70, -0.1)),
  Option("--ceiling DB", "true peak with --lufs, -20 to -0.1; else -1", kind: .range(-20, -0.1)),
  Option("--peak DB", "true peak, -70 to -0.1; else as it is", kind: .range(-70, -0.1)),
]

let panLawOption = Option(
  "--pan-law DB", "0, 3 or 6 less for mono at the center; else 0", kind: .word(["0", "3", "6"]))

private func fileFormat(_ arguments: Arguments, for output: Bytes) throws(Failure) -> FileFormat {
  let known = "the formats are " + joined(fileFormats.map { $0.name })
  if let name = arguments.value("--format") {
    if let format = FileFormat.named(name) { return format }
    throw .usage("--format \"\(name)\" is not known; " + known)
  }
  if same("-", output) { return fileFormats[0] }
  if let format = FileFormat.ofName(output) { return format }
  throw .usage("the ending of \"\(output)\" names no format", hint: "give --format; " + known)
}

private func sampleEncoding(_ arguments: Arguments, for format: FileFormat) throws(Failure)
  -> aha_encoding
{
  guard let bits = arguments.value("--bits") else {
    // Ogg and Opus share a container, as AAC and ALAC do, so that AUTO would be ambiguous.
    let isNamed = format.isLossy || format.needsModule
    return isNamed ? format.encodings[0] : aha_encoding(AHA_ENCODING_AUTO)
  }
  let widths = sampleWidths.filter { format.encodings.contains($0.1) }
  if let width = widths.first(where: { same($0.0, bits) }) { return width.1 }
  let message = "--bits \"\(bits)\" is not for " + format.name
  if widths.isEmpty { throw .usage(message + ", which has --quality instead") }
  throw .usage(message + "; it takes " + joined(widths.map { $0.0 }))
}

struct Written {
  /// OUT as it reads back; nil without OUT.
  var info: aha_sound_info?
  /// Of standard output; nil: as `info` has it.
  var bytes: UInt64?
  var stems: [Bytes] = []
  /// Highest sample of a mix, in decibels of full scale.
  var peak: Double?
  var elapsedSeconds = 0.0

  private var speed: Double? { info.map { $0.seconds / max(elapsedSeconds, 1e-6) } }

  func report(_ file: OutputFile?, stemsIn folder: Bytes? = nil, isQuiet: Bool) {
    if console.isJSON { return console.print(record(file, folder: folder)) }
    if isQuiet { return }
    var lines = folder.map { ["\($0): \(stems.count) stems"] } ?? []
    if let file {
      let facts = info.map { $0.line + ", \(bytes ?? $0.file_bytes) bytes" }
      let name = file.isStandardOutput ? "standard output" : shown(file.path)
      lines.append(name + ": " + (facts ?? "written, and can't be read back"))
    }
    let factor = speed.map { ", " + fixed($0, decimals: 0) + " times real time" } ?? ""
    let text =
      joined(lines, by: "\n") + "; took " + fixed(elapsedSeconds, decimals: 2) + " s" + factor
    if file?.isStandardOutput == true { console.say(text) } else { console.print(text) }
  }

  private func record(_ file: OutputFile?, folder: Bytes?) -> Record {
    var record: Record = ["event": .text("done")]
    if let file { record.add("output", .name(file.path)) }
    if let info {
      record = record + info.fields
      record.add("bytes", .number(bytes ?? info.file_bytes))
    }
    if let folder { record.add("stems", .texts(stems.map { (folder + [0x2f] + $0).text })) }
    if let peak { record.add("peak_db", .real(peak, decimals: 2)) }
    let speed = Field("realtime_factor", .real(speed ?? .nan, decimals: 1))
    return record + [Field("elapsed_seconds", .real(elapsedSeconds, decimals: 3)), speed]
  }
}
