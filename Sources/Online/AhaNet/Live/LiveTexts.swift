import AhaBase

/// What a station says about its stream.
struct LiveTexts {
  private var texts = [String](repeating: "", count: LiveText.allCases.count)

  init() {}

  /// The headers of a reply.
  init(_ head: HTTPResponse) {
    for kind in LiveText.allCases {
      guard let text = head.header(LiveTexts.header(of: kind)) else { continue }
      self[kind] = IcyText.text(of: text.array[...])
    }
  }

  private static func header(of kind: LiveText) -> String {
    switch kind {
    // Between the parts of the sound.
    case .title: ""
    case .name: "icy-name"
    case .genre: "icy-genre"
    case .description: "icy-description"
    case .homepage: "icy-url"
    case .bitrate: "icy-br"
    case .type: "Content-Type"
    }
  }

  static func isOfStation(_ head: HTTPResponse) -> Bool {
    head.headers.contains { $0.name.lowered.begins(with: "icy-") }
  }

  subscript(kind: LiveText) -> String {
    get { texts[Int(kind.rawValue)] }
    set { texts[Int(kind.rawValue)] = newValue }
  }
}

extension Client {
  /// Opens an endless stream. Its events carry the value of `tag` at that time, the first one at
  /// `LiveStream.announce`. Blocking.
  /// Errors: those of `Resource` and `LiveStream`.
  public func openLive(
    _ resource: String, account: Account?, tag: HandleTag
  ) throws(AhaError) -> LiveStream {
    let resource = try Resource(text: resource, account: account)
    let events = events
    return try LiveStream(
      transport: transport, url: resource.url,
      sign: { (request, cancellation) throws(AhaError) in
        // A playlist may lead to another host.
        guard let account, try Resource(text: request.url, account: account).isSigned else {
          return
        }
        try account.authorize(&request, cancellation: cancellation)
      },
      renew: { (request, reply, cancellation) throws(AhaError) in
        guard let account, request.credential != nil, reply.isOf(request) else { return false }
        try account.renew(after401To: request, cancellation: cancellation)
        return true
      },
      changed: { change in events.post(change, of: tag.value) })
  }
}

extension ClientEvents {
  fileprivate func post(_ change: LiveStream.Change, of source: UInt) {
    switch change {
    case .buffering(let isBuffering):
      post(isBuffering ? .remoteBuffering : .remotePlaying, of: source)
    case .title(let title): post(.liveTitle, of: source, line: title.shownLine)
    case .connected(let name, let again):
      post(.liveConnected, of: source, value: again, line: name.shownLine)
    case .lost(let error, let pause): post(.liveLost, of: source, value: pause, with: error)
    }
  }
}

extension EventKind {
  static let liveTitle = EventKind(122)
  static let liveConnected = EventKind(123)
  static let liveLost = EventKind(124)
}
