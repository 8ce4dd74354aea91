/// Bytes without a repetition. Cached, because tests are not optimized and would take long to
/// compute them.
public func patterned(_ count: Int) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count) { bytes, made in
    var state: UInt32 = 12345
    for place in 0..<count {
      state = state &* 1_664_525 &+ 1_013_904_223
      bytes[place] = UInt8(truncatingIfNeeded: state >> 24)
    }
    made = count
  }
}

/// 0, 1, … up to `modulo` - 1, then again from 0.
public func counted(_ count: Int, modulo: Int) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count) { bytes, made in
    for place in 0..<count { bytes[place] = UInt8(truncatingIfNeeded: place % modulo) }
    made = count
  }
}
