import AhaArguments
import AhaBase
import AhaNet
import CAha
import CShims

/// Token store of the host. The results of its functions are untrusted.
///
/// Threads: any; the host's functions are called one at a time.
final class HostTokens {
  /// Max bytes of a record.
  private static let limit = 1 << 18

  private let functions: aha_store_callbacks
  private let borrowed: BorrowedData
  private let lock = Lock()

  /// Errors: `invalidArgument`.
  init(functions: aha_store_callbacks, borrowed: BorrowedData) throws(AhaError) {
    guard functions.load != nil, functions.save != nil, functions.forget != nil else {
      throw AhaError(.invalidArgument, "callbacks need load, save and forget")
    }
    (self.functions, self.borrowed) = (functions, borrowed)
  }

  /// Identifies the store by its data and function.
  private var id: StoreID {
    StoreID(
      data: UInt(bitPattern: borrowed.data), function: unsafeBitCast(functions.load, to: UInt.self))
  }

  var tokenStore: HostStore {
    HostStore(
      id: id, load: { [self] (key) throws(AhaError) in try load(for: key) },
      save: { [self] (key, record) throws(AhaError) in try save(key, record: record) },
      forget: { [self] (key) throws(AhaError) in try forget(key) })
  }

  private func load(for key: AccountKey) throws(AhaError) -> Secret? {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    defer { wipe(&bytes) }
    var count = loaded(for: key, bytes: &bytes)
    if count > Int64(bytes.count), count <= Int64(HostTokens.limit) {
      bytes = [UInt8](repeating: 0, count: Int(count))
      count = loaded(for: key, bytes: &bytes)
    }
    if count == 0 { return nil }
    guard (1...Int64(bytes.count)).contains(count) else {
      throw AhaError(.io, "the host's load of \(key.text) answered \(count)")
    }
    return bytes.withUnsafeBufferPointer {
      Secret(UnsafeBufferPointer(rebasing: $0[..<Int(count)]))
    }
  }

  private func loaded(for key: AccountKey, bytes: inout [UInt8]) -> Int64 {
    bytes.withUnsafeMutableBytes { buffer in
      calling(key) {
        functions.load?(borrowed.data, $0, $1, buffer.baseAddress, buffer.count) ?? -1
      }
    }
  }

  private func save(_ key: AccountKey, record: Secret) throws(AhaError) {
    let answer = calling(key) {
      functions.save?(borrowed.data, $0, $1, record.bytes.baseAddress, record.count) ?? -1
    }
    if answer != 0 { throw AhaError(.io, "the host's save of \(key.text) answered \(answer)") }
  }

  private func forget(_ key: AccountKey) throws(AhaError) {
    let answer = calling(key) { functions.forget?(borrowed.data, $0, $1) ?? -1 }
    if answer != 0 { throw AhaError(.io, "the host's forget of \(key.text) answered \(answer)") }
  }

  private func calling<T>(
    _ key: AccountKey, _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> T
  ) -> T {
    lock.locked {
      key.provider.withCString { provider in
        key.name.withCString { name in Callback.stream { body(provider, name) } }
      }
    }
  }

  private func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes {
      if let start = $0.baseAddress { explicit_bzero(start, $0.count) }
    }
  }
}
