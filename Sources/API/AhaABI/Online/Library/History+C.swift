import AhaBase
import AhaLibrary
import AhaPicture
import CAha

@c @implementation
public func aha_history_note(
  _ library: OpaquePointer?, _ activity: aha_activity, _ item: Int64, _ durationMs: Int64,
  _ at: Int64
) -> aha_result {
  withLibrary(library) { (library) throws(AhaError) in
    let activity: Activity = try known(activity, "activity")
    if durationMs < 0 || at < 0 {
      throw AhaError(.invalidArgument, "\(durationMs) ms at \(at): neither can be negative")
    }
    try library.note(
      activity, item == 0 ? nil : item, milliseconds: durationMs, at: at == 0 ? nil : at)
  }
}

extension TimeScale {
  /// Errors: `invalidArgument`.
  fileprivate init(_ scale: aha_time_scale) throws(AhaError) {
    self = try known(scale, "scale")
  }
}

@c @implementation
public func aha_history_copy(
  _ library: OpaquePointer?, _ scale: aha_time_scale, _ first: Int64, _ last: Int64,
  _ buckets: UnsafeMutablePointer<aha_history_bucket>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> aha_result {
  outCount?.pointee = 0
  return withLibrary(library) { (library) throws(AhaError) in
    let found = try library.history(TimeScale(scale), from: first, to: last)
    try copyOut(found.count, buckets.map { _ in capacity }, outCount) {
      buckets?[$0] = aha_history_bucket(found[$0])
    }
  }
}

extension aha_history_bucket {
  fileprivate init(_ bucket: HistoryBucket) {
    self.init(
      number: bucket.number, plays: bucket.count(.play), takes: bucket.count(.take),
      bounces: bucket.count(.bounce), drops: bucket.count(.drop),
      play_ms: bucket.duration(.play), take_ms: bucket.duration(.take),
      bounce_ms: bucket.duration(.bounce), drop_ms: bucket.duration(.drop))
  }
}

@c @implementation
public func aha_history_get_first(
  _ library: OpaquePointer?, _ scale: aha_time_scale, _ outNumber: UnsafeMutablePointer<Int64>?
) -> aha_result {
  outNumber?.pointee = 0
  var isEnd = false
  let result = withLibrary(library) { (library) throws(AhaError) in
    let (scale, out) = (try TimeScale(scale), try required(outNumber, "out_number"))
    guard let day = try library.firstDay() else { return isEnd = true }
    out.pointee = scale.number(ofDay: day)
  }
  return isEnd ? aha_result(AHA_END) : result
}

@c @implementation
public func aha_history_copy_json(
  _ library: OpaquePointer?, _ scale: aha_time_scale, _ first: Int64, _ last: Int64,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return withLibrary(library) { (library) throws(AhaError) in
    let scale = try TimeScale(scale)
    let found = try library.history(scale, from: first, to: last)
    try Text.copyOut(scale.json(found), buffer, capacity, outLength)
  }
}

@c @implementation
public func aha_history_draw(
  _ library: OpaquePointer?, _ scale: aha_time_scale, _ first: Int64, _ last: Int64,
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<aha_strip_options>?
) -> aha_result {
  withLibrary(library) { (library) throws(AhaError) in
    let (scale, path) = (try TimeScale(scale), try filePath(path))
    var chart = try BarChart(options)
    chart.show(try library.history(scale, from: first, to: last), scale)
    try chart.drawn(title: "history by \(scale.name)").save(to: path)
  }
}

extension BarChart {
  fileprivate init(_ options: UnsafePointer<aha_strip_options>?) throws(AhaError) {
    let strip = try SoundPicture(options)
    self.init()
    (width, height) = (strip.width, strip.height)
    foreground = strip.foreground ?? foreground
    background = strip.background ?? background
  }

  /// Shows minutes, or counts if no entry has a duration.
  fileprivate mutating func show(_ buckets: [HistoryBucket], _ scale: TimeScale) {
    let isTimed = buckets.contains { $0.duration > 0 }
    bars = buckets.map { bucket in
      Activity.allCases.map { Float(isTimed ? bucket.duration($0) : bucket.count($0)) }
    }
    guard let first = buckets.first, let last = buckets.last else { return }
    (firstTitle, lastTitle) = (scale.label(of: first.number), scale.label(of: last.number))
    let highest = buckets.reduce(0) { max($0, isTimed ? $1.duration / 60_000 : $1.count) }
    tallest = isTimed ? "\(highest) minutes" : "\(highest)"
  }
}

@c @implementation
public func aha_history_copy_label(
  _ scale: aha_time_scale, _ number: Int64, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return guarded { () throws(AhaError) in
    let scale = try TimeScale(scale)
    guard (0...scale.number(ofDay: WallClock.last / 86_400)).contains(number) else {
      throw AhaError(.invalidArgument, "\(scale.name) \(number) is not of 1970 to 9999")
    }
    if buffer == nil, outLength == nil {
      throw AhaError(.invalidArgument, "buffer and out_length are both NULL")
    }
    try Text.copyOut(scale.label(of: number), buffer, capacity, outLength)
  }
}
