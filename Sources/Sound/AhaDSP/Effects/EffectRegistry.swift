/// Every effect kind and parameter. scripts/generate reads this table for the constants of the
/// header, the Python and C++ classes and docs/effects.md; `aha effects` prints it.
///
/// Append only: indices are part of the ABI.
public enum EffectRegistry {
  public static func spec(_ kind: EffectKind) -> EffectSpec {
    switch kind {
    case .filter: filter
    case .reverb: reverb
    case .pitch: pitch
    case .compressor: compressor
    case .limiter: limiter
    case .equalizer: equalizer
    case .delay: delay
    case .tuner: tuner
    case .fader: fader
    case .chorus: chorus
    case .phaser: phaser
    case .tremolo: tremolo
    case .saturation: saturation
    case .crusher: crusher
    case .gate: gate
    case .deesser: deesser
    case .width: width
    case .ladder: ladder
    case .convolution: convolution
    case .lv2: lv2
    case .host: host
    }
  }

  /// The id of the filter's cutoff.
  public static let filterCutoff: UInt32 = 2
  public static let limiterCeiling: UInt32 = 0

  private static var filter: EffectSpec {
    EffectSpec(
      kind: .filter, name: "filter", title: "Filter",
      summary: "State-variable filter that stays clean while it is swept.",
      parameters: [
        ParameterSpec(
          "type", "Type", .choice, 0...3, 0, .stepped,
          choices: "low_pass,high_pass,band_pass,notch"),
        ParameterSpec("slope", "Slope", .choice, 0...1, 0, .stepped, choices: "12_db,24_db"),
        ParameterSpec("cutoff_hz", "Cutoff", .hertz, 20...20000, 1000, .logarithmic),
        ParameterSpec("resonance", "Resonance", .none, 0.5...20, 0.70710678, .logarithmic),
      ])
  }

  private static var reverb: EffectSpec {
    EffectSpec(
      kind: .reverb, name: "reverb", title: "Reverb",
      summary: "Modulated feedback delay network with diffusion and early reflections.",
      parameters: [
        ParameterSpec("size", "Size", .none, 0...1, 0.5, smoothingMs: 100),
        ParameterSpec("decay_s", "Decay", .seconds, 0.1...20, 2, .logarithmic, smoothingMs: 200),
        ParameterSpec("damping", "Damping", .none, 0...1, 0.5, smoothingMs: 20),
        ParameterSpec("predelay_ms", "Pre-delay", .milliseconds, 0...250, 10, smoothingMs: 100),
        ParameterSpec("width", "Width", .none, 0...1, 1),
        ParameterSpec("mix", "Mix", .none, 0...1, 0.3),
      ])
  }

  private static var pitch: EffectSpec {
    EffectSpec(
      kind: .pitch, name: "pitch", title: "Pitch",
      summary: "Shifts the pitch and keeps duration, transients and stereo image.",
      parameters: [
        ParameterSpec("cents", "Shift", .cents, -3600...3600, 0, smoothingMs: 20),
        ParameterSpec("formant", "Keep formants", .toggle, 0...1, 0, .stepped),
      ])
  }

  private static var compressor: EffectSpec {
    EffectSpec(
      kind: .compressor, name: "compressor", title: "Compressor",
      summary: "Feed-forward compressor with a soft knee, linked in stereo.",
      parameters: [
        ParameterSpec("threshold_db", "Threshold", .decibels, -60...0, -18),
        ParameterSpec("ratio", "Ratio", .none, 1...20, 3, .logarithmic),
        ParameterSpec("attack_ms", "Attack", .milliseconds, 0.1...200, 10, .logarithmic),
        ParameterSpec("release_ms", "Release", .milliseconds, 5...2000, 120, .logarithmic),
        ParameterSpec("knee_db", "Knee", .decibels, 0...24, 6),
        ParameterSpec("gain_db", "Make-up gain", .decibels, -24...24, 0),
        ParameterSpec("mix", "Mix", .none, 0...1, 1),
      ])
  }

  private static var limiter: EffectSpec {
    EffectSpec(
      kind: .limiter, name: "limiter", title: "Limiter",
      summary: "Look-ahead true-peak limiter; untouched below its ceiling.",
      parameters: [
        ParameterSpec("ceiling_db", "Ceiling", .decibels, -24...0, -1),
        ParameterSpec("release_ms", "Release", .milliseconds, 1...1000, 80, .logarithmic),
        ParameterSpec("gain_db", "Input gain", .decibels, -24...24, 0),
      ])
  }

  private static var equalizer: EffectSpec {
    EffectSpec(
      kind: .equalizer, name: "equalizer", title: "Equalizer",
      summary: "Low shelf, two bells, high shelf.",
      parameters: [
        ParameterSpec("low_hz", "Low frequency", .hertz, 20...1000, 100, .logarithmic),
        ParameterSpec("low_db", "Low gain", .decibels, -24...24, 0),
        ParameterSpec("mid1_hz", "Lower mid frequency", .hertz, 20...20000, 400, .logarithmic),
        ParameterSpec("mid1_db", "Lower mid gain", .decibels, -24...24, 0),
        ParameterSpec("mid1_q", "Lower mid Q", .none, 0.1...10, 1, .logarithmic),
        ParameterSpec("mid2_hz", "Upper mid frequency", .hertz, 20...20000, 3000, .logarithmic),
        ParameterSpec("mid2_db", "Upper mid gain", .decibels, -24...24, 0),
        ParameterSpec("mid2_q", "Upper mid Q", .none, 0.1...10, 1, .logarithmic),
        ParameterSpec("high_hz", "High frequency", .hertz, 1000...20000, 8000, .logarithmic),
        ParameterSpec("high_db", "High gain", .decibels, -24...24, 0),
      ])
  }

  private static var delay: EffectSpec {
    EffectSpec(
      kind: .delay, name: "delay", title: "Delay",
      summary: "Stereo delay with damped feedback, straight or crossing sides.",
      parameters: [
        ParameterSpec(
          "left_ms", "Left time", .milliseconds, 1...2000, 375, .logarithmic, smoothingMs: 50),
        ParameterSpec(
          "right_ms", "Right time", .milliseconds, 1...2000, 500, .logarithmic, smoothingMs: 50),
        ParameterSpec("feedback", "Feedback", .none, 0...0.95, 0.35),
        ParameterSpec("cross", "Cross-feed", .none, 0...1, 0),
        ParameterSpec("tone_hz", "Tone", .hertz, 200...20000, 6000, .logarithmic),
        ParameterSpec("mix", "Mix", .none, 0...1, 0.35),
      ])
  }

  private static var tuner: EffectSpec {
    EffectSpec(
      kind: .tuner, name: "tuner", title: "Tuner",
      summary: "Pulls a single voice toward the notes of a scale.",
      parameters: [
        ParameterSpec("scale", "Scale", .flags, 1...4095, 4095, .stepped),
        ParameterSpec(
          "root", "Root", .choice, 0...11, 0, .stepped, choices: "c,c#,d,d#,e,f,f#,g,g#,a,a#,b"),
        ParameterSpec("speed_ms", "Speed", .milliseconds, 0...500, 50),
        ParameterSpec("amount", "Amount", .none, 0...1, 1),
        ParameterSpec("reference_hz", "Reference", .hertz, 400...480, 440),
      ])
  }

  private static var fader: EffectSpec {
    EffectSpec(
      kind: .fader, name: "fader", title: "Fader",
      summary: "Gain and balance at a place in a chain; -120 dB is silence.",
      parameters: [
        ParameterSpec("gain_db", "Gain", .decibels, -120...24, 0),
        ParameterSpec("pan", "Pan", .none, -1...1, 0),
      ])
  }

  private static var lv2: EffectSpec {
    EffectSpec(kind: .lv2, name: "lv2", title: "LV2", summary: "An LV2 plug-in.", parameters: [])
  }

  private static var host: EffectSpec {
    EffectSpec(
      kind: .host, name: "host", title: "Host", summary: "The host's own effect.", parameters: [])
  }

  private static var convolution: EffectSpec {
    EffectSpec(
      kind: .convolution, name: "convolution", title: "Convolution",
      summary: "Convolves with an impulse response, such as a room or a cabinet, without latency.",
      parameters: [
        ParameterSpec("mix", "Mix", .none, 0...1, 0.3),
        ParameterSpec("gain_db", "Wet gain", .decibels, -24...24, 0),
      ])
  }
}
