/// A track at a URL: a station, or a file on a server.
final class Station {
  let stream: Handle
  private let online: Online

  static func isOne(_ path: Bytes) -> Bool {
    let start = path.prefix(8).lowered
    return start.begins(with: "http://") || start.begins(with: "https://")
  }

  init(_ url: Bytes) throws(Failure) {
    online = try Online(nil)
    let client = online.pointer
    var stream: OpaquePointer?
    var result = aha_client_open_live_stream(client, nil, url.c, &stream)
    if Int(result) == AHA_ERROR_UNSUPPORTED {
      // A file with a length.
      result = aha_client_open_stream(client, nil, url.c, &stream)
    }
    self.stream = try Handle(stream, result: result, side: .input, about: url)
  }

  /// A line about what has happened; nil: nothing.
  func nextLine() -> String? {
    var event = aha_event_init()
    while Int(aha_client_next_event(online.pointer, &event)) == AHA_OK {
      let line = shown(bytes(ofArray: event.line))
      switch Int(event.kind) {
      case AHA_EVENT_LIVE_TITLE where !line.isEmpty: return "title: " + line
      case AHA_EVENT_LIVE_CONNECTED: return "connected to " + line
      case AHA_EVENT_LIVE_LOST:
        let seconds = plain((Double(event.value) / 100).rounded() / 10)
        return "warning: \(line); next attempt in \(seconds) s"
      case AHA_EVENT_REMOTE_BUFFERING: return "buffering"
      case AHA_EVENT_REMOTE_PLAYING: return "enough is buffered"
      default: continue
      }
    }
    return nil
  }
}
