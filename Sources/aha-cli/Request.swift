import CAha

let requestVerb = Verb(
  name: "request", synopsis: "METHOD RESOURCE",
  summary: "Send a request to a service, and print what it answers",
  details: """
    RESOURCE is below the API of the account's provider, as /me, or a whole URL.
    Parameters are of the URL for GET, HEAD and DELETE, else of a form; with -F
    of multipart/form-data. What the service says when it is no success goes to
    standard error.
    """,
  ownOptions: [
    Option(name: "--account", value: "PROVIDER[/NAME]", help: "whose token it carries"),
    Option(name: "--parameter", short: "-p", value: "NAME=VALUE", help: "a parameter; any number"),
    Option(name: "--file", short: "-F", value: "NAME=@FILE", help: "a file to upload; any number"),
    Option(name: "--header", short: "-H", value: "NAME: VALUE", help: "a header; any number"),
    Option(name: "--body", short: "-d", value: "FILE", help: "what is sent as the body"),
    Option(name: "--type", value: "TYPE", help: "the body's media type"),
    Option(name: "--output", short: "-o", value: "FILE", help: "where the reply goes"),
    Option(name: "--retries", value: "N", help: "tries after the first; else 4"),
    Option(name: "--max-bytes", value: "N", help: "refuse a longer reply; else 2 GiB"),
    Option(name: "--ca-file", value: "FILE", help: "authorities to trust in place of the system's"),
    Option(name: "--json", help: "print the reply as a JSON object"),
  ], run: runRequest)

@Sendable
private func runRequest(_ arguments: Arguments, _ console: Console) throws(Failure) {
  guard arguments.operands.count == 2 else {
    throw requestVerb.usage("request needs a method and a resource")
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

/// A request of the library, put together from what was said.
final class SentRequest {
  /// Method and resource, for what a person reads.
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
    let quantity = Quantity(name: "--retries", lowest: 0, highest: 1000, isWhole: true)
    if let retries = try arguments.number("--retries", quantity) {
      options.retries = retries == 0 ? UInt32.max : UInt32(retries)
    }
    // A number is exact as a double up to here.
    let bytes = Quantity(name: "--max-bytes", lowest: 1, highest: 0x1p53, isWhole: true)
    if let most = try arguments.number("--max-bytes", bytes) {
      options.max_reply_bytes = UInt64(most)
    }
    var pointer: OpaquePointer?
    let result = withCString(method) { method in
      withCString(resource) { resource in
        aha_request_create(
          online.pointer, account?.pointer, method, resource, &options, &pointer)
      }
    }
    handle = try Handle(pointer, aha_request_release, result, .input, about: about)
    try add(arguments)
    if let path = self.output {
      let result = withCString(path) { aha_request_set_reply_file(handle.pointer, $0) }
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
    let texts = CTexts()
    let type = texts.keep(arguments.value("--type"))
    try check(
      aha_request_set_body(pointer, stream.pointer, 0, -1, type), .input, about: path)
    withExtendedLifetime(texts) {}
  }

  private func set(
    _ name: Bytes, _ value: Bytes,
    _ call: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> aha_result
  ) throws(Failure) {
    let result = withCString(name) { name in withCString(value) { call(name, $0) } }
    try check(result, .input, about: name)
  }

  private func pair(
    _ text: Bytes, _ separator: UInt8, _ option: String, _ form: String
  ) throws(Failure) -> (Bytes, Bytes) {
    guard let index = text.firstIndex(of: separator), index > 0 else {
      throw requestVerb.usage(option + " \"" + shown(text) + "\" is not " + form)
    }
    return (Bytes(text[..<index]), Bytes(text[(index + 1)...]))
  }

  func start() throws(Failure) -> Handle {
    var pointer: OpaquePointer?
    let result = aha_request_start(handle.pointer, &pointer)
    return try Handle(pointer, aha_job_release, result, .input, about: about)
  }

  var status: UInt32 { aha_request_status(pointer) }

  /// "" when the reply has none.
  func header(_ name: String) -> Bytes {
    withCString(Bytes(name.utf8)) { name in
      copiedText { aha_request_copy_header(pointer, name, $0, $1, $2) }
    }
  }

  /// What a reply that is no success said.
  var errorBody: Bytes {
    var length = 0
    var bytes = Bytes(repeating: 0, count: 2048)
    let result = aha_request_copy_body(pointer, &bytes, bytes.count, &length)
    return result < 0 ? [] : Bytes(bytes.prefix(length))
  }

  var progress: aha_request_progress {
    var progress = aha_request_progress_init()
    _ = aha_request_get_progress(pointer, &progress)
    return progress
  }
}
