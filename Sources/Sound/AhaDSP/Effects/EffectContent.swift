/// What an effect processes with, besides its parameters.
public enum EffectContent {
  case none
  /// For `EffectKind.convolution`.
  case impulse(Impulse)
}
