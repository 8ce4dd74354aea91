/// Four-lane comparisons. The standard library's are calls that work lane by lane.
extension SIMD4<Float> {
  @_noLocks @inline(__always)
  func larger(_ other: SIMD4<Float>) -> SIMD4<Float> {
    replacing(with: other, where: self .< other)
  }

  @_noLocks @inline(__always)
  func smaller(_ other: SIMD4<Float>) -> SIMD4<Float> {
    replacing(with: other, where: other .< self)
  }

  var absolute: SIMD4<Float> {
    @_noLocks @inline(__always) get {
      unsafeBitCast(
        unsafeBitCast(self, to: SIMD4<UInt32>.self) & SIMD4<UInt32>(repeating: 0x7FFF_FFFF),
        to: SIMD4<Float>.self)
    }
  }

  /// The maximum of the four lanes.
  var highest: Float {
    @_noLocks @inline(__always) get {
      let pairs = larger(SIMD4(self[2], self[3], self[0], self[1]))
      return Swift.max(pairs[0], pairs[1])
    }
  }
}
