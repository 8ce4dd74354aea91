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
