/// Weights of the tempo model, fitted by maximum likelihood on random music of many kinds; see
/// docs/decisions/0029-music-of-many-kinds.md.
enum TempoWeights {
  /// Lags of the features. Units: beats.
  static let ratios = [
    0.125, 1 / 6.0, 0.25, 1 / 3.0, 0.5, 2 / 3.0, 0.75, 1, 4 / 3.0, 1.5, 2, 3, 4, 6, 8,
  ]
  /// Per ratio, the weights of low, middle, high and all bands.
  static let bands: [SIMD4<Float>] = [
    SIMD4(1.60, -1.28, -1.19, -1.63),
    SIMD4(1.64, 3.17, -0.99, 0.11),
    SIMD4(0.92, 0.34, -1.41, 0.70),
    SIMD4(0.84, 2.05, 1.90, 3.47),
    SIMD4(1.09, 0.77, 1.91, 0.91),
    SIMD4(-2.14, 1.49, 1.00, 0.21),
    SIMD4(-0.46, 1.34, 2.25, 1.51),
    SIMD4(1.40, 1.97, 1.23, 1.21),
    SIMD4(-1.21, -1.24, 0.38, -0.81),
    SIMD4(-1.38, -0.96, 1.22, 1.46),
    SIMD4(1.43, -1.06, 3.49, -0.66),
    SIMD4(-0.19, 3.24, 1.43, 5.10),
    SIMD4(2.73, 3.20, 1.75, 5.41),
    SIMD4(-2.78, 1.60, 0.66, 2.79),
    SIMD4(-2.10, -0.03, -0.49, 1.64),
  ]
  /// Change of `bands` for each octave of the beat's length, relative to 0.5 s.
  static let slopes: [SIMD4<Float>] = [
    SIMD4(0.28, 2.12, 0.77, 0.90),
    SIMD4(3.86, -0.95, -1.52, -0.83),
    SIMD4(-0.16, 0.82, 2.00, -0.05),
    SIMD4(3.43, 1.06, 0.32, 1.17),
    SIMD4(0.13, 0.51, -1.21, 0.57),
    SIMD4(-0.17, 1.55, -0.73, -0.28),
    SIMD4(-1.06, -1.33, 0.18, -1.18),
    SIMD4(0.45, 1.36, 0.51, 0.80),
    SIMD4(-0.29, -1.13, -1.62, -2.24),
    SIMD4(-0.40, 0.17, 0.52, 0.65),
    SIMD4(3.86, -0.40, 1.19, 0.07),
    SIMD4(-4.79, -1.68, -0.08, 0.38),
    SIMD4(-3.55, -3.22, -0.05, 0.70),
    SIMD4(-2.11, -1.18, -2.99, 3.19),
    SIMD4(0.24, 0.87, -3.19, 1.30),
  ]
  /// Prior of the tempo, by the distance of a beat from 0.5 s in octaves.
  static let octaves = 1.16
  static let squaredOctaves = -2.43
  /// Weights of log2 of the onsets per beat, its square and its cube.
  static let density = [0.15, -0.57, -0.16]
  /// Penalty of a beat that does not divide the length of a short sound.
  static let misfit = 4.0
  /// Penalty of a length of three, six or twelve beats.
  static let threes = 1.5
}
