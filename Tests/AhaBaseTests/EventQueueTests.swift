import AhaTestSupport
import Glibc
import Testing

@testable import AhaBase

@Suite("Event queues")
struct EventQueueTests {
  private func isReadable(_ descriptor: Int32) -> Bool {
    var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&one, 1, 0) == 1
  }

  private func state(_ queue: inout EventQueue) throws -> Bool {
    isReadable(try queue.openDescriptor())
  }

  @Test(arguments: [false, true])
  func theDescriptorIsReadableWhileEventsArePending(isOpenedFirst: Bool) throws {
    var queue = EventQueue(capacity: 2)
    var states = isOpenedFirst ? [try state(&queue)] : [false]
    var values: [Int64?] = []
    for value in 1...Int64(2) { _ = queue.post(HostEvent(kind: .jobFinished, value: value)) }
    for _ in 1...3 {
      states.append(try state(&queue))
      values.append(queue.next()?.value)
    }
    #expect(states == [false, true, true, false])
    #expect(values == [1, 2, nil])
  }

  @Test func lostEventsAreCountedBehindThePendingOnes() {
    var queue = EventQueue(capacity: 1)
    let posted = (0..<2).map { _ in queue.post(HostEvent(kind: .jobFinished)) }
    queue.add(lost: 3)
    let events = (0..<3).map { _ in queue.next() }
    #expect(posted == [true, false])
    #expect(events.map { $0?.kind } == [.jobFinished, .lost, nil] && events[1]?.value == 4)
  }
}
