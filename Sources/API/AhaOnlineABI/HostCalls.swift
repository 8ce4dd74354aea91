import AhaArguments
import AhaBase
import AhaDrop
import CAha
import CShims

/// Calls the functions of a host's own destination. Their results are untrusted.
///
/// Threads: any; the host's functions are called one at a time per drop.
final class HostCalls {
  /// Max bytes of a URL, with its NUL.
  private static let urlBytes = 4096

  private let given: aha_destination_callbacks
  private let borrowed: BorrowedData

  /// Errors: `invalidArgument`.
  init(_ given: aha_destination_callbacks, borrowed: BorrowedData) throws(AhaError) {
    guard given.begin != nil, given.send != nil, given.create != nil else {
      throw AhaError(.invalidArgument, "callbacks need begin, send and create")
    }
    (self.given, self.borrowed) = (given, borrowed)
  }

  var functions: HostFunctions {
    HostFunctions(
      begin: { [self] (drop, asset) throws(AhaError) in try begin(drop, asset: asset) },
      send: { [self] (drop, name, bytes, offset) throws(AhaError) in
        try send(drop, name: name, bytes: bytes, at: offset)
      },
      create: { [self] (drop, manifest) throws(AhaError) in try create(drop, manifest: manifest) },
      discard: { [self] (drop) throws(AhaError) in try discard(drop) })
  }

  private func begin(
    _ drop: String, asset: DropAsset
  ) throws(AhaError) -> Int64 {
    var done: Int64 = 0
    let answer = calling(drop, second: asset.name) { drop, name in
      asset.type.withCString {
        given.begin?(borrowed.data, drop, name, $0, asset.size, &done) ?? -1
      }
    }
    try check(answer, action: "begin of \(asset.name)")
    return done
  }

  private func send(
    _ drop: String, name: String, bytes: UnsafeRawBufferPointer, at offset: Int64
  ) throws(AhaError) {
    let answer = calling(drop, second: name) {
      given.send?(borrowed.data, $0, $1, bytes.baseAddress, bytes.count, offset) ?? -1
    }
    try check(answer, action: "send of \(name)")
  }

  private func create(_ drop: String, manifest: String) throws(AhaError) -> String {
    var url = [CChar](repeating: 0, count: HostCalls.urlBytes)
    let answer = url.withUnsafeMutableBufferPointer { url in
      calling(drop, second: manifest) {
        given.create?(borrowed.data, $0, $1, url.baseAddress, url.count) ?? -1
      }
    }
    try check(answer, action: "create")
    guard url.contains(0) else {
      throw AhaError(.io, "the host's create returned a URL without a final NUL")
    }
    return url.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  private func discard(_ drop: String) throws(AhaError) {
    guard let discard = given.discard else { return }
    let answer = calling(drop, second: "") { drop, _ in discard(borrowed.data, drop) }
    try check(answer, action: "discard")
  }

  private func calling(
    _ first: String, second: String,
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> aha_result
  ) -> aha_result {
    first.withCString { first in
      second.withCString { second in Callback.stream { body(first, second) } }
    }
  }

  /// A code that libaha does not define becomes `io`.
  private func check(_ answer: aha_result, action: String) throws(AhaError) {
    if answer == aha_result(AHA_OK) { return }
    let code = answer < 0 ? ResultCode(rawValue: answer) ?? .io : .io
    throw AhaError(code, "the host's \(action) answered \(answer)")
  }
}
