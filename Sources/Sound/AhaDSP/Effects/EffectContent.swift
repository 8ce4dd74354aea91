import AhaBase

/// Inputs of an effect besides the registry's parameters.
public enum EffectContent {
  case none
  /// For `EffectKind.convolution`.
  case impulse(Impulse)
  /// For `EffectKind.host` and `EffectKind.lv2`.
  case host(HostProcess)

  /// The parameters of an effect of a kind with this content.
  public func parameters(of kind: EffectKind) -> [ParameterSpec] {
    if case .host(let host) = self { return host.parameters }
    return EffectRegistry.spec(kind).parameters
  }

  public func name(of kind: EffectKind) -> String {
    if case .host(let host) = self { return host.name }
    return EffectRegistry.spec(kind).name.text
  }
}
