import CShims

// libm functions in single precision. Thread: control threads.
public func sine(_ radians: Float) -> Float { sinf(radians) }
public func logarithm(_ value: Float) -> Float { logf(value) }
public func power(_ base: Float, exponent: Float) -> Float { powf(base, exponent) }
