import CAha

let requestVerb = Verb(
  "request", "METHOD RESOURCE", "Send a request to a service, and print what it answers",
  details: """
    RESOURCE is below the API of the account's provider, as /me, or a whole URL.
    Parameters are of the URL for GET, HEAD and DELETE, else of a form; with -F
    of multipart/form-data. What the service says when it is no success goes to
    standard error.
    """,
  options: [
    Option("--account", "PROVIDER[/NAME]", "whose token it carries"),
    Option("--parameter", short: "-p", "NAME=VALUE", "a parameter; any number"),
    Option("--file", short: "-F", "NAME=@FILE", "a file to upload; any number"),
    Option("--header", short: "-H", "NAME: VALUE", "a header; any number"),
    Option("--body", short: "-d", "FILE", "what is sent as the body"),
    Option("--type", "TYPE", "the body's media type"),
    Option("--output", short: "-o", "FILE", "where the reply goes"),
    Option("--retries", "N", "tries after the first; else 4", .whole(0, 1000)),
    Option("--max-bytes", "N", "refuse a longer reply; else 2 GiB", .whole(1, 0x1p53)),
    Option("--ca-file", "FILE", "authorities to trust in place of the system's"),
    Option("--json", "print the reply as a JSON object"),
  ]
) { (arguments, console) throws(Failure) in
  guard arguments.operands.count == 2 else {
    throw arguments.usage("request needs a method and a resource")
  }
  var account: OnlineAccount?
  let online: Online
  let caFile = arguments.value("--ca-file")
  if let text = arguments.value("--account") {
    let name = try AccountName(text, for: requestVerb)
    let settings = try ProviderSettings(of: name)
    online = try Online(caFile ?? settings.value("ca-file"))
    account = try online.account(name, settings)
  } else {
    online = try Online(caFile)
  }
  let request = try SentRequest(online, account, arguments)
  try ReplyOutput(request, console).run()
}

final class SentRequest {
  let about: Bytes
  /// The file that the reply goes to; nil: standard output.
  let output: Bytes?
  private let handle: Handle
  private let online: Online
  private let account: OnlineAccount?

  var pointer: OpaquePointer { handle.pointer }

  init(_ online: Online, _ account: OnlineAccount?, _ arguments: Arguments) throws(Failure) {
    (self.online, self.account) = (online, account)
    let (method, resource) = (arguments.operands[0], arguments.operands[1])
    about = method + [0x20] + resource
    var options = aha_request_options_init()
    let output = arguments.value("--output")
    self.output = output.map { same("-", $0) } == true ? nil : output
    options.tells_data = self.output == nil ? 1 : 0
    if let retries = arguments.number("--retries") {
      options.retries = retries == 0 ? UInt32.max : UInt32(retries)
    }
    // A number is exact as a double up to here.
    options.max_reply_bytes = arguments.whole("--max-bytes")
    var pointer: OpaquePointer?
    let result = aha_request_create(
      online.pointer, account?.pointer, method.c, resource.c, &options, &pointer)
    handle = try Handle(pointer, aha_request_release, result, .input, about: about)
    try add(arguments)
    if let path = self.output {
      let result = aha_request_set_reply_file(handle.pointer, path.c)
      try check(result, .output, about: path)
    }
  }

  private func add(_ arguments: Arguments) throws(Failure) {
    for text in arguments.values("--parameter") {
      let (name, value) = try pair(text, 0x3d, "--parameter", "NAME=VALUE")
      try set(name, value) { aha_request_add_parameter(pointer, $0, $1) }
    }
    for text in arguments.values("--header") {
      let (name, value) = try pair(text, 0x3a, "--header", "NAME: VALUE")
      try set(name, Bytes(value.drop { $0 == 0x20 })) { aha_request_set_header(pointer, $0, $1) }
    }
    for text in arguments.values("--file") {
      let (name, value) = try pair(text, 0x3d, "--file", "NAME=@FILE")
      guard value.first == 0x40 else {
        throw requestVerb.usage("--file \"" + shown(text) + "\" is not NAME=@FILE")
      }
      let path = Bytes(value.dropFirst())
      let stream = try Handle.stream(path)
      let last = path.lastIndex(of: 0x2f).map { Bytes(path[($0 + 1)...]) } ?? path
      try set(name, last) { aha_request_add_file(pointer, $0, stream.pointer, $1, nil) }
    }
    guard let path = arguments.value("--body") else { return }
    let stream = try Handle.stream(path)
    let type = kept(arguments.value("--type"))
    try check(aha_request_set_body(pointer, stream.pointer, 0, -1, type), .input, about: path)
  }

  private func set(
    _ name: Bytes, _ value: Bytes,
    _ call: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> aha_result
  ) throws(Failure) {
    let result = call(name.c, value.c)
    try check(result, .input, about: name)
  }

  private func pair(_ text: Bytes, _ separator: UInt8, _ option: String, _ form: String)
    throws(Failure) -> (Bytes, Bytes)
  {
    guard let index = text.firstIndex(of: separator), index > 0 else {
      throw requestVerb.usage(option + " \"" + shown(text) + "\" is not " + form)
    }
    return (Bytes(text[..<index]), Bytes(text[(index + 1)...]))
  }

  func start() throws(Failure) -> Handle {
    return try Handle(aha_job_release, .input, about: about) {
      aha_request_start(handle.pointer, $0)
    }
  }

  var status: UInt32 { aha_request_status(pointer) }

  /// "" when the reply has none.
  func header(_ name: String) -> Bytes {
    copiedText { aha_request_copy_header(pointer, name, $0, $1, $2) }
  }

  /// What a reply that is no success said.
  var errorBody: Bytes {
    var length = 0
    var bytes = Bytes(repeating: 0, count: 2048)
    let result = aha_request_copy_body(pointer, &bytes, bytes.count, &length)
    return result < 0 ? [] : Bytes(bytes.prefix(length))
  }

  var progress: aha_request_progress {
    filled(aha_request_progress_init()) { aha_request_get_progress(pointer, &$0) }
  }
}

/// Sends a request, and brings what it is answered to where it is wanted, as it comes.
final class ReplyOutput {
  private let request: SentRequest
  private let console: Console
  /// nil: standard output.
  private let path: Bytes?
  private var kept: Bytes = []
  private var size = 0

  /// Of a reply that is printed as JSON.
  private static let mostKept = 64 << 20

  init(_ request: SentRequest, _ console: Console) {
    (self.request, self.console, path) = (request, console, request.output)
  }

  func run() throws(Failure) {
    try transfer()
    if path != nil { size = Int(request.progress.received_bytes) }
    if console.isJSON { console.print(object(kept).text) }
  }

  private func transfer() throws(Failure) {
    let job = try request.start()
    var result = aha_result(AHA_PENDING)
    while Int(result) == AHA_PENDING {
      if console.isInterrupted { aha_job_cancel(job.pointer) }
      try console.refuseInterrupted("interrupted")
      // A result comes before the last of the data is taken.
      result = aha_job_wait(job.pointer, path == nil ? 5 : 50)
      if path == nil { try takeData() }
    }
    if result < 0 { throw refused(result) }
  }

  private func takeData() throws(Failure) {
    var buffer = Bytes(repeating: 0, count: 1 << 18)
    var length = 0
    while aha_request_read(request.pointer, &buffer, buffer.count, &length) >= 0, length > 0 {
      try keep(buffer.prefix(length))
      if console.isInterrupted { return }
    }
  }

  private func keep(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    size += bytes.count
    if !console.isJSON {
      console.write(Bytes(bytes))
    } else if kept.count + bytes.count <= ReplyOutput.mostKept {
      kept += bytes
    } else {
      throw Failure(
        .output, AHA_ERROR_LIMIT, "over 64 MiB can't be printed as JSON", hint: "give -o FILE")
    }
  }

  /// What the server said goes to standard error, and into the object.
  private func refused(_ result: aha_result) -> Failure {
    let failure = Failure.library(result, .output, about: path ?? [])
    let body = request.errorBody
    if !body.isEmpty { console.say(shownLines(body)) }
    if console.isJSON { console.print(object(body).text) }
    return failure
  }

  private func object(_ body: Bytes) -> JSONObject {
    var object: JSONObject = [
      "event": .text("reply"), "status": .number(request.status),
      "type": .name(request.status == 0 ? [] : request.header("Content-Type")),
      "bytes": .number(size), "tries": .number(request.progress.tries),
    ]
    if path == nil { object.add("body", .name(body)) }
    return object
  }

  /// As `shown`, with its line feeds.
  private func shownLines(_ text: Bytes) -> String {
    joined(text.split(separator: 0x0a).map { shown($0) }, "\n")
  }
}
