import AhaArguments
import AhaBase
import AhaNet
import AhaOpen
import AhaServices
import CAha

extension Client: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_CLIENT, noun: "client") }

  public func began(_ handle: UInt) { tag.value = handle }

  public func ended(_ handle: UInt) throws(AhaError) {
    let end = {
      self.close()
      Handle.endChildren(of: handle)
    }
    // `end` waits for the client's threads, and a callback may run on one of them.
    if Callback.isInside { try Thread.startDetached(name: "aha-close", end) } else { end() }
  }
}

extension HandleTag {
  /// Adds an owner to the handle of an object, or makes its first handle.
  func handle<T: Handled>(
    of object: T, parent: OpaquePointer?
  ) throws(AhaError) -> OpaquePointer? {
    if value == 0 || !HandleTable.retain(value) { value = try Handle.make(object, parent: parent) }
    return OpaquePointer(bitPattern: value)
  }
}

extension Client {
  static func create(_ settings: ClientSettings) throws(AhaError) -> Client {
    var settings = settings
    settings.providers = Services.providers
    return try Client(settings: settings)
  }

  /// Nil before the host has the handle.
  var handle: OpaquePointer? { OpaquePointer(bitPattern: tag.value) }
}

extension ClientSettings {
  /// Reads the host's options. Errors: `invalidArgument`, `unsupported`.
  init(_ given: UnsafePointer<aha_client_options>?) throws(AhaError) {
    let options = try Sized.read(
      required(given, "options"), "options", default: aha_client_options_init())
    try self.init(applicationID: Text.given(options.application_id, "application_id"))
    if let agent = Text.optional(options.user_agent) { setUserAgent(agent) }
    apiKey = Secret(given: Text.optional(options.api_key))
    facebookAppID = Text.optional(options.facebook_app_id) ?? ""
    stateFolder = options.state_folder.map { FilePath($0) }
    if let folder = stateFolder, !folder.isPossible {
      throw AhaError(.invalidArgument, "state_folder is not a path")
    }
    transport.caFile = Text.optional(options.ca_file)
    transport.proxy = Text.optional(options.proxy)
    transport.certificateFile = Text.optional(options.certificate_file)
    transport.keyFile = Text.optional(options.key_file)
    transport.netrcFile = Text.optional(options.netrc_file)
    transport.connectMilliseconds =
      time(options.connect_timeout_ms) ?? transport.connectMilliseconds
    transport.stallMilliseconds = time(options.stall_timeout_ms) ?? transport.stallMilliseconds
    transport.answerMilliseconds = time(options.upload_timeout_ms) ?? transport.answerMilliseconds
    transport.totalMilliseconds = Int64(options.total_timeout_ms)
    transport.bytesPerSecond = Int64(clamping: options.max_bytes_per_second)
    transport.connectionsPerHost = try choose(
      options.connections, range: 1...256, fallback: transport.connectionsPerHost,
      name: "connections")
    if options.max_reply_bytes > 0 {
      transport.maxBodyBytes = Int64(clamping: options.max_reply_bytes)
    }
    eventCapacity = try choose(
      options.event_capacity, range: 1...65_536, fallback: eventCapacity, name: "event_capacity")
  }
}

@c @implementation
public func aha_client_next_event(
  _ client: OpaquePointer?, _ event: UnsafeMutablePointer<aha_event>?
) -> aha_result {
  readingEvent(event) { () throws(AhaError) in
    try Handle.object(client, as: Client.self).events.next
  }
}

@c @implementation
public func aha_client_event_fd(_ client: OpaquePointer?) -> Int32 {
  getting(-1) { () throws(AhaError) in
    try Handle.object(client, as: Client.self).events.descriptor()
  }
}

extension Client {
  func handleURL(_ url: String) throws(AhaError) -> Bool { try handle(url: url) }

  func openStream(_ signer: Account?, resource: String) throws(AhaError) -> StreamBox {
    let tag = HandleTag()
    return StreamBox(stream: try openRemote(resource, account: signer, tag: tag)) { tag.value = $0 }
  }

  func openLiveStream(_ signer: Account?, resource: String) throws(AhaError) -> StreamBox {
    let tag = HandleTag()
    let stream = try openLive(resource, account: signer, tag: tag)
    return StreamBox(stream: stream) {
      tag.value = $0
      stream.announce()
    }
  }

  func accountsSaved() throws(AhaError) -> [AccountKey] { try savedAccounts() }
}

// MARK: Schemes of URLs

extension Client {
  /// The scheme that a host named; nil: that of the client's application.
  private func scheme(_ name: String?) throws(AhaError) -> URLScheme {
    let application = settings.applicationID
    return try URLScheme(name: name ?? "ah-" + application, of: application)
  }

  func getScheme(_ name: String?) throws(AhaError) -> Bool {
    try scheme(name).isRegistered()
  }

  func registerScheme(_ name: String?, command: String) throws(AhaError) {
    try scheme(name).register(running: command)
  }

  func removeScheme(_ name: String?) throws(AhaError) { try scheme(name).remove() }
}

@c @implementation
public func aha_account_saved_copy_text(
  _ client: OpaquePointer?, _ index: UInt32, _ text: aha_account_text,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return guardedBlocking { () throws(AhaError) in
    let client = try Handle.object(client, as: Client.self)
    let key = try element(client.savedAccounts(), index, "accounts")
    switch text {
    case aha_account_text(AHA_ACCOUNT_PROVIDER):
      try Text.copyOut(key.provider, to: buffer, capacity: capacity, outLength: outLength)
    case aha_account_text(AHA_ACCOUNT_NAME):
      try Text.copyOut(key.name, to: buffer, capacity: capacity, outLength: outLength)
    default: throw AhaError(.invalidArgument, "text \(Int(text)) is not known of kept accounts")
    }
  }
}
