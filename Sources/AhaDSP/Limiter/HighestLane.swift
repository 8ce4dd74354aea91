extension SIMD4<Float> {
  /// The highest of the four lanes.
  var highest: Float {
    @_noLocks @inline(__always) get {
      let pairs = larger(SIMD4(self[2], self[3], self[0], self[1]))
      return Swift.max(pairs[0], pairs[1])
    }
  }
}
