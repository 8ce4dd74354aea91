// Four samples at a time from and to any address.

@inline(__always) @_noLocks
func load4(_ from: UnsafePointer<Float>) -> SIMD4<Float> {
  UnsafeRawPointer(from).loadUnaligned(as: SIMD4<Float>.self)
}

@inline(__always) @_noLocks
func load4(_ from: UnsafeMutablePointer<Float>) -> SIMD4<Float> {
  UnsafeRawPointer(from).loadUnaligned(as: SIMD4<Float>.self)
}

@inline(__always) @_noLocks
func store4(_ value: SIMD4<Float>, _ to: UnsafeMutablePointer<Float>) {
  UnsafeMutableRawPointer(to).storeBytes(of: value, as: SIMD4<Float>.self)
}

extension SIMD4<Float> {
  /// The last sample first.
  @inline(__always) @_noLocks
  func backward() -> SIMD4<Float> { SIMD4(self[3], self[2], self[1], self[0]) }
}

extension Double {
  /// The nearest whole number, of what is below 2^51. (`rounded` may not be called while rendering.)
  @inline(__always) @_noLocks
  func nearest() -> Double { (self + 0x1.8p52) - 0x1.8p52 }
}

extension Float {
  /// The nearest whole number, of what is below 2^22.
  @inline(__always) @_noLocks
  func nearest() -> Float { (self + 0x1.8p23) - 0x1.8p23 }
}
