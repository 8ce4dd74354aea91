import AhaBase
import CShims

/// Values of a trivial type in memory that grows. Unlike an array, it reports a lack of memory.
final class GrowingMemory<Value> {
  private(set) var count = 0
  private var capacity = 0
  private var start: UnsafeMutablePointer<Value>?

  deinit { free(start) }

  subscript(index: Int) -> Value { start![index] }

  /// Errors: `outOfMemory`.
  func append(_ value: Value) throws(AhaError) {
    try reserve(1)
    start![count] = value
    count += 1
  }

  /// Errors: `outOfMemory`.
  func append(_ values: UnsafePointer<Value>, count added: Int) throws(AhaError) {
    if added == 0 { return }
    try reserve(added)
    (start! + count).update(from: values, count: added)
    count += added
  }

  func removeAll() { count = 0 }

  /// Calls `body` with all values; not for an empty memory.
  func withValues(_ body: (UnsafePointer<Value>) -> Void) {
    if let start { body(UnsafePointer(start)) }
  }

  private func reserve(_ added: Int) throws(AhaError) {
    guard count + added > capacity else { return }
    let larger = max(2 * capacity, count + added, 1024)
    let memory: UnsafeMutablePointer<Value> = try claimMemory(larger, of: "values")
    if let start { memory.update(from: start, count: count) }
    free(start)
    (start, capacity) = (memory, larger)
  }
}
