import AhaArguments
import AhaBase
import AhaEngine
import CAha
import CShims

@c @implementation
public func aha_engine_next_event(
  _ engine: OpaquePointer?, _ event: UnsafeMutablePointer<aha_event>?
) -> aha_result {
  readingEvent(event) { () throws(AhaError) in
    try Handle.object(engine, as: Engine.self).nextEvent
  }
}

@c @implementation
public func aha_job_next_event(
  _ job: OpaquePointer?, _ event: UnsafeMutablePointer<aha_event>?
) -> aha_result {
  readingEvent(event) { () throws(AhaError) in try Handle.object(job, as: Job.self).nextEvent }
}

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

@c @implementation
public func aha_engine_event_fd(_ engine: OpaquePointer?) -> Int32 {
  getting(-1) { () throws(AhaError) in
    try Handle.object(engine, as: Engine.self).eventDescriptor()
  }
}

@c @implementation
public func aha_event_kind_name(_ kind: aha_event_kind) -> UnsafePointer<CChar>? {
  Text.pointer(eventName(kind) ?? "AHA_EVENT_UNKNOWN")
}
