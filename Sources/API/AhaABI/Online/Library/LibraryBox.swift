import AhaBase
import AhaLibrary
import CAha

/// Handle object of a library, with its job threads and watch.
///
/// Threads: any.
final class LibraryBox: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_LIBRARY, "library") }
  let library: Library
  let jobs = JobQueue()
  private let lock = Lock()
  /// Invariant: the properties below are read and written under `lock`.
  private var watch: Watch?
  private var log = WatchLog()

  init(_ library: Library) { self.library = library }

  /// Releasing the watch waits for its thread.
  deinit { jobs.endWhenIdle() }

  /// Replaces the watch. The old one ends outside the lock.
  func keep(_ watch: Watch?, _ log: WatchLog) {
    let before = lock.locked { () -> Watch? in
      defer { (self.watch, self.log) = (watch, log) }
      return self.watch
    }
    before?.stop()
  }

  var watchStatus: aha_watch_status {
    lock.lock()
    defer { lock.unlock() }
    var status = log.status
    if watch != nil { status.is_watching = 1 }
    return status
  }
}

/// Handle object of a page of items.
///
/// Threads: any; immutable.
final class ItemsBox: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_ITEMS, "items") }

  /// Query of the next page.
  enum Following {
    case nothing
    case list(ItemQuery, ItemCursor)
    case duplicates(after: String, count: Int)
  }

  let library: Library
  let items: [LibraryItem]
  /// Depths of relatives; empty for other pages.
  let depths: [Int]
  let following: Following

  init(
    _ library: Library, _ items: [LibraryItem], depths: [Int] = [],
    _ following: Following = .nothing
  ) {
    (self.library, self.items, self.depths) = (library, items, depths)
    self.following = following
  }

  func item(_ index: UInt32) throws(AhaError) -> LibraryItem {
    try element(items, index, "items")
  }
}

/// The library behind a handle.
func openLibrary(_ library: OpaquePointer?) throws(AhaError) -> Library {
  try Handle.object(library, as: LibraryBox.self).library
}

/// Runs the body of a function of a library.
func withLibrary(
  _ library: OpaquePointer?, _ body: (Library) throws(AhaError) -> Void
) -> aha_result {
  guardedBlocking { () throws(AhaError) in try body(openLibrary(library)) }
}

/// Creates a page of items for the host.
func makingItems(
  _ library: OpaquePointer?, _ out: UnsafeMutablePointer<OpaquePointer?>?,
  _ make: (Library) throws(AhaError) -> ItemsBox
) -> aha_result {
  out?.pointee = nil
  return withLibrary(library) { (library) throws(AhaError) in
    let out = try required(out, "out_items")
    out.pointee = OpaquePointer(bitPattern: try Handle.make(try make(library)))
  }
}

extension Text {
  /// A hash in lower-case hexadecimal, as libraries store it; "" for NULL.
  static func hash(_ text: UnsafePointer<CChar>?) -> String {
    let letters = (optional(text) ?? "").array.map { (0x41...0x46).contains($0) ? $0 | 0x20 : $0 }
    return String(decoding: letters, as: UTF8.self)
  }
}

extension ItemOrigin {
  /// Errors: `invalidArgument`.
  init(_ origin: aha_origin) throws(AhaError) {
    self = try known(origin, "origin")
  }
}

extension Playability {
  /// A single state. Errors: `invalidArgument`.
  init(_ state: aha_item_state) throws(AhaError) {
    guard state.nonzeroBitCount == 1,
      let found = Playability(rawValue: UInt32(state.trailingZeroBitCount))
    else { throw AhaError(.invalidArgument, "state \(Int(state)) is not one of the states") }
    self = found
  }

  var bit: aha_item_state { 1 << rawValue }
}
