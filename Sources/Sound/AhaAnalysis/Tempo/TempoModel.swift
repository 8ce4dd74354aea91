import CShims

/// The model of the tempo: the score of a candidate, and the confidence in the best one.
///
/// The score is a mean of two models, fitted by maximum likelihood on the random pieces of two
/// generators. The confidence is a logistic regression. See
/// docs/decisions/0117-two-models-choose-the-tempo.md.
enum TempoModel {
  /// Lags of the features of `TempoSearch` after those of `TempoWeights`. Units: beats.
  static let ratios = [0.375, 0.625, 1.25, 5 / 3.0, 2.5, 5]
  /// Lags of the likeness of two groups of bands. Units: beats.
  static let pairRatios = [0, 0.25, 1 / 3.0, 0.5, 2 / 3.0, 1, 1.5, 2, 3, 4]
  /// Terms of the older model: the first features and the last.
  private static let first = 2 + 4 * TempoWeights.ratios.count
  private static let last = 3
  private static let olderShare = 0.6

  /// - Parameters:
  ///   - features: Those of `TempoSearch`.
  ///   - linear: The score of the linear model.
  static func score(_ features: [Float], linear: Double) -> Double {
    let terms = Array(features[0..<first] + features.suffix(last))
    let older = linear + TempoNetwork.correction.score(terms)
    return olderShare * older + (1 - olderShare) * TempoNetwork.whole.score(features)
  }

  /// The square of the probability that the best candidate is the tempo: other kinds of music have
  /// more errors than those of the fit. 0 if nothing stands out from chance.
  /// - Parameters:
  ///   - weight: Its share of all candidates.
  ///   - clear: Its likeness above chance.
  static func confidence(weight: Double, clear: Double) -> Double {
    guard clear > 0 else { return 0 }
    let odds = log(weight / (1.001 - weight))
    let likeness = log(max(0.01, min(1, clear)))
    let sum = -0.121 + 0.828 * odds - 0.078 * likeness
    let probability = 1 / (1 + exp(-sum))
    return probability * probability
  }
}
