import AhaBase
import CAha

/// Copies the next event of a queue to the host.
public func readingEvent(
  _ event: UnsafeMutablePointer<aha_event>?,
  _ queue: () throws(AhaError) -> () -> HostEvent?
) -> aha_result {
  var hasEvent = false
  let result = guarded { () throws(AhaError) in
    let take = try queue()
    try Sized.check(event, "event")
    let next = take()
    hasEvent = next != nil
    try Sized.write(next.map(aha_event.init) ?? aha_event_init(), to: event, "event")
  }
  return result == aha_result(AHA_OK) && !hasEvent ? aha_result(AHA_END) : result
}

extension aha_event {
  fileprivate init(_ event: HostEvent) {
    self = aha_event_init()
    kind = event.kind.number
    result = event.result.rawValue
    frame = UInt64(event.frame)
    source =
      HandleTable.isAlive(event.source)
      ? UnsafeMutableRawPointer(bitPattern: event.source) : nil
    value = event.value
    Text.fill(&line, event.line)
  }
}
