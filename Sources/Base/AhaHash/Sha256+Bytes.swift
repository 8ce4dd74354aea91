import AhaBase

extension Sha256 {
  public func add(_ bytes: [UInt8]) throws(AhaError) {
    var failure: AhaError?
    bytes.withUnsafeBytes {
      do throws(AhaError) { try add($0) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  public static func digest(of bytes: [UInt8]) throws(AhaError) -> [UInt8] {
    let hash = try Sha256()
    try hash.add(bytes)
    return try hash.digest()
  }
}
