import AhaTestSupport
import CAha
import Synchronization
import Testing

@Suite("Handles on several threads")
struct HandleThreadTests {
  /// Streams that contain their slot's number. Other threads read them while they are created and
  /// destroyed.
  private final class Cells: @unchecked Sendable {
    let count = 16
    let handles: UnsafeMutablePointer<Atomic<UInt>>
    let wrong = Atomic<Int>(0)
    let found = Atomic<Int>(0)
    let gone = Atomic<Int>(0)

    init() {
      handles = .allocate(capacity: count)
      for cell in 0..<count { (handles + cell).initialize(to: Atomic(UInt(0))) }
      for cell in 0..<count { renew(cell) }
    }

    deinit {
      for cell in 0..<count { aha_stream_release(OpaquePointer(bitPattern: take(cell))) }
      handles.deallocate()
    }

    func take(_ cell: Int) -> UInt { handles[cell].load(ordering: .acquiring) }

    func renew(_ cell: Int) {
      var stream: OpaquePointer?
      if aha_stream_create_memory([UInt8(cell)], 1, nil, nil, &stream) != 0 {
        wrong.add(1, ordering: .relaxed)
      }
      let old = handles[cell].exchange(number(stream), ordering: .acquiringAndReleasing)
      if old != 0, aha_stream_release(OpaquePointer(bitPattern: old)) != 0 {
        wrong.add(1, ordering: .relaxed)
      }
    }

    func look(_ cell: Int) {
      var byte: UInt8 = 255
      let result = aha_stream_copy_bytes(OpaquePointer(bitPattern: take(cell)), &byte, 1, nil)
      switch result {
      case aha_result(AHA_OK):
        found.add(byte == UInt8(cell) ? 1 : 0, ordering: .relaxed)
        wrong.add(byte == UInt8(cell) ? 0 : 1, ordering: .relaxed)
      case aha_result(AHA_ERROR_RELEASED): gone.add(1, ordering: .relaxed)
      default: wrong.add(1, ordering: .relaxed)
      }
    }
  }

  @Test func lookingUpWhileOthersRelease() throws {
    let cells = Cells()
    let allEnded = try concurrently(4) { thread in
      for turn in 0..<20_000 {
        if thread == 0 { cells.renew(turn % cells.count) } else { cells.look(turn % cells.count) }
      }
    }
    #expect(allEnded)
    #expect(cells.wrong.load(ordering: .relaxed) == 0)
    let answers = cells.found.load(ordering: .relaxed) + cells.gone.load(ordering: .relaxed)
    #expect(answers == 60_000 && cells.found.load(ordering: .relaxed) > 0)
  }

  @Test func ownersComeAndGo() throws {
    let file = HostFile()
    nonisolated(unsafe) let stream = try file.newStream()
    let failures = Atomic<Int>(0)
    let allEnded = try concurrently(4) { _ in
      for _ in 0..<5000 {
        let result = aha_stream_retain(stream) | aha_stream_release(stream)
        if result != 0 { failures.add(1, ordering: .relaxed) }
      }
    }
    #expect(allEnded && failures.load(ordering: .relaxed) == 0 && file.destroyed == 0)
    #expect(aha_stream_release(stream) == aha_result(AHA_OK) && file.destroyed == 1)
    #expect(name(aha_stream_release(stream)) == "AHA_ERROR_RELEASED")
  }

  /// With any number of concurrent releases, exactly one is the last owner.
  @Test func theLastOwnerIsOne() throws {
    let files = (0..<500).map { _ in HostFile() }
    nonisolated(unsafe) let streams = try files.map { try $0.newStream() }
    let released = Atomic<Int>(0)
    let refused = Atomic<Int>(0)
    let allEnded = try concurrently(3) { _ in
      for stream in streams {
        let result = aha_stream_release(stream)
        if result == aha_result(AHA_OK) { released.add(1, ordering: .relaxed) }
        if result == aha_result(AHA_ERROR_RELEASED) { refused.add(1, ordering: .relaxed) }
      }
    }
    #expect(allEnded)
    #expect(released.load(ordering: .relaxed) == 500 && refused.load(ordering: .relaxed) == 1000)
    #expect(files.allSatisfy { $0.destroyed == 1 })
  }

  /// While threads add and release owners of the master bus, the engine keeps its own.
  @Test func theMasterBusStays() throws {
    let engine = try newEngine()
    defer { aha_engine_release(engine) }
    nonisolated(unsafe) let master = try #require(aha_engine_master_bus(engine))
    let isOver = Atomic<Bool>(false)
    let allEnded = try concurrently(3) { thread in
      if thread == 0 {
        for _ in 0..<100_000 { aha_bus_retain(master) }
        isOver.store(true, ordering: .releasing)
      } else {
        while !isOver.load(ordering: .acquiring) { aha_bus_release(master) }
      }
    }
    #expect(allEnded)
    #expect(aha_bus_set_gain_db(master, 0, nil) == aha_result(AHA_OK), "\(lastError)")
  }
}
