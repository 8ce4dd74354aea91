import numpy as np
w=np.load('fit/proto/w.npy')
rows="\n".join("    SIMD4("+", ".join(f"{v:.2f}" for v in r)+")," for r in w[:-2].reshape(-1,4))
open('Sources/AhaAnalysis/TempoWeights.swift','w').write(f'''/// What the correlations around a beat say for it: fitted on a thousand random drum patterns of 60
/// to 200 beats a minute by maximum likelihood.
enum TempoWeights {{
  /// Lags that are looked at, in beats.
  static let ratios = [0.25, 1 / 3.0, 0.5, 2 / 3.0, 0.75, 1, 4 / 3.0, 1.5, 2, 3, 4]
  /// For each ratio, of low, middle, high and all bands.
  static let bands: [SIMD4<Float>] = [
{rows}
  ]
  /// For the distance of a beat from half a second.
  static let octaves = {w[-2]:.2f}
  static let squaredOctaves = {w[-1]:.2f}
  /// Against beats that a short sound's length is no whole number of.
  static let misfit = 4.0
  /// Against a length of three, six, or twelve beats.
  static let threes = 1.5
}}
''')
