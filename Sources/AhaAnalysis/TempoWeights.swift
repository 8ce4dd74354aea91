/// What the correlations around a beat say for it: fitted on a thousand random drum patterns of 60
/// to 200 beats a minute by maximum likelihood.
enum TempoWeights {
  /// Lags that are looked at, in beats.
  static let ratios = [0.25, 1 / 3.0, 0.5, 2 / 3.0, 0.75, 1, 4 / 3.0, 1.5, 2, 3, 4]
  /// For each ratio, of low, middle, high and all bands.
  static let bands: [SIMD4<Float>] = [
    SIMD4(-0.75, -0.86, -0.03, -0.57),
    SIMD4(-0.89, -0.38, -0.41, -0.55),
    SIMD4(-1.86, -1.81, 2.07, 0.12),
    SIMD4(-0.17, -0.60, -0.48, -0.52),
    SIMD4(-0.15, -0.34, 0.44, -0.09),
    SIMD4(1.63, 1.63, -0.46, 1.29),
    SIMD4(-0.49, -0.53, -0.70, -0.62),
    SIMD4(-0.48, -1.70, 1.56, 0.30),
    SIMD4(-1.46, 0.68, 0.29, -0.22),
    SIMD4(1.42, 1.54, -0.55, 1.10),
    SIMD4(3.14, 2.14, 1.24, 1.86),
  ]
  /// For the distance of a beat from half a second.
  static let octaves = -1.11
  static let squaredOctaves = -1.25
  /// Against beats that a short sound's length is no whole number of.
  static let misfit = 4.0
  /// Against a length of three, six, or twelve beats.
  static let threes = 1.5
}
