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
    case .livePitch: livePitch
    case .lv2: lv2
    case .host: host
    }
  }

  /// The id of the filter's cutoff.
  public static let filterCutoff: UInt32 = 2

  private static var filter: EffectSpec {
    EffectSpec(
      kind: .filter, name: "filter", title: "Filter",
      summary: "State-variable filter that stays clean while it is swept.",
      parameters: [
        ParameterSpec(
          "type", title: "Type", unit: .choice, range: 0...3, standard: 0, scale: .stepped,
          choices: "low_pass,high_pass,band_pass,notch"),
        ParameterSpec(
          "slope", title: "Slope", unit: .choice, range: 0...1, standard: 0, scale: .stepped,
          choices: "12_db,24_db"),
        ParameterSpec(
          "cutoff_hz", title: "Cutoff", unit: .hertz, range: 20...20000, standard: 1000,
          scale: .logarithmic),
        ParameterSpec(
          "resonance", title: "Resonance", unit: .none, range: 0.5...20, standard: 0.70710678,
          scale: .logarithmic),
      ])
  }

  private static var reverb: EffectSpec {
    EffectSpec(
      kind: .reverb, name: "reverb", title: "Reverb",
      summary: "Modulated feedback delay network with diffusion and early reflections.",
      parameters: [
        ParameterSpec(
          "size", title: "Size", unit: .none, range: 0...1, standard: 0.5, smoothingMs: 100),
        ParameterSpec(
          "decay_s", title: "Decay", unit: .seconds, range: 0.1...20, standard: 2,
          scale: .logarithmic, smoothingMs: 200),
        ParameterSpec(
          "damping", title: "Damping", unit: .none, range: 0...1, standard: 0.5, smoothingMs: 20),
        ParameterSpec(
          "predelay_ms", title: "Pre-delay", unit: .milliseconds, range: 0...250, standard: 10,
          smoothingMs: 100),
        ParameterSpec("width", title: "Width", unit: .none, range: 0...1, standard: 1),
        ParameterSpec("mix", title: "Mix", unit: .none, range: 0...1, standard: 0.3),
      ],
      presetNames: "hall,plate,room",
      presets: [
        [0.45, 2.4, 0.55, 18, 0.6],
        [0.2, 1.8, 0.15, 0, 0.6],
        [0, 0.5, 0.5, 2, 0.6],
      ])
  }

  private static var pitch: EffectSpec {
    EffectSpec(
      kind: .pitch, name: "pitch", title: "Pitch",
      summary: "Shifts the pitch and keeps duration, transients and stereo image.",
      parameters: [
        ParameterSpec(
          "cents", title: "Shift", unit: .cents, range: -3600...3600, standard: 0, smoothingMs: 20),
        ParameterSpec(
          "formant", title: "Keep formants", unit: .toggle, range: 0...1, standard: 0,
          scale: .stepped),
        ParameterSpec(
          "formant_cents", title: "Formant shift", unit: .cents, range: -1200...1200, standard: 0,
          smoothingMs: 20),
      ])
  }

  private static var livePitch: EffectSpec {
    EffectSpec(
      kind: .livePitch, name: "live_pitch", title: "Live pitch",
      summary: "Shifts the pitch with a latency of 40 ms instead of 100, less purely.",
      parameters: pitch.parameters)
  }

  private static var compressor: EffectSpec {
    EffectSpec(
      kind: .compressor, name: "compressor", title: "Compressor",
      summary: "Feed-forward compressor with a soft knee, linked in stereo.",
      parameters: [
        ParameterSpec(
          "threshold_db", title: "Threshold", unit: .decibels, range: -60...0, standard: -18),
        ParameterSpec(
          "ratio", title: "Ratio", unit: .none, range: 1...20, standard: 3, scale: .logarithmic),
        ParameterSpec(
          "attack_ms", title: "Attack", unit: .milliseconds, range: 0.1...200, standard: 10,
          scale: .logarithmic),
        ParameterSpec(
          "release_ms", title: "Release", unit: .milliseconds, range: 5...2000, standard: 120,
          scale: .logarithmic),
        ParameterSpec("knee_db", title: "Knee", unit: .decibels, range: 0...24, standard: 6),
        ParameterSpec(
          "gain_db", title: "Make-up gain", unit: .decibels, range: -24...24, standard: 0),
        ParameterSpec("mix", title: "Mix", unit: .none, range: 0...1, standard: 1),
      ])
  }

  private static var limiter: EffectSpec {
    EffectSpec(
      kind: .limiter, name: "limiter", title: "Limiter",
      summary: "Look-ahead true-peak limiter; untouched below its ceiling.",
      parameters: [
        ParameterSpec(
          "ceiling_db", title: "Ceiling", unit: .decibels, range: -24...0, standard: -1),
        ParameterSpec(
          "release_ms", title: "Release", unit: .milliseconds, range: 1...1000, standard: 80,
          scale: .logarithmic),
        ParameterSpec(
          "gain_db", title: "Input gain", unit: .decibels, range: -24...24, standard: 0),
      ])
  }

  private static var equalizer: EffectSpec {
    EffectSpec(
      kind: .equalizer, name: "equalizer", title: "Equalizer",
      summary: "Low shelf, two bells, high shelf.",
      parameters: [
        ParameterSpec(
          "low_hz", title: "Low frequency", unit: .hertz, range: 20...1000, standard: 100,
          scale: .logarithmic),
        ParameterSpec("low_db", title: "Low gain", unit: .decibels, range: -24...24, standard: 0),
        ParameterSpec(
          "mid1_hz", title: "Lower mid frequency", unit: .hertz, range: 20...20000, standard: 400,
          scale: .logarithmic),
        ParameterSpec(
          "mid1_db", title: "Lower mid gain", unit: .decibels, range: -24...24, standard: 0),
        ParameterSpec(
          "mid1_q", title: "Lower mid Q", unit: .none, range: 0.1...10, standard: 1,
          scale: .logarithmic),
        ParameterSpec(
          "mid2_hz", title: "Upper mid frequency", unit: .hertz, range: 20...20000, standard: 3000,
          scale: .logarithmic),
        ParameterSpec(
          "mid2_db", title: "Upper mid gain", unit: .decibels, range: -24...24, standard: 0),
        ParameterSpec(
          "mid2_q", title: "Upper mid Q", unit: .none, range: 0.1...10, standard: 1,
          scale: .logarithmic),
        ParameterSpec(
          "high_hz", title: "High frequency", unit: .hertz, range: 1000...20000, standard: 8000,
          scale: .logarithmic),
        ParameterSpec("high_db", title: "High gain", unit: .decibels, range: -24...24, standard: 0),
      ])
  }

  private static var delay: EffectSpec {
    EffectSpec(
      kind: .delay, name: "delay", title: "Delay",
      summary: "Stereo delay with damped feedback, straight or crossing sides.",
      parameters: [
        ParameterSpec(
          "left_ms", title: "Left time", unit: .milliseconds, range: 1...2000, standard: 375,
          scale: .logarithmic),
        ParameterSpec(
          "right_ms", title: "Right time", unit: .milliseconds, range: 1...2000, standard: 500,
          scale: .logarithmic),
        ParameterSpec("feedback", title: "Feedback", unit: .none, range: 0...0.95, standard: 0.35),
        ParameterSpec("cross", title: "Cross-feed", unit: .none, range: 0...1, standard: 0),
        ParameterSpec(
          "tone_hz", title: "Tone", unit: .hertz, range: 200...20000, standard: 6000,
          scale: .logarithmic),
        ParameterSpec("mix", title: "Mix", unit: .none, range: 0...1, standard: 0.35),
      ])
  }

  private static var tuner: EffectSpec {
    EffectSpec(
      kind: .tuner, name: "tuner", title: "Tuner",
      summary: "Pulls a single voice, 40 to 2100 Hz, toward the notes of a scale.",
      parameters: [
        ParameterSpec(
          "scale", title: "Scale", unit: .flags, range: 1...4095, standard: 4095, scale: .stepped),
        ParameterSpec(
          "root", title: "Root", unit: .choice, range: 0...11, standard: 0, scale: .stepped,
          choices: "c,c#,d,d#,e,f,f#,g,g#,a,a#,b"),
        ParameterSpec(
          "speed_ms", title: "Speed", unit: .milliseconds, range: 0...500, standard: 50),
        ParameterSpec("amount", title: "Amount", unit: .none, range: 0...1, standard: 1),
        ParameterSpec(
          "reference_hz", title: "Reference", unit: .hertz, range: 400...480, standard: 440),
      ])
  }

  private static var fader: EffectSpec {
    EffectSpec(
      kind: .fader, name: "fader", title: "Fader",
      summary: "Gain and balance at a place in a chain; -120 dB is silence.",
      parameters: [
        ParameterSpec("gain_db", title: "Gain", unit: .decibels, range: -120...24, standard: 0),
        ParameterSpec("pan", title: "Pan", unit: .none, range: -1...1, standard: 0),
        ParameterSpec(
          "law", title: "Law", unit: .choice, range: 0...2, standard: 0, scale: .stepped,
          choices: "0_db,3_db,6_db"),
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
        ParameterSpec("mix", title: "Mix", unit: .none, range: 0...1, standard: 0.3),
        ParameterSpec("gain_db", title: "Wet gain", unit: .decibels, range: -24...24, standard: 0),
      ])
  }
}
