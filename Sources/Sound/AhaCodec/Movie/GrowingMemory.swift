import AhaBase
import CShims

/// Values of a trivial type in memory that grows. Unlike an array, it reports a lack of memory.
final class GrowingMemory<Value: BitwiseCopyable> {
  private(set) var count = 0
  private var memory = Buffer<Value>()

  deinit { if memory.count > 0 { free(memory.base) } }

  subscript(index: Int) -> Value { memory[index] }

  var values: Buffer<Value> { memory.prefix(count) }

  /// Errors: `outOfMemory`.
  func append(_ value: Value) throws(AhaError) {
    try reserve(1)
    memory[count] = value
    count += 1
  }

  /// Errors: `outOfMemory`.
  func append(_ values: Buffer<Value>) throws(AhaError) {
    try reserve(values.count)
    (memory + count).copy(values)
    count += values.count
  }

  func removeAll() { count = 0 }

  private func reserve(_ added: Int) throws(AhaError) {
    guard count + added > memory.count else { return }
    let larger: Buffer<Value> = try claimMemory(
      max(2 * memory.count, count + added, 1024), of: "values")
    larger.copy(values)
    if memory.count > 0 { free(memory.base) }
    memory = larger
  }
}
