let requestVerb = Verb(
  "request", synopsis: "METHOD RESOURCE",
  summary: "Send a request to a service, and print the reply",
  details: """
    RESOURCE is below the API of the account's provider, as /me, or a whole URL.
    Parameters are of the URL for GET, HEAD and DELETE, else of a form; with -F
    of multipart/form-data. The reply to a failed request goes to standard error.
    """, operands: (2...2, "request needs a method and a resource"),
  options: [
    Option("--account PROVIDER[/NAME]", "send the token of this account"),
    Option("--user NAME", "answer Digest or Basic as this user"),
    Option("--password-file FILE", "its first line is the user's password"),
    Option("-p, --parameter NAME=VALUE", "a parameter", isRepeated: true),
    Option("-F, --file NAME=@FILE", "a file to upload", isRepeated: true),
    Option("-H, --header NAME: VALUE", "a header", isRepeated: true),
    Option("-d, --body FILE", "send this file as the body"),
    Option("--type TYPE", "the body's media type or ending"),
    Option("-o, --output FILE", "write the reply to this file"),
    Option("--retries N", "tries after the first; else 4", kind: .whole(0, 1000)),
    Option("--max-bytes N", "refuse a longer reply; else 2 GiB", kind: .whole(1, 0x1p53)),
  ] + networkOptions + [.replace, Option("--json", "print the reply as a JSON object")]
) { (arguments, _) throws(Failure) in
  try Request(from: arguments).run(about: Bytes(arguments.operands.joined(separator: [0x20])))
}

private final class Request: Handle {
  private let online: Online
  private let account: OnlineAccount?
  /// The file of the reply; nil: standard output.
  private let path: Bytes?
  /// Whether standard output gets the reply as it arrives.
  private let isStreamed: Bool

  init(from arguments: Arguments) throws(Failure) {
    let (online, account) = try Online.with(arguments, of: requestVerb)
    (self.online, self.account) = (online, account)
    let (method, resource) = (arguments.operands[0], arguments.operands[1])
    path = arguments.value("--output").flatMap { same("-", $0) ? nil : $0 }
    if let path { try arguments.refuseExisting(path) }
    isStreamed = path == nil && !console.isJSON
    var options = aha_request_options_init()
    options.tell_data = isStreamed ? 1 : 0
    // JSON is made in memory.
    let isInMemory = path == nil && console.isJSON && !arguments.has("--max-bytes")
    options.max_reply_bytes = isInMemory ? 64 << 20 : arguments.whole("--max-bytes")
    options.user = permanent(arguments.value("--user"))
    options.password_file = permanent(arguments.value("--password-file"))
    if let retries = arguments.number("--retries") {
      options.retries = retries == 0 ? UInt32.max : UInt32(retries)
    }
    try super.init(.input, about: method + [0x20] + resource) {
      aha_request_create(online.pointer, account?.pointer, method.c, resource.c, &options, $0)
    }
    try addParts(from: arguments)
    if let path { try check(aha_request_set_reply_file(pointer, path.c), .output, about: path) }
  }

  private func addParts(from arguments: Arguments) throws(Failure) {
    for (name, value) in try pairs(
      in: arguments, option: "--parameter", separator: 0x3d, form: "NAME=VALUE")
    {
      try check(aha_request_add_parameter(pointer, name.c, value.c), .input, about: name)
    }
    for (name, value) in try pairs(
      in: arguments, option: "--header", separator: 0x3a, form: "NAME: VALUE")
    {
      let trimmed = Bytes(value.drop { $0 == 0x20 })
      try check(aha_request_set_header(pointer, name.c, trimmed.c), .input, about: name)
    }
    for (name, value) in try pairs(
      in: arguments, option: "--file", separator: 0x3d, form: "NAME=@FILE", startsWith: 0x40)
    {
      let path = Bytes(value.dropFirst())
      let stream = try Handle.stream(path)
      let result = aha_request_add_file(pointer, name.c, stream.pointer, fileName(path).c, nil)
      try check(result, .input, about: name)
    }
    guard let path = arguments.value("--body") else { return }
    let stream = try Handle.stream(path)
    let type = permanent(arguments.value("--type"))
    try check(aha_request_set_body(pointer, stream.pointer, 0, -1, type), .input, about: path)
  }

  private func pairs(
    in arguments: Arguments, option: String, separator: UInt8, form: String,
    startsWith first: UInt8? = nil
  ) throws(Failure) -> [(name: Bytes, value: Bytes)] {
    var pairs: [(name: Bytes, value: Bytes)] = []
    for text in arguments.values(option) {
      guard let index = text.firstIndex(of: separator), index > 0,
        first == nil || text[(index + 1)...].first == first
      else { throw arguments.usage(option + " \"\(text)\" is not " + form) }
      pairs.append((Bytes(text[..<index]), Bytes(text[(index + 1)...])))
    }
    return pairs
  }

  func run(about subject: Bytes) throws(Failure) {
    let job = try Handle(.input, about: subject) { aha_request_start(pointer, $0) }
    var result = aha_result(AHA_PENDING)
    while Int(result) == AHA_PENDING {
      if console.isInterrupted { aha_job_cancel(job.pointer) }
      try console.refuseInterrupted()
      // The job may end before the last data is read.
      result = aha_job_wait(job.pointer, isStreamed ? 5 : 50)
      if isStreamed { writeData() }
    }
    let failure = result < 0 ? Failure.library(result, side: .output, about: path ?? []) : nil
    let body = self.body
    if failure != nil, !body.isEmpty {
      console.say(joined(body.split(separator: 0x0a).map { shown($0) }, by: "\n"))
    }
    if console.isJSON { printReply(body, isComplete: failure == nil) }
    if let failure { throw failure }
  }

  private func writeData() {
    var buffer = Bytes(repeating: 0, count: 1 << 18)
    var length = 0
    while aha_request_read(pointer, &buffer, buffer.count, &length) >= 0, length > 0 {
      console.write(Bytes(buffer.prefix(length)))
      if console.isInterrupted { return }
    }
  }

  /// A reply in memory, or the beginning of an error reply.
  private var body: Bytes {
    var length = 0
    _ = aha_request_copy_body(pointer, nil, 0, &length)
    var bytes = Bytes(repeating: 0, count: length)
    return aha_request_copy_body(pointer, &bytes, length, nil) < 0 ? [] : bytes
  }

  private func printReply(_ body: Bytes, isComplete: Bool) {
    let type = copiedText { aha_request_copy_header(pointer, "Content-Type", $0, $1, $2) }
    let progress = filled(aha_request_progress_init()) { aha_request_get_progress(pointer, &$0) }
    let status = progress.status
    let size = path == nil ? Int64(body.count) : Int64(progress.received_bytes)
    let record: Record = [
      "event": .text("reply"), "status": .number(status), "type": .name(status == 0 ? [] : type),
      "bytes": .number(isComplete ? size : 0), "tries": .number(progress.tries),
    ]
    console.print(record + (path == nil ? [Field("body", .name(body))] : []))
  }
}
