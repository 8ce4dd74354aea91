import AhaBase
import AhaEngine
import CAha
import CShims

@c @implementation
public func aha_engine_next_event(
  _ engine: OpaquePointer?, _ event: UnsafeMutablePointer<aha_event>?
) -> aha_result {
  takingEvent(event) { () throws(AhaError) in
    try Handle.object(engine, as: Engine.self).nextEvent
  }
}

/// Copies the next event of a queue to the host.
func takingEvent(
  _ event: UnsafeMutablePointer<aha_event>?,
  _ queue: () throws(AhaError) -> () -> EngineEvent?
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
  fileprivate init(_ event: EngineEvent) {
    self = aha_event_init()
    kind = event.kind.rawValue
    result = event.result.rawValue
    frame = UInt64(event.frame)
    source = HandleTable.isAlive(event.source)
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
  Text.pointer(EventKind(rawValue: kind)?.nameText ?? "AHA_EVENT_UNKNOWN")
}

extension EventKind {
  var nameText: StaticString {
    switch self {
    case .none: "AHA_EVENT_NONE"
    case .playerStarted: "AHA_EVENT_PLAYER_STARTED"
    case .playerLooped: "AHA_EVENT_PLAYER_LOOPED"
    case .playerEnded: "AHA_EVENT_PLAYER_ENDED"
    case .playerStopped: "AHA_EVENT_PLAYER_STOPPED"
    case .playerPaused: "AHA_EVENT_PLAYER_PAUSED"
    case .underrun: "AHA_EVENT_UNDERRUN"
    case .streamFailed: "AHA_EVENT_STREAM_FAILED"
    case .nonfinite: "AHA_EVENT_NONFINITE"
    case .jobFinished: "AHA_EVENT_JOB_FINISHED"
    case .lost: "AHA_EVENT_LOST"
    case .deviceOpened: "AHA_EVENT_DEVICE_OPENED"
    case .deviceLost: "AHA_EVENT_DEVICE_LOST"
    case .deviceDefaultChanged: "AHA_EVENT_DEVICE_DEFAULT_CHANGED"
    case .deviceGap: "AHA_EVENT_DEVICE_GAP"
    case .deviceXrun: "AHA_EVENT_DEVICE_XRUN"
    case .deviceLate: "AHA_EVENT_DEVICE_LATE"
    case .recorderStarted: "AHA_EVENT_RECORDER_STARTED"
    case .recorderFinished: "AHA_EVENT_RECORDER_FINISHED"
    case .recorderOverrun: "AHA_EVENT_RECORDER_OVERRUN"
    case .recorderDiskLow: "AHA_EVENT_RECORDER_DISK_LOW"
    case .recorderDiskFull: "AHA_EVENT_RECORDER_DISK_FULL"
    case .recorderSplit: "AHA_EVENT_RECORDER_SPLIT"
    case .timelineStarted: "AHA_EVENT_TIMELINE_STARTED"
    case .timelineStopped: "AHA_EVENT_TIMELINE_STOPPED"
    case .timelineLooped: "AHA_EVENT_TIMELINE_LOOPED"
    case .soundMissing: "AHA_EVENT_SOUND_MISSING"
    case .accountUrlPrepared: "AHA_EVENT_ACCOUNT_URL_PREPARED"
    case .accountSignedIn: "AHA_EVENT_ACCOUNT_SIGNED_IN"
    case .accountFailed: "AHA_EVENT_ACCOUNT_FAILED"
    case .accountSignedOut: "AHA_EVENT_ACCOUNT_SIGNED_OUT"
    case .requestResponse: "AHA_EVENT_REQUEST_RESPONSE"
    case .requestProgress: "AHA_EVENT_REQUEST_PROGRESS"
    case .requestData: "AHA_EVENT_REQUEST_DATA"
    case .requestFinished: "AHA_EVENT_REQUEST_FINISHED"
    case .requestFailed: "AHA_EVENT_REQUEST_FAILED"
    case .remoteBuffering: "AHA_EVENT_REMOTE_BUFFERING"
    case .remotePlaying: "AHA_EVENT_REMOTE_PLAYING"
    case .dropAssetWanted: "AHA_EVENT_DROP_ASSET_WANTED"
    case .dropStage: "AHA_EVENT_DROP_STAGE"
    case .dropProgress: "AHA_EVENT_DROP_PROGRESS"
    case .dropClosed: "AHA_EVENT_DROP_CLOSED"
    case .openingFinished: "AHA_EVENT_OPENING_FINISHED"
    case .openWanted: "AHA_EVENT_OPEN_WANTED"
    }
  }
}
